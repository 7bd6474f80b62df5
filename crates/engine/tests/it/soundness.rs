//! With exact techniques the root score is that of minimax, on 200 assorted positions (`assorted.epd`
//! of the data sets).

use std::{ops::ControlFlow, thread};

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    score::Score,
    search::{FailMode, RootDriver, ScoutMode, Search, SearchOptions, minimax},
    table::TableDepth,
    techniques::{BuiltIn, Effect, MateDistance},
    variants,
};

const DEPTH: u8 = 4;

fn positions() -> Vec<Chess> {
    include_str!("../../../harness/datasets/assorted.epd")
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
