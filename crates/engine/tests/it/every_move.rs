//! The driver that searches every move of the root with the full window, against minimax of the position after each.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, MoveKind, chess::Chess},
    score::Score,
    search::{FailMode, RootDriver, ScoutMode, Search, SearchOptions, minimax},
    table::{TableDepth, TableOptions, TableSize},
    variants,
};

/// A value one ply further from the root, from the point of view of the other side.
fn from_parent(child: Score) -> Score {
    match (child.mate_plies(), child.is_loss()) {
        (None, _) => -child,
        (Some(plies), true) => Score::mate_in(plies + 1),
        (Some(plies), false) => Score::mated_in(plies + 1),
    }
}

#[test]
fn every_root_move_has_its_own_value() {
    let mut exact = SearchOptions {
        driver: RootDriver::EveryMove,
        ..variants::PLAIN.options
    };
    // The position after a move knows nothing of the root.
    exact.draws.repetition = false;
    let mut ordered = exact;
    (ordered.scout, ordered.fail) = (ScoutMode::Pvs, FailMode::Hard);
    ordered.ordering.table_move = true;
    ordered.ordering.mvv_lva = true;
    ordered.table = TableOptions {
        size: TableSize::Entries(1 << 12),
        depth: TableDepth::Exactly,
        ..ordered.table
    };
    for (fen, deepest) in [
        ("8/8/8/8/8/2K5/7R/k7 w - - 0 1", 5),
        ("4k3/8/8/8/8/8/4Q3/4K2R b - - 0 1", 4),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            2,
        ),
    ] {
        let root = Chess::from_fen(fen).unwrap();
        let mut moves = Vec::new();
        root.for_each_move(MoveKind::All, |mv| moves.push(mv));
        for options in [&exact, &ordered] {
            let mut depths = 0;
            Search::new(&root, options).to_depth(deepest, |iteration, _| {
                depths += 1;
                assert_eq!(iteration.values.len(), moves.len());
                let best = iteration.values.iter().map(|(_, value)| *value).max();
                assert_eq!(best, Some(iteration.score));
                for (mv, value) in &iteration.values {
                    let (child, _) =
                        minimax::minimax(&root.play(*mv), options, iteration.depth - 1);
                    assert_eq!(*value, from_parent(child), "{fen}, {mv:?}");
                }
                ControlFlow::Continue(())
            });
            assert_eq!(depths, deepest);
        }
    }
}

#[test]
fn other_drivers_have_no_values_of_moves() {
    let root = Chess::from_fen("8/8/8/8/8/2K5/7R/k7 w - - 0 1").unwrap();
    Search::new(&root, &variants::PLAIN.options).to_depth(3, |iteration, _| {
        assert_eq!(iteration.values, []);
        ControlFlow::Continue(())
    });
}
