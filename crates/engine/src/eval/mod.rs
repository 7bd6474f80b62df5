//! Static evaluation of chess positions, from the point of view of the side to move, in centipawns.
//!
//! An evaluation shapes the tree, because it decides which moves fail high, but it does not change
//! which positions are mates. So each one is as simple as its purpose allows.

mod material;
mod micro_max;
mod mop_up;
mod piece_square;

use cozy_chess::Board;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The static evaluation of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Evaluation {
    /// Always 0, so that only mates count: a pure mate search.
    #[default]
    Zero,
    /// The sum of the pieces' values.
    Material,
    /// Material plus a bonus for driving a lone king to the edge and bringing one's own king near it.
    MopUp,
    /// Material plus a value for the square of each piece.
    PieceSquare,
    /// The terms of micro-Max 4.7, which it adds per move, as terms of the position.
    MicroMax,
}

/// The value of a board from the point of view of the side to move.
#[inline]
pub(crate) fn evaluate(board: &Board, evaluation: Evaluation) -> i32 {
    match evaluation {
        Evaluation::Zero => 0,
        Evaluation::Material => material::balance(board),
        Evaluation::MopUp => mop_up::evaluate(board),
        Evaluation::PieceSquare => piece_square::evaluate(board),
        Evaluation::MicroMax => micro_max::evaluate(board),
    }
}

/// The pieces that have been captured, judged by those on the board: a knight or bishop counts 2, a rook 3, a queen 6, all 40.
#[inline]
pub(crate) fn captured_material(board: &Board) -> u8 {
    micro_max::captured_material(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen, false).unwrap()
    }

    #[test]
    fn a_position_with_colours_flipped_has_the_same_value() {
        let pairs = [
            (
                "8/7K/8/8/8/8/R7/7k w - - 0 1",
                "7K/r7/8/8/8/8/7k/8 b - - 0 1",
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1",
            ),
        ];
        for (white, black) in pairs {
            for evaluation in [
                Evaluation::Zero,
                Evaluation::Material,
                Evaluation::MopUp,
                Evaluation::PieceSquare,
                Evaluation::MicroMax,
            ] {
                let value = evaluate(&board(white), evaluation);
                assert_eq!(
                    value,
                    evaluate(&board(black), evaluation),
                    "{white} {evaluation:?}"
                );
            }
        }
    }

    #[test]
    fn a_rook_is_worth_five_pawns() {
        let krk = board("8/7K/8/8/8/8/R7/7k w - - 0 1");
        assert_eq!(evaluate(&krk, Evaluation::Material), 500);
        assert_eq!(evaluate(&krk, Evaluation::Zero), 0);
        assert!(evaluate(&krk, Evaluation::MopUp) > 500);
    }
}
