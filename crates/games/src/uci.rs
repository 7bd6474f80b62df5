//! Moves in the notation of UCI.

use plybench_engine::game::{
    Game, MoveKind,
    chess::{Chess, ChessMove},
};

/// The legal move of a text in UCI's notation. Castling may also be written as the king's move to its own rook, as engines for
/// Chess960 do.
#[must_use]
pub fn read_uci(position: &Chess, text: &str) -> Option<ChessMove> {
    let mut found = None;
    position.for_each_move(MoveKind::All, |mv| {
        let squares = squares(mv);
        // A move is written as text only if it comes from the right square.
        let is_from = text.as_bytes().starts_with(&squares[..2]);
        if is_from && (squares == text.as_bytes() || position.notation(mv) == text) {
            found = Some(mv);
        }
    });
    found
}

/// The squares of a move, where castling is the king's move to its own rook.
fn squares(mv: ChessMove) -> [u8; 4] {
    let [from, to] = [mv.number() >> 9, mv.number() >> 3].map(|square| (square & 63) as u8);
    [
        b'a' + from % 8,
        b'1' + from / 8,
        b'a' + to % 8,
        b'1' + to / 8,
    ]
}
