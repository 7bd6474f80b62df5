//! Adding a game: tic-tac-toe, searched by the same function that searches chess.
//!
//! A game defines its moves, the position after a move, a key, when it is over, and the value of the end. The other methods of
//! [`Game`] have defaults. From the empty board, minimax enters 549,946 nodes, and alpha-beta 18,297 if it tries the squares row
//! by row. These are the counts given in textbooks.
//!
//! `cargo run --release -p plybench-engine --example tic_tac_toe`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveKind},
    observe::Counters,
    search::{Search, minimax::minimax},
    units::{Depth, Ply},
    variants,
    window::Window,
};

/// Bit n is square n, row by row.
#[derive(Clone, Debug)]
struct TicTacToe {
    /// The squares of the side to move.
    own: u16,
    /// The squares of the side that has just moved.
    other: u16,
}

const EMPTY: TicTacToe = TicTacToe { own: 0, other: 0 };
const ALL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl TicTacToe {
    /// Whether the last move has won.
    fn is_lost(&self) -> bool {
        LINES.iter().any(|line| self.other & line == *line)
    }
}

impl Game for TicTacToe {
    /// The square.
    type Move = u8;

    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u8)) {
        let is_free = |square: &u8| (self.own | self.other) & (1 << square) == 0;
        if kind == MoveKind::All && !self.is_lost() {
            (0..9).filter(is_free).for_each(visit);
        }
    }

    fn play(&self, square: u8) -> Self {
        TicTacToe {
            own: self.other,
            other: self.own | 1 << square,
        }
    }

    fn is_leaf(&self) -> bool {
        self.is_lost() || self.own | self.other == ALL
    }

    fn key(&self) -> u64 {
        let squares = u64::from(self.own) << 9 | u64::from(self.other);
        (squares + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        -i32::from(self.is_lost())
    }
}

fn main() {
    let plain = &variants::PLAIN.options;
    let (score, minimax_nodes) = minimax(&EMPTY, plain, 9);

    // A single search at depth 9; `to_depth` would also search the smaller depths.
    let mut counters = Counters::default();
    let question = (Ply::ROOT, Depth::new(9), Window::full());
    let values = Search::new(&EMPTY, plain)
        .observed_by(&mut counters)
        .values_at([question])
        .expect("plain has no table");
    let alpha_beta_nodes = counters.all_ends();

    println!("value {score}; minimax {minimax_nodes} nodes, alpha-beta {alpha_beta_nodes}");
    assert_eq!((minimax_nodes, alpha_beta_nodes), (549_946, 18_297));
    assert_eq!(values, [score]);
    assert_eq!(score.centipawns(), Some(0), "a draw");
}

#[test]
fn the_counts_are_those_of_the_textbook() {
    main();
}
