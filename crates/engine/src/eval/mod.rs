//! Static evaluation of chess positions, from the point of view of the side to move, in centipawns.
//!
//! An evaluation shapes the tree, because it decides which moves fail high, but it does not change
//! which positions are mates. So each one is as simple as its purpose allows.

mod correction;
mod material;
mod micro_max;
mod mop_up;
mod piece_square;

use cozy_chess::Board;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::correction::CorrectionOptions;
pub(crate) use self::{correction::Corrections, material::VALUE as PIECE_VALUE};

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

    /// Checks a value from both sides, and with the colours flipped.
    fn assert_value(men: &str, evaluation: Evaluation, value: i32) {
        let flipped: String = men
            .chars()
            .map(|man| match man.is_uppercase() {
                true => man.to_ascii_lowercase(),
                false => man.to_ascii_uppercase(),
            })
            .collect();
        let ranks: Vec<&str> = flipped.rsplit('/').collect();
        let flipped = ranks.join("/");
        for (men, white) in [(men, value), (&flipped, -value)] {
            for (side, value) in [('w', white), ('b', -white)] {
                let board = board(&format!("{men} {side} - - 0 1"));
                assert_eq!(evaluate(&board, evaluation), value, "{men} {side}");
            }
        }
    }

    #[test]
    fn each_piece_has_its_material_value() {
        for (man, value) in [('P', 100), ('N', 320), ('B', 330), ('R', 500), ('Q', 900)] {
            let men = format!("4k3/8/8/8/8/{man}7/8/4K3");
            assert_value(&men, Evaluation::Material, value);
            assert_value(&men, Evaluation::Zero, 0);
            let two = format!("4k3/8/8/8/8/{man}{man}6/8/4K3");
            assert_value(&two, Evaluation::Material, 2 * value);
        }
        assert_value("4k3/pp6/8/8/8/N7/8/4K3", Evaluation::Material, 320 - 200);
    }

    #[test]
    fn a_lone_king_is_judged_by_its_distances_from_the_centre_and_from_the_other_king() {
        // 10 for each step from the centre, and 4 for each that the kings are nearer than 14.
        for (men, bonus) in [
            ("8/7K/8/8/8/8/R7/7k", 6 * 10 + (14 - 6) * 4),
            ("8/8/2k5/8/8/8/R7/K7", 2 * 10 + (14 - 7) * 4),
            ("1k6/8/8/8/8/8/7R/K7", 5 * 10 + (14 - 8) * 4),
            ("8/8/8/4k3/8/5K2/7R/8", (14 - 3) * 4),
            ("8/8/8/R7/2k5/8/8/7K", 10 + (14 - 8) * 4),
        ] {
            assert_value(men, Evaluation::MopUp, 500 + bonus);
        }
        // A king with a pawn is not alone, and of two kings alone neither is driven.
        assert_value("8/7K/8/8/8/7p/R7/7k", Evaluation::MopUp, 500 - 100);
        assert_value("8/7K/8/8/8/8/8/7k", Evaluation::MopUp, 0);
    }

    #[test]
    fn a_piece_is_worth_more_on_better_squares() {
        // The kings' squares are worth the same.
        for (men, value) in [
            ("4k3/8/8/8/8/8/4P3/4K3", 100 + 1 + 6),
            ("4k3/P7/8/8/8/8/8/4K3", 100 + 36),
            ("4k3/8/8/2P5/8/8/8/4K3", 100 + 16 + 4),
            ("4k3/8/8/8/8/8/8/N3K3", 320 - 15),
            ("4k3/8/8/8/3N4/8/8/4K3", 320 + 36 - 15),
            ("4k3/8/8/8/8/1B6/8/4K3", 330 + 12 - 10),
            ("4k3/8/8/8/8/8/6B1/4K3", 330 + 8 - 10),
            ("4k3/R7/8/8/8/8/8/4K3", 500 + 15),
            ("4k3/8/8/8/8/8/8/3RK3", 500 + 6),
            ("4k3/8/8/8/8/8/R7/4K3", 500),
            ("4k3/8/8/8/3Q4/8/8/4K3", 900 + 12 - 5),
            ("4k3/7Q/8/8/8/8/8/4K3", 900 + 2 - 5),
            // The black king is two steps nearer to the centre, then the white one is three.
            ("8/8/4k3/8/8/8/8/4K3", -10),
            ("4k3/8/8/8/3K4/8/8/8", 15),
        ] {
            assert_value(men, Evaluation::PieceSquare, value);
        }
    }
}
