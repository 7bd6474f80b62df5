//! With exact techniques the root score is that of minimax, on 200 assorted positions (`assorted.epd`
//! of the data sets).

use std::{ops::ControlFlow, thread};

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    score::Score,
    search::{
        FailMode, GrowingAspiration, MateValues, RootDriver, ScoutMode, Search, SearchOptions,
        minimax,
    },
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::{
        BuiltIn, Effect, Limited, MateDistance, check_extension::CheckExtension,
        enhanced_transposition_cutoff::EnhancedTranspositionCutoff,
    },
    variants,
};

const DEPTH: u8 = 4;

fn positions() -> Vec<Chess> {
    include_str!("../../../experiment/datasets/assorted.epd")
        .lines()
        .map(|line| {
            let epd: Vec<&str> = line.split_whitespace().take(4).collect();
            Chess::from_fen(&epd.join(" ")).unwrap_or_else(|error| panic!("{line}: {error}"))
        })
        .collect()
}

fn scores(root: &Chess, options: &SearchOptions) -> Vec<Score> {
    let mut scores = Vec::new();
    Search::new(root, options).to_depth(DEPTH, |iteration, _| {
        scores.push(iteration.score);
        ControlFlow::Continue(())
    });
    scores
}

/// No technique, and each exact technique alone.
fn exact_techniques() -> Vec<(&'static str, BuiltIn)> {
    let registry = BuiltIn::registry();
    let exact = registry
        .iter()
        .filter(|entry| entry.info.effect == Effect::Exact);
    let mut all = vec![("none", BuiltIn::default())];
    all.extend(exact.map(|entry| (entry.info.name, entry.alone)));
    // With its defaults it does not act at the small depths of this test.
    let early = r#"{"internal-iterative-deepening":{"min-depth":2,"reduction":1}}"#;
    all.push((
        "internal-iterative-deepening, early",
        serde_json::from_str(early).unwrap(),
    ));
    assert!(all.len() > 10);
    all
}

/// Every combination of the three axes, plain alpha-beta first.
fn axes() -> Vec<(FailMode, ScoutMode, RootDriver)> {
    let mut axes = Vec::new();
    for driver in [
        RootDriver::FullWindow,
        RootDriver::Aspiration(25),
        RootDriver::GrowingAspiration(GrowingAspiration {
            from_depth: 2,
            shallower: false,
            ..GrowingAspiration::default()
        }),
        RootDriver::Mtdf,
    ] {
        for scout in [ScoutMode::FullWindow, ScoutMode::Pvs] {
            for fail in [FailMode::Hard, FailMode::Soft] {
                axes.push((fail, scout, driver));
            }
        }
    }
    axes
}

fn check(evaluation: Evaluation, mate_at_horizon: bool) {
    let plain = variants::find("plain").unwrap().options;
    let techniques = exact_techniques();
    let axes = axes();
    for (number, root) in positions().into_iter().enumerate() {
        let options = SearchOptions {
            evaluation,
            mate_at_horizon,
            ..plain
        };
        let expected: Vec<Score> = (1..=DEPTH)
            .map(|depth| minimax::minimax(&root, &options, depth).0)
            .collect();
        for (place, &(name, techniques)) in techniques.iter().enumerate() {
            // Plain alpha-beta, and one of the other combinations in turn.
            for &(fail, scout, driver) in [&axes[0], &axes[1 + (number + place) % (axes.len() - 1)]]
            {
                let with = SearchOptions {
                    techniques,
                    fail,
                    scout,
                    driver,
                    ..options
                };
                let found = scores(&root, &with);
                let how = format!("{fail:?} {scout:?} {driver:?}");
                assert_eq!(found, expected, "{name}, {how} on {}", root.fen());
            }
        }
    }
}

