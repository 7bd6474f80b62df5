//! The evaluation of micro-Max 4.7 as a function of the position (H. G. Muller, micro-Max 4.7).
//!
//! micro-Max has no such function. It carries a score along the path and adds to it with every move: what the move captures, and
//! a few terms of the move itself. Here every such term belongs to a position, so that the typical move changes the evaluation by
//! what micro-Max adds for it:
//!
//! - Material: 37 · w, with w = 2 (pawn), 7 (knight), 8 (bishop), 12 (rook), 23 (queen).
//! - Centre points: for all moves but those of rooks and queens, micro-Max adds the points of the square left minus those of the
//!   square reached. Here every such piece loses the points of its square, (file - 4)² + (rank - 3.5)² without the fraction.
//!   Files and ranks count from 0, so the e-file is the centre.
//! - Frozen king: while R, the count of captured pieces, is at most 29, every king move costs 20. Castling earns 50, less these 20.
//!   Here a king has paid for the fewest moves by which it can have come to its square, castling among them.
//! - Structure: a pawn that moves pays 9 for the file on its left and 9 for the one on its right, less 9 (the bias). It does not
//!   pay for a file whose squares it does not leave undefended, because its rank has a pawn of its side just beyond that file. Here
//!   each pair of pawns two files apart on a rank costs 9, and a pawn has paid 9 for each of the fewest moves by which it can have
//!   come to its rank.
//! - Pushes: every pawn move earns R / 4, without the fraction. Here a pawn has earned it for the same moves.
//! - Advanced pawns: a pawn earns 64 when it reaches its sixth rank, and again on its seventh.
//! - Clinging: a pawn that moves pays 9 if it leaves the side of its king, which has moved: the king stands on the same file and on
//!   the other rank of the pawn's pair of ranks (1-2, 3-4, 5-6, 7-8). Here the pawn has earned 9 as long as it stands there.
//!
//! What differs from micro-Max:
//!
//! - A move back returns what the move there cost, and a detour costs nothing: a term knows the squares, not the path. A push from
//!   the third rank to the fourth neither pays nor earns, because a double push takes a pawn there in one move too.
//! - A pawn that arrives beside another one pays 9 for the pair, and a pawn or king that arrives beside the other earns 9.
//! - A captured piece takes all its terms along. micro-Max gives the capturer its value, with what an advanced pawn earned, but
//!   leaves centre points, structure, pushes and clinging as they are.
//! - A promotion gains 649, the difference between a queen and a pawn on its seventh rank, and ends the pawn's other terms. In
//!   micro-Max it gains 646 (White) or 645 (Black), and the terms of a pawn move.
//! - Whether a king has castled is read from its place: files a to c or g to h of its first two ranks, with none of its rooks
//!   further out on the first. A king that leaves that corner loses the 50. A king on its first square counts as not moved.
//! - The king's moves and castling count only while R is at most 29. In micro-Max, what they cost and earned until then remains,
//!   and castling earns 50 later too.
//! - R is that of the position ([`captured_material`]). micro-Max counts the captures of the game, but not those in its search. It
//!   also adds 5 for a promotion, and 1 for some moves that gain or take what an advanced pawn earned; here a promotion lowers R.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// Values by piece, in centipawns. The king has none, since it is never lost.
const VALUE: [i32; Piece::NUM] = [2 * 37, 7 * 37, 8 * 37, 12 * 37, 23 * 37, 0];
/// What a captured piece adds to the count R: its value in units of 128.
const COUNT: [i32; Piece::NUM] = [0, 2, 2, 3, 6, 0];
/// The count of all pieces at the start of a game.
const ALL_PIECES: i32 = 40;
/// While the count R is not above this, the king is frozen.
const MIDDLEGAME: i32 = 29;
/// The cost of a king move in the middlegame.
const KING_MOVE: i32 = 20;
/// What castling earns, before the cost of the king move.
const CASTLING: i32 = 50;
/// The weight of pawn structure: of a pair, of the bias and of clinging to the king.
const STRUCTURE: i32 = 9;
/// The bonus for a pawn on its sixth rank, and again on its seventh.
const ADVANCED: i32 = 64;
/// By rank of the pawn's side: the fewest moves by which a pawn comes to it.
const PAWN_MOVES: [i32; Rank::NUM] = [0, 0, 1, 1, 2, 3, 4, 0];

