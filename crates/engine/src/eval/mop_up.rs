//! Mop-up: how close a lone king is to being mated.
//!
//! A lone king is closer to being mated the further it is from the centre and the nearer the other
//! king is. The idea is from Slate and Atkin, "CHESS 4.5: The Northwestern University Chess Program"
//! (1977); the weights are this project's own.

use cozy_chess::{Board, Color, Square};

use super::material;

/// Centipawns for each step of the lone king away from the four central squares (0 to 6 steps).
const EDGE: i32 = 10;
/// Centipawns for each step that the kings are nearer than 14 (2 to 14 steps).
const NEARNESS: i32 = 4;

/// Steps to the nearest of the four central squares, without diagonal steps.
const CENTRE_STEPS: [i32; Square::NUM] = {
    let mut table = [0; Square::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
        let off_file = if file < 4 { 3 - file } else { file - 4 };
        let off_rank = if rank < 4 { 3 - rank } else { rank - 4 };
        table[square] = off_file + off_rank;
        square += 1;
    }
    table
};

#[inline]
fn steps_between(a: Square, b: Square) -> i32 {
    let file = (a.file() as i32 - b.file() as i32).abs();
    let rank = (a.rank() as i32 - b.rank() as i32).abs();
    file + rank
}

#[inline]
pub(super) fn evaluate(board: &Board) -> i32 {
    let us = board.side_to_move();
    material::balance(board) + bonus(board, us) - bonus(board, !us)
}

/// The bonus of `winner` if its opponent has a lone king.
#[inline]
fn bonus(board: &Board, winner: Color) -> i32 {
    if board.colors(!winner).len() > 1 || board.colors(winner).len() == 1 {
        return 0;
    }
    let (king, lone) = (board.king(winner), board.king(!winner));
    EDGE * CENTRE_STEPS[lone as usize] + NEARNESS * (14 - steps_between(king, lone))
}
