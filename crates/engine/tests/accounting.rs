//! Every entered node ends in exactly one way, whatever is switched on, and watching changes
//! nothing.

use std::{ops::ControlFlow, sync::atomic::AtomicBool};

use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveKind, chess::Chess},
    observe::{Counters, End, Pair, SearchObserver},
    score::Score,
    search::{
        FailMode, Iteration, Limits, Outcome, RootDriver, ScoutMode, Search, SearchOptions, Stop,
    },
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::{BuiltIn, MateBound, MateDistance, Uses},
    units::{Depth, Ply},
    variants,
    window::Window,
};

const POSITIONS: [&str; 4] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "7k/8/5K2/8/8/8/8/6R1 w - - 97 90",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
];

/// A form of mate distance pruning, and of the other techniques those whose bits are set in a number.
fn techniques(form: MateDistance, number: usize) -> BuiltIn {
    let others = BuiltIn::registry()
        .into_iter()
        .filter(|entry| entry.key.is_empty());
    let chosen = others
        .enumerate()
        .filter(|(bit, _)| number >> (bit % 4) & 1 == 1);
    let form = BuiltIn {
        mate_distance: form,
        ..BuiltIn::OFF
    };
    chosen.fold(form, |all, (_, entry)| all.and(entry.alone))
}

/// Techniques with other parameters than their defaults.
fn with_other_parameters() -> SearchOptions {
    let techniques = serde_json::json!({
        "mate-distance": "stockfish",
        "check-extension": true,
        "null-move": { "reduction": 3, "min-depth": 3, "verify": true },
        "futility": { "margins": [150, 400] },
        "late-move-reduction": { "reduction": 2, "full-depth-moves": 2, "min-depth": 2 },
        "singular-extension": { "min-depth": 3, "margin": 0 },
        "prob-cut": { "min-depth": 3, "reduction": 1, "margin": 50 },
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
    });
    SearchOptions {
        techniques: serde_json::from_value(techniques).unwrap(),
        evaluation: Evaluation::PieceSquare,
        ..variants::find("glass").unwrap().options
    }
}

/// Every value of every option at least once, in combinations that differ much.
fn varied() -> Vec<SearchOptions> {
    let glass = variants::find("glass").unwrap().options;
    let plain = variants::find("plain").unwrap().options;
    let mut all = vec![plain, glass, with_other_parameters()];
    let replacements = [
        Replacement::Always,
        Replacement::DepthPreferred,
        Replacement::TwoTier,
    ];
    for (number, form) in MateDistance::ALL.into_iter().enumerate() {
        let bit = |shift: usize| number >> shift & 1 == 1;
        all.push(SearchOptions {
            fail: if bit(0) {
                FailMode::Hard
            } else {
                FailMode::Soft
            },
            scout: if bit(1) {
                ScoutMode::Pvs
            } else {
                ScoutMode::FullWindow
            },
            driver: [
                RootDriver::FullWindow,
                RootDriver::Aspiration(25),
                RootDriver::Mtdf,
            ][number % 3],
            mate_at_horizon: bit(2),
            quiescence: number % 4 != 2,
            evaluation: [Evaluation::Zero, Evaluation::PieceSquare, Evaluation::MopUp][number % 3],
            table: TableOptions {
                size: TableSize::Entries(1 << 10),
                depth: if bit(3) {
                    TableDepth::Exactly
                } else {
                    TableDepth::AtLeast
                },
                replacement: replacements[number % 3],
                probe_at_horizon: bit(1),
            },
            techniques: techniques(form, number),
            ..glass
        });
    }
    all
}

#[derive(Default)]
struct Entries {
    /// Whether a technique may search a node again.
    asks_again: bool,
    entered: u64,
    left: u64,
    /// Plies and depths of the nodes that are open.
    open: Vec<(Ply, Depth)>,
    /// Calls of the root.
    roots: usize,
}

impl Entries {
    fn of(options: &SearchOptions) -> Self {
        Entries {
            asks_again: options.techniques.uses::<Chess>().any(Uses::PATH),
            ..Entries::default()
        }
    }
}

impl SearchObserver for Entries {
    fn entered(&mut self, ply: Ply, depth: Depth, _: Window) {
        // Below its parent or, where a technique may ask for its node again, once more at its own ply.
        let follows =
            |(above, _): &(Ply, Depth)| ply == above.next() || (self.asks_again && ply == *above);
        assert!(self.open.last().map_or(ply == Ply::ROOT, follows));
        let below_horizon = self
            .open
            .last()
            .is_some_and(|(_, above)| above.is_horizon());
        assert!(
            depth.is_horizon() || !below_horizon,
            "nothing leads back above the horizon"
        );
        self.entered += 1;
        self.roots += usize::from(ply == Ply::ROOT);
        self.open.push((ply, depth));
    }