/// The points that a piece loses on a square, smaller near the centre.
const CENTRE: [i32; Square::NUM] = {
    let mut table = [0; Square::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
        // In quarters the rank's part is exact; the division drops the fraction.
        table[square] = (4 * (file - 4) * (file - 4) + (2 * rank - 7) * (2 * rank - 7)) / 4;
        square += 1;
    }
    table
};

/// The count R: the pieces missing from the board, a knight or bishop as 2, a rook as 3, a queen as 6; 0 to 40. Promoted pieces
/// stand for captured ones.
pub(super) fn captured_material(board: &Board) -> u8 {
    let present: i32 = Piece::ALL
        .iter()
        .zip(COUNT)
        .map(|(&piece, count)| count * board.pieces(piece).len() as i32)
        .sum();
    (ALL_PIECES - present).max(0) as u8
}

pub(super) fn evaluate(board: &Board) -> i32 {
    let captured = captured_material(board).into();
    let us = board.side_to_move();
    of_side(board, us, captured) - of_side(board, !us, captured)
}

/// All terms of one side.
fn of_side(board: &Board, side: Color, captured: i32) -> i32 {
    material(board, side)
        + centre(board, side)
        + king(board, side, captured)
        + pawns(board, side, captured)
}

fn material(board: &Board, side: Color) -> i32 {
    let values = Piece::ALL.iter().zip(VALUE);
    values
        .map(|(&piece, value)| value * board.colored_pieces(side, piece).len() as i32)
        .sum()
}

fn centre(board: &Board, side: Color) -> i32 {
    let indifferent = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let drawn = board.colors(side) & !indifferent;
    -drawn
        .into_iter()
        .map(|square| CENTRE[square as usize])
        .sum::<i32>()
}

/// The first square of a side's king.
fn first_square(side: Color) -> Square {
    Square::E1.relative_to(side)
}

/// What the king's moves cost and castling earned.
fn king(board: &Board, side: Color, captured: i32) -> i32 {
    if captured > MIDDLEGAME {
        return 0;
    }
    let king = board.king(side);
    match castled_to(board, side) {
        Some(square) => CASTLING - KING_MOVE * (1 + steps(square, king)),
        None => -KING_MOVE * steps(first_square(side), king),
    }
}

/// The square to which the king has castled, if it stands in the corner of a wing without a rook of its own beyond it.
fn castled_to(board: &Board, side: Color) -> Option<Square> {
    let king = board.king(side);
    if king.rank().relative_to(side) > Rank::Second {
        return None;
    }
    let (file, is_beyond): (File, fn(File, File) -> bool) = match king.file() {
        File::A | File::B | File::C => (File::C, |rook, king| rook < king),
        File::G | File::H => (File::G, |rook, king| rook > king),
        _ => return None,
    };
    let first_rank = Rank::First.relative_to(side);
    let rooks = board.colored_pieces(side, Piece::Rook) & first_rank.bitboard();
    let is_locked_in = rooks
        .into_iter()
        .any(|rook| is_beyond(rook.file(), king.file()));
    (!is_locked_in).then_some(Square::new(file, first_rank))
}

/// The moves of a king from one square to the other.
fn steps(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks)
}

fn pawns(board: &Board, side: Color, captured: i32) -> i32 {
    let pawns = board.colored_pieces(side, Piece::Pawn);
    let of_pawn = |square: Square| {
        let rank = square.rank().relative_to(side);
        let advanced = match rank {
            Rank::Sixth => ADVANCED,
            Rank::Seventh => 2 * ADVANCED,
            _ => 0,
        };
        advanced + PAWN_MOVES[rank as usize] * (captured / 4 - STRUCTURE)
    };
    let each: i32 = pawns.into_iter().map(of_pawn).sum();
    let right_of_two = !(File::A.bitboard() | File::B.bitboard());
    let pairs = BitBoard(pawns.0 << 2) & pawns & right_of_two;
    let king = board.king(side);
    // The other square of the king's pair of ranks: the lowest bit of the rank is flipped.
    let beside_king = Square::index(king as usize ^ 8);
    let clings = king != first_square(side) && pawns.has(beside_king);
    each + STRUCTURE * (i32::from(clings) - pairs.len() as i32)
}

#[cfg(test)]
mod tests;
