//! Every entered node ends in exactly one way, whatever the options, and observers change nothing.

use std::{cell::RefCell, ops::ControlFlow, sync::atomic::AtomicBool};

use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveKind, chess::Chess},
    observe::{ByTechnique, Counters, End, Event, Pair, SearchObserver},
    score::Score,
    search::{FailMode, Iteration, Limits, Outcome, RootDriver, Search, SearchOptions, Stop},
    techniques::{BuiltIn, Hooks, MateBound, TechniqueId},
    units::{Depth, Ply},
    variants,
    window::Window,
};

use super::varied::{POSITIONS, varied};

#[derive(Default)]
struct Entries {
    /// Whether a technique may search a node again.
    asks_again: bool,
    entered: u64,
    left: u64,
    /// The plies and depths of the nodes that have been entered and not left.
    open: Vec<(Ply, Depth)>,
    /// The number of searches of the root.
    roots: usize,
}

impl Entries {
    fn of(options: &SearchOptions) -> Self {
        Entries {
            asks_again: hooks(&options.techniques).any(Hooks::PATH),
            ..Entries::default()
        }
    }
}

impl SearchObserver<Chess> for Entries {
    fn on(&mut self, event: &Event<'_, Chess>) {
        match *event {
            Event::Entered { ply, depth, .. } => self.entered(ply, depth),
            Event::KingCaptured { ply, .. } => {
                let depth = self
                    .open
                    .last()
                    .map_or(Depth::new(0), |(_, depth)| depth.less(1));
                self.entered(ply.next(), depth);
                self.open.pop();
                self.left += 1;
            }
            Event::Left { ply, .. } => {
                self.left += 1;
                let last = self.open.pop().map(|(ply, _)| ply);
                assert_eq!(last, Some(ply), "the node left is the one entered last");
            }
            _ => {}
        }
    }
}

impl Entries {
    fn entered(&mut self, ply: Ply, depth: Depth) {
        // One ply below its parent or, if a technique may search its node again, at the same ply.
        let follows =
            |(above, _): &(Ply, Depth)| ply == above.next() || (self.asks_again && ply == *above);
        assert!(self.open.last().map_or(ply == Ply::ROOT, follows));
        let below_horizon = self
            .open
            .last()
            .is_some_and(|(_, above)| above.is_horizon());
        assert!(
            depth.is_horizon() || !below_horizon,
            "the search does not return above the horizon"
        );
        self.entered += 1;
        self.roots += usize::from(ply == Ply::ROOT);
        self.open.push((ply, depth));
    }
}

/// An observer that can be read while it observes.
struct Shared<'o, O>(&'o RefCell<O>);

impl<O: SearchObserver<Chess>> SearchObserver<Chess> for Shared<'_, O> {
    fn on(&mut self, event: &Event<'_, Chess>) {
        self.0.borrow_mut().on(event);
    }
}