#[test]
fn entries_of_deeper_searches_may_show_a_mate_earlier_unless_the_table_depth_is_exactly() {
    let found = |fen, depth, entries, form| {
        let mut options = variants::GLASS.options;
        options.table.depth = entries;
        options.techniques.mate_distance = form;
        let root = Chess::from_fen(fen).unwrap();
        let mut found = Vec::new();
        Search::new(&root, &options).to_depth(depth, |iteration, _| {
            found.push(iteration.score);
            ControlFlow::Continue(())
        });
        found.split_off(usize::from(depth) - 2)
    };
    let evaluations = |pair: [i32; 2]| pair.map(Score::evaluation).to_vec();
    let (off, tight) = (MateDistance::Off, MateDistance::Stockfish);
    let (at_least, exactly) = (TableDepth::AtLeast, TableDepth::Exactly);
    let published = "8/7K/8/8/8/8/R7/7k w - - 0 1";
    assert_eq!(found(published, 15, at_least, off), evaluations([530, 540]));
    assert_eq!(
        found(published, 15, at_least, tight),
        [Score::mate_in(15); 2]
    );
    // With `exactly` the published position takes a billion nodes; this one takes few.
    let small = "4K1k1/8/8/1R6/8/8/8/8 w - - 0 1";
    assert_eq!(found(small, 7, at_least, off), evaluations([535, 540]));
    assert_eq!(found(small, 7, at_least, tight), [Score::mate_in(7); 2]);
    for form in MateDistance::ALL {
        // These three change mate scores.
        let change_mates = [
            MateDistance::DelayedLoss,
            MateDistance::MateHolds,
            MateDistance::MicroMax,
        ];
        if !change_mates.contains(&form) {
            assert_eq!(
                found(small, 7, exactly, form),
                evaluations([535, 540]),
                "{form:?}"
            );
        }
    }
}

#[test]
fn exact_techniques_do_not_change_the_score_of_any_position() {
    assert_eq!(positions().len(), 200);
    thread::scope(|scope| {
        scope.spawn(|| check(Evaluation::Zero, false));
        scope.spawn(|| check(Evaluation::Material, true));
    });
}

/// A mate-exact technique may change evaluations, but not the mate: with every fail mode, scout and driver the mate in 2 is found
/// at depth 4.
#[test]
fn mate_exact_techniques_find_the_mate_on_every_axis() {
    let root = Chess::from_fen("8/8/8/8/8/2K5/7R/k7 w - - 0 1").unwrap();
    let plain = variants::find("plain").unwrap().options;
    let registry = BuiltIn::registry();
    let kept = registry
        .iter()
        .filter(|entry| entry.info.effect == Effect::MateExact);
    for entry in kept {
        for (fail, scout, driver) in axes() {
            for driver in [
                driver,
                RootDriver::Aspiration(20_000),
                RootDriver::Aspiration(65_535),
            ] {
                let options = SearchOptions {
                    fail,
                    scout,
                    driver,
                    evaluation: Evaluation::Material,
                    techniques: entry.alone,
                    ..plain
                };
                let found = scores(&root, &options).pop();
                let name = entry.info.name;
                assert_eq!(
                    found,
                    Some(Score::mate_in(3)),
                    "{name} {fail:?} {scout:?} {driver:?}"
                );
            }
        }
    }
}

/// A table whose entries serve only searches of their own depth.
fn exact_table(options: SearchOptions) -> SearchOptions {
    let mut options = SearchOptions {
        table: TableOptions {
            size: TableSize::Entries(1 << 14),
            depth: TableDepth::Exactly,
            replacement: Replacement::TwoTier,
            ..variants::PLAIN.options.table
        },
        ..options
    };
    options.ordering.table_move = true;
    options
}

/// The search with the settings of an axis.
fn on_axis(
    options: SearchOptions,
    (fail, scout, driver): (FailMode, ScoutMode, RootDriver),
) -> SearchOptions {
    SearchOptions {
        fail,
        scout,
        driver,
        ..options
    }
}

fn nodes(root: &Chess, options: &SearchOptions) -> u64 {
    let outcome = Search::new(root, options).to_depth(DEPTH, |_, _| ControlFlow::Continue(()));
    outcome.nodes
}