    fn left(&mut self, ply: Ply, _: End, _: Score) {
        self.left += 1;
        let last = self.open.pop().map(|(ply, _)| ply);
        assert_eq!(last, Some(ply), "the node left is the one entered last");
    }
}

#[test]
fn parts_sum_to_the_whole_at_every_depth() {
    let mut seen = [false; End::ALL.len()];
    for options in varied() {
        for fen in POSITIONS {
            let root = Chess::from_fen(fen).unwrap();
            let observer = Pair(Counters::default(), Entries::of(&options));
            Search::new(&root, &options)
                .observed_by(observer)
                .to_depth(5, |iteration, watched| {
                    let Pair(counters, entries) = watched;
                    assert_eq!(counters.all_ends(), iteration.nodes, "{fen} {options:?}");
                    assert_eq!(
                        (entries.entered, entries.left),
                        (iteration.nodes, iteration.nodes)
                    );
                    assert_eq!(
                        counters.mdp_cuts().iter().sum::<u64>(),
                        counters.ended(End::MdpCut)
                    );
                    let by_move: u64 = counters.cutoffs_by_move().iter().sum();
                    assert_eq!(by_move, counters.cutoffs_by_ply().iter().sum::<u64>());
                    assert!(by_move <= counters.ended(End::Expanded));
                    for bound in [MateBound::Lower, MateBound::Upper] {
                        let by_ply: u64 = counters.mdp_cuts_by_ply(bound).iter().sum();
                        assert_eq!(by_ply, counters.mdp_cuts()[bound as usize]);
                    }
                    for end in End::ALL {
                        let by_ply = counters.ended_by_ply(end);
                        assert_eq!(by_ply.iter().sum::<u64>(), counters.ended(end));
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
            "{end:?} never happened: the test is too narrow"
        );
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
fn watching_changes_nothing() {
    for options in varied() {
        let root = Chess::from_fen(POSITIONS[1]).unwrap();
        let mut plain = Vec::new();
        Search::new(&root, &options).to_depth(4, |iteration, _| {
            plain.push(iteration.clone());
            ControlFlow::Continue(())
        });
        let mut watched = Vec::new();
        Search::new(&root, &options)
            .observed_by(Counters::default())
            .to_depth(4, |iteration, _| {
                watched.push(iteration.clone());
                ControlFlow::Continue(())
            });
        assert_eq!(plain, watched);
    }
}

#[test]
fn fail_hard_null_windows_close_in_by_doubling_and_halving() {
    // A root value may lie anywhere in 60,000 units, so that twice 16 tests find it.
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
            Search::new(&root, options)
                .observed_by(Entries::of(options))
                .to_depth(4, |iteration, entries| {
                    seen.push((iteration.score, entries.roots));
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

/// The iterations and counts of a search to a depth that enters at most so many nodes.
fn limited(
    root: &Chess,
    options: &SearchOptions,
    depth: u8,
    nodes: Option<u64>,
) -> (Vec<Iteration<<Chess as Game>::Move>>, Outcome, Entries) {
    let (mut seen, mut entries) = (Vec::new(), Entries::of(options));
    let outcome = Search::new(root, options)
        .observed_by(&mut entries)
        .limited(Limits { nodes, stop: None })
        .to_depth(depth, |iteration, _| {
            seen.push(iteration.clone());
            ControlFlow::Continue(())
        });
    (seen, outcome, entries)
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
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
fn a_search_that_is_told_to_stop_enters_nothing_more() {
    let root = Chess::from_fen(POSITIONS[1]).unwrap();
    let flag = AtomicBool::new(true);
    let limits = Limits {
        nodes: None,
        stop: Some(&flag),
    };
    let outcome = Search::new(&root, &variants::PLAIN.options)
        .limited(limits)
        .to_depth(6, |_, _| ControlFlow::Continue(()));
    assert_eq!((outcome.stop, outcome.nodes), (Stop::Asked, 0));
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
    // Stalemated at the root, and a forced draw one ply on.
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
fn a_node_has_the_same_value_at_any_ply_but_for_the_distance_of_mates() {
    let root = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    let plain = variants::PLAIN.options;
    let plies = [0, 1, 7, 60];
    let values = Search::new(&root, &plain)
        .values_at(plies.map(|ply| (Ply::new(ply), Depth::new(2), Window::full())))
        .unwrap();
    assert_eq!(values, plies.map(|ply| Score::mate_in(ply + 1)));
    // What was asked before is not on the path: no repetition.
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 20 60").unwrap();
    let values = Search::new(&root, &plain)
        .values_at([0, 4].map(|ply| (Ply::new(ply), Depth::new(2), Window::full())))
        .unwrap();
    assert_eq!(values[0], values[1]);
}
