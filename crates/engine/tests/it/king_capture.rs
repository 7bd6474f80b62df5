//! Legality by king capture: illegal moves cost nodes, and nothing else.

use std::ops::ControlFlow;

use plybench_engine::{
    game::chess::Chess,
    observe::{Counters, End},
    search::{Legality, Limits, Search, SearchOptions, Stop},
};

use super::varied::{POSITIONS, varied};

/// Score, nodes that are no captures of the king, and line of each depth; and the captures.
fn searched(options: &SearchOptions, fen: &str) -> (Vec<(String, u64, String)>, u64) {
    let root = Chess::from_fen(fen).unwrap();
    let (mut rows, mut captured) = (Vec::new(), 0);
    Search::new(&root, options)
        .observed_by(&mut Counters::default())
        .to_depth(4, |iteration, counters| {
            captured = counters.ended(End::KingCaptured);
            let line = format!("{:?}", iteration.pv);
            let score = format!("{:?}", iteration.score);
            rows.push((score, iteration.nodes - captured, line));
            ControlFlow::Continue(())
        });
    (rows, captured)
}

#[test]
fn only_the_count_of_nodes_differs() {
    let mut all = 0;
    for options in varied() {
        for fen in POSITIONS {
            let with = |legality| {
                let options = SearchOptions {
                    legality,
                    ..options
                };
                searched(&options, fen)
            };
            let (safe, none) = with(Legality::KingSafety);
            let (captures, captured) = with(Legality::KingCapture);
            assert_eq!((safe, none), (captures, 0), "{fen} {options:?}");
            all += captured;
        }
    }
    assert!(all > 10_000, "{all}");
}

/// The mated side has 3 pseudo-legal moves of its king and none of another piece.
#[test]
fn a_mated_node_makes_its_illegal_moves() {
    let root = Chess::from_fen("R6k/8/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let options = SearchOptions {
        legality: Legality::KingCapture,
        ..SearchOptions::default()
    };
    let outcome = Search::new(&root, &options).to_depth(1, |_, _| ControlFlow::Continue(()));
    assert_eq!(outcome.nodes, 4);
}

#[test]
fn a_node_limit_is_exact_among_illegal_moves() {
    let root = Chess::from_fen(POSITIONS[1]).unwrap();
    let options = SearchOptions {
        legality: Legality::KingCapture,
        ..SearchOptions::default()
    };
    for nodes in 1..200 {
        let limits = Limits {
            nodes: Some(nodes),
            stop: None,
        };
        let mut counters = Counters::default();
        let outcome = Search::new(&root, &options)
            .limited(limits)
            .observed_by(&mut counters)
            .to_depth(9, |_, _| ControlFlow::Continue(()));
        assert_eq!((outcome.stop, outcome.nodes), (Stop::Nodes, nodes));
        assert_eq!(counters.all_ends(), nodes);
    }
}
