//! Roots whose clock is about to run out: the search agrees with minimax, and a mate on the hundredth ply counts.

use std::ops::ControlFlow;

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    search::{Search, SearchOptions, minimax::minimax},
    variants,
};

/// Mates in 1 and in 2, a stalemate nearby, captures and pawn moves that reset the clock.
const MEN: [&str; 5] = [
    "7k/8/6K1/8/8/8/8/R7 w - -",
    "8/8/8/8/8/2K5/7R/k7 w - -",
    "7k/8/5K2/8/8/8/8/6QR b - -",
    "8/8/8/8/8/1k6/1p6/1K6 w - -",
    "4k3/8/3p4/4q3/3P4/8/8/4K2R w K -",
];

#[test]
fn the_search_agrees_with_minimax_where_the_clock_runs_out() {
    let mut drawn = 0;
    for men in MEN {
        for clock in 96..=100 {
            let root = Chess::from_fen(&format!("{men} {clock} 99")).unwrap();
            for mate_at_horizon in [false, true] {
                for fifty_moves in [false, true] {
                    let mut options: SearchOptions = variants::PLAIN.options;
                    options.evaluation = Evaluation::Material;
                    options.mate_at_horizon = mate_at_horizon;
                    options.draws.contempt = 13;
                    options.draws.fifty_moves = fifty_moves;
                    Search::new(&root, &options).to_depth(4, |iteration, _| {
                        let (score, _) = minimax(&root, &options, iteration.depth);
                        assert_eq!(
                            iteration.score, score,
                            "{men} {clock}, depth {}",
                            iteration.depth
                        );
                        drawn += usize::from(score.centipawns() == Some(-13));
                        ControlFlow::Continue(())
                    });
                }
            }
        }
    }
    assert!(drawn > 40, "{drawn}");
}

#[test]
fn a_mate_on_the_hundredth_ply_counts_and_a_later_one_does_not() {
    let score = |men: &str, clock: u8, depth: u8| {
        let root = Chess::from_fen(&format!("{men} {clock} 99")).unwrap();
        let mut last = None;
        Search::new(&root, &variants::PLAIN.options).to_depth(depth, |iteration, _| {
            last = Some(iteration.score);
            ControlFlow::Continue(())
        });
        last.unwrap()
    };
    // Mate in 1 and in 2: 1 and 3 plies.
    assert_eq!(score(MEN[0], 99, 4).mate_plies(), Some(1));
    assert_eq!(score(MEN[1], 97, 4).mate_plies(), Some(3));
    assert!(!score(MEN[1], 98, 4).is_mate());
    assert!(!score(MEN[1], 99, 4).is_mate());
    // At 100 nobody has claimed the draw, or the root would not be searched: it goes on, and a mate counts.
    assert_eq!(score(MEN[0], 100, 2).mate_plies(), Some(1));
}
