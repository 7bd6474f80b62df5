//! Piece-square tables: each man's square has a value.
//!
//! Instead of six tables of 64 tuned numbers, each value is a short formula of the man's distance
//! to the centre and its rank, which is all that the search's trees depend on.

use cozy_chess::{Board, Color, Piece, Square};

use super::material;

/// The value of a man on a square, as white sees it.
const TABLE: [[i32; Square::NUM]; Piece::NUM] = {
    let mut table = [[0; Square::NUM]; Piece::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
        let off_file = if file < 4 { 3 - file } else { file - 4 };
        let off_rank = if rank < 4 { 3 - rank } else { rank - 4 };
        let central = 6 - off_file - off_rank;
        table[Piece::Pawn as usize][square] = rank * rank + 2 * (3 - off_file);
        table[Piece::Knight as usize][square] = 6 * central - 15;
        table[Piece::Bishop as usize][square] = 4 * central - 10;
        table[Piece::Rook as usize][square] = if rank == 6 { 15 } else { 2 * (3 - off_file) };
        table[Piece::Queen as usize][square] = 2 * central - 5;
        table[Piece::King as usize][square] = 5 * central;
        square += 1;
    }
    table
};

pub(super) fn evaluate(board: &Board) -> i32 {
    let us = board.side_to_move();
    of(board, us) - of(board, !us)
}

fn of(board: &Board, colour: Color) -> i32 {
    let mut value = material::of(board, colour);
    for piece in Piece::ALL {
        for square in board.colored_pieces(colour, piece) {
            value += TABLE[piece as usize][square.relative_to(colour) as usize];
        }
    }
    value
}
