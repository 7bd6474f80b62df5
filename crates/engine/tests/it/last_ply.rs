//! Every node at the last ply ends at the horizon, whatever depth is left and whatever it could capture.

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    score::Score,
    search::{Search, SearchOptions},
    units::{Depth, MAX_PLY, Ply},
    variants,
    window::Window,
};

/// The value of a position at a ply, searched to a depth.
fn value(fen: &str, options: &SearchOptions, plies: usize, depth: u8) -> Score {
    let root = Chess::from_fen(fen).unwrap();
    let (ply, depth) = (Ply::new(plies as u16), Depth::new(depth));
    let values = Search::new(&root, options).values_at([(ply, depth, Window::full())]);
    values.unwrap()[0]
}

fn options(quiescence: bool) -> SearchOptions {
    let mut options = variants::PLAIN.options;
    (options.quiescence, options.evaluation) = (quiescence, Evaluation::Material);
    options
}

#[test]
fn a_node_at_the_last_ply_is_evaluated_and_one_above_it_is_searched() {
    // The rook may capture the queen.
    let fen = "q6k/8/8/8/8/8/8/R6K w - - 0 1";
    for quiescence in [false, true] {
        let at = |ply, depth| value(fen, &options(quiescence), ply, depth);
        for depth in [0, 1, 3] {
            assert_eq!(at(MAX_PLY, depth), Score::evaluation(-400));
        }
        assert_eq!(at(MAX_PLY - 1, 1), Score::evaluation(500));
    }
    assert_eq!(
        value(fen, &options(true), MAX_PLY - 1, 0),
        Score::evaluation(500)
    );
    assert_eq!(
        value(fen, &options(false), MAX_PLY - 1, 0),
        Score::evaluation(-400)
    );
}

#[test]
fn a_mate_at_the_last_ply_is_seen_if_mates_at_the_horizon_are() {
    let fen = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
    for (mate_at_horizon, score) in [
        (false, Score::evaluation(-500)),
        (true, Score::mated_in(MAX_PLY as u16)),
    ] {
        let mut options = options(false);
        options.mate_at_horizon = mate_at_horizon;
        for depth in [0, 2] {
            assert_eq!(value(fen, &options, MAX_PLY, depth), score);
        }
    }
    // In quiescence a check is answered above the last ply, and evaluated at it.
    assert_eq!(
        value(fen, &options(true), MAX_PLY, 0),
        Score::evaluation(-500)
    );
    let above = value(fen, &options(true), MAX_PLY - 1, 0);
    assert_eq!(above, Score::mated_in(MAX_PLY as u16 - 1));
}