#[test]
fn mates_of_one_value_are_those_of_minimax_with_a_table_and_without() {
    let mates = [
        "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
        "4k3/8/4K3/8/8/8/8/R6R w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
        "7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
    ];
    let assorted = positions().into_iter().step_by(20);
    let roots = mates.map(|fen| Chess::from_fen(fen).unwrap());
    let axes = axes();
    let registry = BuiltIn::registry();
    let is_form = |name: &str| MateDistance::ALL.iter().any(|form| form.name() == name);
    let exact = registry
        .iter()
        .filter(|entry| entry.info.effect == Effect::Exact && !is_form(entry.info.name));
    let mut techniques = vec![BuiltIn::OFF];
    techniques.extend(exact.map(|entry| entry.alone));
    assert_eq!(techniques.len(), 3);
    let mut seen = 0;
    for (number, root) in roots.into_iter().chain(assorted).enumerate() {
        for mate_at_horizon in [false, true] {
            let flat = SearchOptions {
                mates: MateValues::Flat,
                mate_at_horizon,
                ..variants::PLAIN.options
            };
            let expected: Vec<Score> = (1..=DEPTH)
                .map(|depth| minimax::minimax(&root, &flat, depth).0)
                .collect();
            let of_mates = expected.iter().filter(|score| score.is_mate());
            seen += of_mates.clone().count();
            let one_value = [Score::MATED_LAST, -Score::MATED_LAST];
            assert!(of_mates.clone().all(|score| one_value.contains(score)));
            for (place, &techniques) in techniques.iter().enumerate() {
                let with = SearchOptions { techniques, ..flat };
                for with in [with, exact_table(with)] {
                    for axis in [axes[0], axes[1 + (number + place) % (axes.len() - 1)]] {
                        let with = on_axis(with, axis);
                        assert_eq!(scores(&root, &with), expected, "{with:?} on {}", root.fen());
                    }
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
#[should_panic(expected = "Some(Cpw) needs mates of different values")]
fn mates_of_one_value_are_refused_with_mate_distance_pruning() {
    let mut options = variants::PLAIN.options;
    options.mates = MateValues::Flat;
    options.techniques.mate_distance = MateDistance::Cpw;
    let root = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    let _ = Search::new(&root, &options);
}

/// Enhanced transposition cutoffs look up each move at the depth without an extension. Their claim to be exact holds only if no
/// move is extended; with extensions every mate is still a mate.
#[test]
fn enhanced_transposition_cutoffs_are_exact_without_extensions_and_true_about_mates_with_them() {
    let with_cutoffs = |mut options: SearchOptions| {
        let cutoffs = Limited::everywhere(EnhancedTranspositionCutoff::DEFAULT);
        options.techniques.enhanced_transposition_cutoff = Some(cutoffs);
        options
    };
    let plain = SearchOptions {
        mate_at_horizon: true,
        ..variants::PLAIN.options
    };
    let mut extended = exact_table(plain);
    let extension = Limited::everywhere(CheckExtension::DEFAULT);
    extended.techniques.check_extension = Some(extension);
    let axes = axes();
    let (mut saved, mut changed, mut mates) = (0, 0, 0);
    for (number, root) in positions().into_iter().enumerate() {
        let axis = axes[number % axes.len()];
        let exact = on_axis(exact_table(plain), axis);
        let found = scores(&root, &with_cutoffs(exact));
        assert_eq!(found, scores(&root, &plain), "{axis:?} on {}", root.fen());
        saved += i64::try_from(nodes(&root, &exact)).unwrap()
            - i64::try_from(nodes(&root, &with_cutoffs(exact))).unwrap();

        let extended = on_axis(extended, axis);
        let found = scores(&root, &with_cutoffs(extended));
        changed += usize::from(found != scores(&root, &extended));
        for score in found {
            let Some(plies) = score.mate_plies() else {
                continue;
            };
            mates += 1;
            // A search that looks at everything, as deep as the mate is far, sees a mate of the same side at least as near.
            let prover = SearchOptions {
                draws: plain.draws,
                ..variants::SOLVER.options
            };
            let mut proved = None;
            let depth = u8::try_from(plies).unwrap().max(1);
            Search::new(&root, &prover).to_depth(depth, |iteration, _| {
                proved = Some(iteration.score);
                ControlFlow::Continue(())
            });
            let proved = proved.unwrap();
            let is_true = if score.is_win() {
                proved >= score
            } else {
                proved <= score
            };
            assert!(is_true, "{score}, but {proved} in {}", root.fen());
        }
    }
    assert!(
        saved > 0 && changed > 0 && mates > 0,
        "{saved} {changed} {mates}"
    );
}
