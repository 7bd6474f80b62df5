//! The searches whose cost per node is pinned in `pinned.csv`: plain principal variation search in an
//! endgame, and the usual techniques of an engine together on middlegames. Both run without observers.

use std::ops::ControlFlow;

use plybench_engine::{
    game::chess::{Chess, FenError},
    ordering::OrderingOptions,
    search::{Search, SearchOptions},
    techniques::{BuiltIn, Limited, late_move_reduction::LateMoveReduction, null_move::NullMove},
    variants::GLASS,
};

/// The first ten positions of `datasets/tactics.epd`, with the clocks of an initial position.
const MIDDLEGAMES: [&str; 10] = [
    "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1",
    "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - 0 1",
    "6k1/1b1nqpbp/pp4p1/5P2/1PN5/4Q3/P5PP/1B2B1K1 b - - 0 1",
    "3r2k1/1p1b1pp1/pq5p/8/3NR3/2PQ3P/PP3PP1/6K1 b - - 0 1",
    "6k1/p4p1p/1p3np1/2q5/4p3/4P1N1/PP3PPP/3Q2K1 w - - 0 1",
    "3r4/2p1rk2/1pQq1pp1/7p/1P1P4/P4P2/6PP/R1R3K1 b - - 0 1",
    "3r1r1k/1p4pp/p4p2/8/1PQR4/6Pq/P3PP2/2R3K1 b - - 0 1",
    "3rb1k1/pq3pbp/4n1p1/3p4/2N5/2P2QB1/PP3PPP/1B1R2K1 b - - 0 1",
    "1rbq1rk1/p1p1bppp/2p2n2/8/Q1BP4/2N5/PP3PPP/R1B2RK1 b - - 0 1",
];

const LIKE_AN_ENGINE: SearchOptions = SearchOptions {
    quiescence: true,
    ordering: OrderingOptions {
        killers: true,
        history: true,
        ..GLASS.options.ordering
    },
    techniques: BuiltIn {
        null_move: Some(Limited::everywhere(NullMove::DEFAULT)),
        late_move_reduction: Some(Limited::everywhere(LateMoveReduction::DEFAULT)),
        ..BuiltIn::OFF
    },
    ..GLASS.options
};

/// The number of nodes that `glass` enters from a position.
pub(crate) fn glass(root: &Chess, depth: u8) -> u64 {
    nodes(root, &GLASS.options, depth)
}

/// The number of nodes that `glass` with quiescence, null move, reductions, killers and history enters
/// from the middlegames.
///
/// # Errors
/// Never, since the positions are legal.
pub(crate) fn middlegames(depth: u8) -> Result<u64, FenError> {
    let nodes = MIDDLEGAMES.map(|fen| {
        let root = Chess::from_fen(fen)?;
        Ok(nodes(&root, &LIKE_AN_ENGINE, depth))
    });
    nodes.into_iter().sum()
}

fn nodes(root: &Chess, options: &SearchOptions, depth: u8) -> u64 {
    let search = Search::new(root, options);
    search
        .to_depth(depth, |_, _| ControlFlow::Continue(()))
        .nodes
}
