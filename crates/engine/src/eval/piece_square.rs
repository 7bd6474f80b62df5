//! Piece-square tables: each piece has a value for its square.
//!
//! Instead of six tables of 64 tuned numbers, a short formula computes each value from the distance
//! to the centre and the rank. That is enough to shape the search's trees.

use cozy_chess::{Board, Color, Piece, Square};

use super::material;

/// The value of a piece on a square, for White: its material value plus that of the square.
const TABLE: [[[i32; Square::NUM]; Piece::NUM]; Color::NUM] = {
    let mut table = [[[0; Square::NUM]; Piece::NUM]; Color::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let value = material::VALUE[piece] + on_square(piece, square);
            table[Color::White as usize][piece][square] = value;
            // The board is flipped: the same file, and the rank counted from the other side.
            table[Color::Black as usize][piece][square ^ 56] = -value;
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The value of a square for a white piece.
const fn on_square(piece: usize, square: usize) -> i32 {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    let off_file = if file < 4 { 3 - file } else { file - 4 };
    let off_rank = if rank < 4 { 3 - rank } else { rank - 4 };
    let central = 6 - off_file - off_rank;
    match Piece::ALL[piece] {
        Piece::Pawn => rank * rank + 2 * (3 - off_file),
        Piece::Knight => 6 * central - 15,
        Piece::Bishop => 4 * central - 10,
        Piece::Rook if rank == 6 => 15,
        Piece::Rook => 2 * (3 - off_file),
        Piece::Queen => 2 * central - 5,
        Piece::King => 5 * central,
    }
}

pub(super) fn evaluate(board: &Board) -> i32 {
    let white = board.colors(Color::White);
    let mut value = 0;
    for piece in Piece::ALL {
        for square in board.pieces(piece) {
            let colour = usize::from(!white.has(square));
            value += TABLE[colour][piece as usize][square as usize];
        }
    }
    match board.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}
