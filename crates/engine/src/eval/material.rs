//! Material: the sum of the pieces' values.

use cozy_chess::{Board, Piece};

/// Values by piece, in centipawns. The king has none, since it is never lost.
pub(crate) const VALUE: [i32; Piece::NUM] = [100, 320, 330, 500, 900, 0];

/// The material of the side to move minus the opponent's.
#[inline]
pub(super) fn balance(board: &Board) -> i32 {
    let us = board.side_to_move();
    let ours = board.colors(us);
    Piece::ALL
        .iter()
        .zip(VALUE)
        .map(|(&piece, value)| {
            let pieces = board.pieces(piece);
            value * ((pieces & ours).len() as i32 * 2 - pieces.len() as i32)
        })
        .sum()
}