#[test]
fn the_counts_of_ends_sum_to_the_nodes_at_every_depth() {
    let mut seen = [false; End::ALL.len()];
    for options in varied() {
        for fen in POSITIONS {
            let root = Chess::from_fen(fen).unwrap();
            let watched = RefCell::new(Pair(Counters::default(), Entries::of(&options)));
            Search::new(&root, &options)
                .observed_by(&mut Shared(&watched) as &mut dyn SearchObserver<_>)
                .to_depth(5, |iteration, _| {
                    let Pair(counters, entries) = &*watched.borrow();
                    assert_eq!(counters.all_ends(), iteration.nodes, "{fen} {options:?}");
                    assert_eq!(
                        (entries.entered, entries.left),
                        (iteration.nodes, iteration.nodes)
                    );
                    assert_eq!(
                        counters.mdp_cuts(MateBound::Lower) + counters.mdp_cuts(MateBound::Upper),
                        counters.ended(End::MdpCut)
                    );
                    let by_move: u64 = counters.cutoffs_by_move().iter().sum();
                    assert_eq!(by_move, counters.cutoffs_by_ply().iter().sum::<u64>());
                    assert!(by_move <= counters.ended(End::Expanded));
                    for bound in [MateBound::Lower, MateBound::Upper] {
                        let by_ply: u64 = counters.mdp_cuts_by_ply(bound).iter().sum();
                        assert_eq!(by_ply, counters.mdp_cuts(bound));
                    }
                    for end in End::ALL {
                        let by_ply = counters.ended_by_ply(end);
                        assert_eq!(by_ply.iter().sum::<u64>(), counters.ended(end));
                    }
                    assert_eq!(
                        acts_of_techniques_that_are_off(counters, &options),
                        ByTechnique::default()
                    );
                    let cuts: u64 = acts(counters, |acts| acts.cuts);
                    let ends = [End::MdpCut, End::TechniqueCut].map(|end| counters.ended(end));
                    // The cut of a technique that trusts an entry is counted as a table cut.
                    let trusted = counters.ended(End::TableCut);
                    let certain: u64 = ends.iter().sum();
                    assert!((certain..=certain + trusted).contains(&cuts), "{options:?}");
                    let narrowed = acts(counters, |acts| acts.narrowed);
                    assert_eq!(counters.mdp_narrowed.iter().sum::<u64>(), narrowed);
                    for by in (0..TechniqueId::MOST).map(TechniqueId::at) {
                        let acts = counters.by(by);
                        assert!(acts.searched_again <= acts.reduced, "{options:?}");
                    }
                    assert!(iteration.nodes_to_pv <= iteration.nodes);
                    assert!(counters.ended(End::TableCut) <= counters.table_hits);
                    for end in End::ALL {
                        seen[end as usize] |= counters.ended(end) > 0;
                    }
                    ControlFlow::Continue(())
                });
        }
    }
    for end in End::ALL.into_iter().filter(|&end| end != End::Stopped) {
        assert!(
            seen[end as usize],
            "{end:?} never occurred: the test does not cover it"
        );
    }
}

/// A count of what all techniques together did.
fn acts(counters: &Counters, count: impl Fn(ByTechnique) -> u64) -> u64 {
    let places = (0..TechniqueId::MOST).map(TechniqueId::at);
    places.map(|by| count(counters.by(by))).sum()
}

/// What was counted for the first technique that is off and has any counts; there should be none.
fn acts_of_techniques_that_are_off(counters: &Counters, options: &SearchOptions) -> ByTechnique {
    let on = options.techniques.on::<Chess>();
    let places = (0..TechniqueId::MOST).map(TechniqueId::at);
    let mut off = places.filter(|by| on.iter().all(|(other, _)| other != by));
    let acts =
        off.find_map(|by| Some(counters.by(by)).filter(|&acts| acts != ByTechnique::default()));
    acts.unwrap_or_default()
}

/// Each technique has the effects that belong to its hooks, and no others.
#[test]
fn the_effects_of_a_technique_are_counted_for_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mate_threats = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    let sixth_rank = "7k/8/1P6/8/8/8/8/K7 w - - 0 1";
    let base = SearchOptions {
        quiescence: true,
        evaluation: Evaluation::PieceSquare,
        ..variants::find("glass").unwrap().options
    };
    for entry in BuiltIn::registry() {
        let name = if entry.key.is_empty() {
            entry.info.name
        } else {
            entry.key
        };
        let [_, options] = entry.without_and_with(base);
        let [(by, on)] = entry.alone.on::<Chess>()[..] else {
            panic!("{name} alone is on");
        };
        let uses = on.technique.hooks();
        assert_eq!(BuiltIn::NAMES[by.place()], name);
        let mut counters = Counters::default();
        for fen in [POSITIONS[0], POSITIONS[2], start, mate_threats, sixth_rank] {
            Search::new(&Chess::from_fen(fen).unwrap(), &options)
                .observed_by(&mut counters)
                .to_depth(7, |_, _| ControlFlow::Continue(()));
        }
        let acts = counters.by(by);
        let ends_nodes = Hooks::CUTOFF.and(Hooks::CLAMP).and(Hooks::TRUST);
        for (hook, count) in [
            (ends_nodes, acts.cuts),
            (Hooks::PRUNE, acts.skipped),
            (Hooks::REDUCTION, acts.searched_again),
        ] {
            assert_eq!(count > 0, uses.any(hook), "{name}: {acts:?}");
        }
        // The depth of a node can be changed either way.
        assert!(acts.reduced > 0 || !uses.any(Hooks::REDUCTION), "{name}");
        assert!(acts.extended > 0 || !uses.any(Hooks::EXTENSION), "{name}");
        let changed = acts.reduced + acts.extended;
        let may_change = uses.any(
            Hooks::REDUCTION
                .and(Hooks::EXTENSION)
                .and(Hooks::NODE_DEPTH),
        );
        assert_eq!(changed > 0, may_change, "{name}: {acts:?}");
        if uses.any(Hooks::CUTOFF) {
            assert_eq!(acts.cuts, counters.ended(End::TechniqueCut));
        }
    }
}

