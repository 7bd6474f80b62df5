//! Material: the sum of the men's values.

use cozy_chess::{Board, Color, Piece};

/// Values by piece, in centipawns; the king has none, since it is never lost.
const VALUE: [(Piece, i32); 5] = [
    (Piece::Pawn, 100),
    (Piece::Knight, 320),
    (Piece::Bishop, 330),
    (Piece::Rook, 500),
    (Piece::Queen, 900),
];

/// The material of one side.
#[inline]
pub(super) fn of(board: &Board, colour: Color) -> i32 {
    let men = board.colors(colour);
    VALUE
        .iter()
        .map(|&(piece, value)| value * (board.pieces(piece) & men).len() as i32)
        .sum()
}

/// Own material less the opponent's.
#[inline]
pub(super) fn balance(board: &Board) -> i32 {
    let us = board.side_to_move();
    let ours = board.colors(us);
    VALUE
        .iter()
        .map(|&(piece, value)| {
            let pieces = board.pieces(piece);
            value * ((pieces & ours).len() as i32 * 2 - pieces.len() as i32)
        })
        .sum()
}
