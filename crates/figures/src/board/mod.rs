//! The board drawn: as text for a terminal, as SVG for a page, and in words for both.

mod svg;
mod text;

use cozy_chess::{Board, Color, Piece, Square};

pub use self::{
    svg::{inline, shapes, svg},
    text::text,
};

/// Who is to move.
fn to_move(board: &Board) -> &'static str {
    match board.side_to_move() {
        Color::White => "White to move",
        Color::Black => "Black to move",
    }
}

/// The men in words: "White: king h7, rook a2. Black: king h1. White to move."
#[must_use]
pub fn in_words(board: &Board) -> String {
    let men = |side: Color| {
        let kinds = Piece::ALL.into_iter().rev();
        let squares = kinds.flat_map(|kind| {
            board
                .colored_pieces(side, kind)
                .into_iter()
                .map(move |square| (kind, square))
        });
        let men: Vec<String> = squares
            .map(|(kind, square)| format!("{} {square}", name(kind)))
            .collect();
        men.join(", ")
    };
    format!(
        "White: {}. Black: {}. {}.",
        men(Color::White),
        men(Color::Black),
        to_move(board)
    )
}

fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// The letter of the man on a square, as in FEN.
fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    Some(match board.color_on(square)? {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_men_in_words_are_those_of_the_fen() {
        let board: Board = "8/7K/8/8/8/8/R7/7k b - - 0 1".parse().unwrap();
        assert_eq!(
            in_words(&board),
            "White: king h7, rook a2. Black: king h1. Black to move."
        );
        let words = in_words(&Board::default());
        assert!(
            words.starts_with("White: king e1, queen d1, rook a1, rook h1, bishop c1, "),
            "{words}"
        );
        assert_eq!(words.matches("pawn").count(), 16, "{words}");
    }
}