#[test]
fn every_iteration_has_a_line_of_legal_moves() {
    for options in varied() {
        for fen in POSITIONS {
            let root = Chess::from_fen(fen).unwrap();
            Search::new(&root, &options).to_depth(5, |iteration, _| {
                assert!(!iteration.pv.is_empty(), "{fen} {options:?}");
                let mut position = root.clone();
                for &mv in &iteration.pv {
                    let mut legal = false;
                    position.for_each_move(MoveKind::All, |other| legal |= other == mv);
                    assert!(legal, "{fen}: {}", position.notation(mv));
                    position = position.play(mv);
                }
                ControlFlow::Continue(())
            });
        }
    }
}

#[test]
fn observers_change_nothing() {
    for options in varied() {
        let root = Chess::from_fen(POSITIONS[1]).unwrap();
        let mut plain = Vec::new();
        Search::new(&root, &options).to_depth(4, |iteration, _| {
            plain.push(iteration.clone());
            ControlFlow::Continue(())
        });
        let mut watched = Vec::new();
        Search::new(&root, &options)
            .observed_by(&mut Counters::default())
            .to_depth(4, |iteration, _| {
                watched.push(iteration.clone());
                ControlFlow::Continue(())
            });
        assert_eq!(plain, watched);
    }
}

#[test]
fn fail_hard_mtdf_finds_the_value_by_doubling_and_halving() {
    // The range of values is about 60,000 wide, so twice 16 tests are enough.
    let mtdf = |fail| SearchOptions {
        fail,
        driver: RootDriver::Mtdf,
        evaluation: Evaluation::PieceSquare,
        ..variants::PLAIN.options
    };
    for fen in POSITIONS {
        let root = Chess::from_fen(fen).unwrap();
        let seen = |options: &SearchOptions| {
            let mut seen = Vec::new();
            let entries = RefCell::new(Entries::of(options));
            Search::new(&root, options)
                .observed_by(&mut Shared(&entries) as &mut dyn SearchObserver<_>)
                .to_depth(4, |iteration, _| {
                    seen.push((iteration.score, entries.borrow().roots));
                    ControlFlow::Continue(())
                });
            seen
        };
        let (hard, soft) = (seen(&mtdf(FailMode::Hard)), seen(&mtdf(FailMode::Soft)));
        let mut before = 0;
        for ((score, roots), (other, _)) in hard.into_iter().zip(soft) {
            assert_eq!(score, other, "{fen}");
            assert!(roots - before <= 34, "{fen}: {} tests", roots - before);
            before = roots;
        }
    }
}

/// The iterations, the outcome and the counts of a search with a node limit.
fn limited(
    root: &Chess,
    options: &SearchOptions,
    depth: u8,
    nodes: Option<u64>,
) -> (Vec<Iteration<<Chess as Game>::Move>>, Outcome, Entries) {
    let (mut seen, mut entries) = (Vec::new(), Entries::of(options));
    let outcome = Search::new(root, options)
        .observed_by(&mut entries as &mut dyn SearchObserver<_>)
        .limited(Limits { nodes, stop: None })
        .to_depth(depth, |iteration, _| {
            seen.push(iteration.clone());
            ControlFlow::Continue(())
        });
    (seen, outcome, entries)
}

#[test]
fn a_node_limit_is_exact() {
    for options in varied() {
        for fen in POSITIONS {
            let root = Chess::from_fen(fen).unwrap();
            let (whole, end, _) = limited(&root, &options, 4, None);
            for limit in (1..=60).chain([99, 500, 4_096, 4_097, 5_000, end.nodes, end.nodes + 1]) {
                let (cut, end_of_cut, entries) = limited(&root, &options, 4, Some(limit));
                let is_whole = limit >= end.nodes;
                let stop = if is_whole { Stop::Depth } else { Stop::Nodes };
                let nodes = limit.min(end.nodes);
                assert_eq!((end_of_cut.stop, end_of_cut.nodes), (stop, nodes), "{fen}");
                assert_eq!((entries.entered, entries.left), (nodes, nodes));
                assert!(whole.starts_with(&cut), "{fen} {limit} {options:?}");
                let within = whole.iter().filter(|iteration| iteration.nodes <= limit);
                assert_eq!(cut.len(), within.count(), "{fen} {limit}");
            }
        }
    }
}

#[test]
fn a_search_whose_stop_flag_is_set_enters_no_node() {
    let root = Chess::from_fen(POSITIONS[1]).unwrap();
    let flag = AtomicBool::new(true);
    let limits = Limits {
        nodes: None,
        stop: Some(&flag),
    };
    let outcome = Search::new(&root, &variants::PLAIN.options)
        .limited(limits)
        .to_depth(6, |_, _| ControlFlow::Continue(()));
    assert_eq!((outcome.stop, outcome.nodes), (Stop::Requested, 0));
}

#[test]
fn a_mate_on_the_hundredth_ply_is_a_mate() {
    let options = variants::find("plain").unwrap().options;
    let score = |clock: u8| {
        let fen = format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 90");
        let mut last = None;
        Search::new(&Chess::from_fen(&fen).unwrap(), &options).to_depth(2, |iteration, _| {
            last = Some(iteration.score);
            ControlFlow::Continue(())
        });
        last.unwrap()
    };
    assert_eq!(score(99), Score::mate_in(1));
    let quiet = "7k/8/5K2/8/8/8/8/R7 w - - 99 90";
    let mut last = None;
    Search::new(&Chess::from_fen(quiet).unwrap(), &options).to_depth(3, |iteration, _| {
        last = Some(iteration.score);
        ControlFlow::Continue(())
    });
    assert_eq!(
        last,
        Some(Score::evaluation(0)),
        "every other hundredth ply is a draw"
    );
}

#[test]
fn contempt_is_what_a_draw_costs_the_root() {
    let mut options = variants::find("plain").unwrap().options;
    options.draws.contempt = 30;
    // Stalemate at the root, and a forced draw one ply later.
    for (fen, cost) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", -30),
        ("7k/8/5K2/8/8/8/8/R7 w - - 99 90", -30),
    ] {
        let mut last = None;
        Search::new(&Chess::from_fen(fen).unwrap(), &options).to_depth(2, |iteration, _| {
            last = Some(iteration.score);
            ControlFlow::Continue(())
        });
        assert_eq!(last, Some(Score::evaluation(cost)), "{fen}");
    }
}

#[test]
fn a_node_has_the_same_value_at_any_ply_except_for_the_distance_of_mates() {
    let root = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    let plain = variants::PLAIN.options;
    let plies = [0, 1, 7, 60];
    let values = Search::new(&root, &plain)
        .values_at(plies.map(|ply| (Ply::new(ply), Depth::new(2), Window::full())))
        .unwrap();
    assert_eq!(values, plies.map(|ply| Score::mate_in(ply + 1)));
    // The earlier call is not on the path, so there is no repetition.
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 20 60").unwrap();
    let values = Search::new(&root, &plain)
        .values_at([0, 4].map(|ply| (Ply::new(ply), Depth::new(2), Window::full())))
        .unwrap();
    assert_eq!(values[0], values[1]);
}

/// What the techniques that are on use.
fn hooks(techniques: &BuiltIn) -> Hooks {
    let on = techniques.on::<Chess>().into_iter();
    on.fold(Hooks::NONE, |uses, (_, on)| uses.and(on.technique.hooks()))
}
