//! Moves as people write them: short (`Nbd2`), long (`Nb1-d2`) or like programs (`b1d2`).
//!
//! A text is read as the one legal move that fits it. Marks of capture, check and opinion are
//! ignored.

use cozy_chess::Piece;
use plybench_engine::game::{
    Game, MoveKind,
    chess::{Chess, ChessMove},
};
use thiserror::Error;

/// Why a text is not a move in a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SanError {
    /// It does not have the form of a move.
    #[error("{0:?} is not a move; give one such as Nf3, Nb1-d2, e8=Q, O-O or g1f3")]
    Unreadable(String),
    /// No legal move fits.
    #[error("{0:?} is not legal in this position")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("{text:?} could be {candidates}; give the square that it comes from")]
    Ambiguous {
        /// The move as the user gave it.
        text: String,
        /// The legal moves that fit, separated by "or".
        candidates: String,
    },
}

/// The parts of a move's text; those that it leaves out are `None`.
struct MoveText<'t> {
    piece: Option<Piece>,
    from_file: Option<char>,
    from_rank: Option<char>,
    to: &'t str,
    promotion: Option<char>,
}

/// Reads a text as a legal move.
///
/// # Errors
/// If it is not a move, no legal move fits, or more than one does.
pub fn read_move(position: &Chess, text: &str) -> Result<ChessMove, SanError> {
    let echo = || plybench_text::echo(text);
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = match bare {
        "O-O" | "0-0" => Some('g'),
        "O-O-O" | "0-0-0" => Some('c'),
        _ => None,
    };
    let compact: String = bare
        .chars()
        .filter(|c| !matches!(c, 'x' | '-' | '=' | ':'))
        .collect();
    let parts = match castling {
        Some(_) => None,
        None => Some(MoveText::of(&compact).ok_or_else(|| SanError::Unreadable(echo()))?),
    };
    let mut fitting = Vec::new();
    position.for_each_move(MoveKind::All, |mv| {
        let notation = position.notation(mv);
        let squares: Vec<char> = notation.chars().collect();
        let from = notation.get(..2).and_then(|square| square.parse().ok());
        let piece = from.and_then(|square| position.board().piece_on(square));
        let castles =
            piece == Some(Piece::King) && squares[0] == 'e' && matches!(squares[2], 'c' | 'g');
        let fits = match &parts {
            None => castles && Some(squares[2]) == castling,
            Some(parts) => parts.fits(piece, &squares),
        };
        if fits {
            fitting.push((mv, notation));
        }
    });
    match &fitting[..] {
        [] => Err(SanError::Illegal(echo())),
        [(mv, _)] => Ok(*mv),
        several => {
            let notations: Vec<&str> = several.iter().map(|(_, text)| text.as_str()).collect();
            Err(SanError::Ambiguous {
                text: echo(),
                candidates: notations.join(" or "),
            })
        }
    }
}

impl<'t> MoveText<'t> {
    /// Parses a text without marks: piece, origin, destination, promotion.
    fn of(text: &'t str) -> Option<Self> {
        let named = text.chars().next().and_then(|letter| match letter {
            'P' => Some(Piece::Pawn),
            letter => officer(letter),
        });
        let rest = if named.is_some() { &text[1..] } else { text };
        let last = rest.chars().next_back()?;
        let promotion = officer(last.to_ascii_uppercase()).map(|_| last.to_ascii_lowercase());
        let rest = match promotion {
            Some(_) => &rest[..rest.len() - 1],
            None => rest,
        };
        let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let is_file = |c: &char| ('a'..='h').contains(c);
        let is_rank = |c: &char| ('1'..='8').contains(c);
        let mut square = to.chars();
        (square.next().is_some_and(|c| is_file(&c)) && square.next().is_some_and(|c| is_rank(&c)))
            .then_some(())?;
        let from_file = from.chars().next().filter(is_file);
        let from_rank = from.chars().next_back().filter(is_rank);
        let given = usize::from(from_file.is_some()) + usize::from(from_rank.is_some());
        (given == from.len()).then_some(())?;
        // Programs give both squares and no piece; people leave only the pawn unnamed.
        let piece = named.or_else(|| (given < 2).then_some(Piece::Pawn));
        Some(MoveText {
            piece,
            from_file,
            from_rank,
            to,
            promotion,
        })
    }

    /// Whether a legal move, given by its piece and squares, fits the text.
    fn fits(&self, piece: Option<Piece>, squares: &[char]) -> bool {
        (self.piece.is_none() || self.piece == piece)
            && self.from_file.is_none_or(|file| squares[0] == file)
            && self.from_rank.is_none_or(|rank| squares[1] == rank)
            && self.to.chars().eq(squares[2..4].iter().copied())
            && self.promotion == squares.get(4).copied()
    }
}

/// The piece of a letter, except the pawn.
fn officer(letter: char) -> Option<Piece> {
    Some(match letter {
        'K' => Piece::King,
        'Q' => Piece::Queen,
        'R' => Piece::Rook,
        'B' => Piece::Bishop,
        'N' => Piece::Knight,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, SanError> {
        let position = Chess::from_fen(fen).unwrap();
        read_move(&position, text).map(|mv| position.notation(mv))
    }

    #[test]
    fn a_move_is_read_however_it_is_written() {
        let castling = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let promotion = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        let en_passant = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
        for (fen, text, notation) in [
            (castling, "O-O", "e1g1"),
            (castling, "0-0-0!?", "e1c1"),
            (castling, "e1g1", "e1g1"),
            (castling, "Kf1", "e1f1"),
            (castling, "Rg1", "h1g1"),
            (castling, "Nxd7", "e5d7"),
            (castling, "Ne5-g4", "e5g4"),
            (castling, "Qxf6!", "f3f6"),
            (castling, "dxe6", "d5e6"),
            (castling, "d5:e6", "d5e6"),
            (castling, "d6", "d5d6"),
            (castling, "Pd6", "d5d6"),
            (promotion, "gxh1=Q", "g2h1q"),
            (promotion, "fxe1N", ""),
            (promotion, "g1=N+", "g2g1n"),
            (promotion, "g2g1n", "g2g1n"),
            (en_passant, "exd3+", "e4d3"),
            ("4k3/8/8/8/8/8/1b6/4K3 b - - 0 1", "Bc3+", "b2c3"),
            ("3k4/8/8/1b6/8/1b6/8/4K3 b - - 0 1", "B5c4", "b5c4"),
        ] {
            match notation {
                "" => assert!(read(fen, text).is_err(), "{text}"),
                _ => assert_eq!(read(fen, text).as_deref(), Ok(notation), "{text}"),
            }
        }
    }

    #[test]
    fn a_text_that_is_not_a_move_differs_from_an_illegal_move() {
        let fen = "4k3/8/8/8/8/8/8/RN2KN1R w - - 0 1";
        for text in [
            "", "N", "castles", "e9", "Nf3f", "Zc3", "é4", "Nb1d2d2", "--",
        ] {
            assert!(
                matches!(read(fen, text), Err(SanError::Unreadable(_))),
                "{text}"
            );
        }
        for text in ["e4", "O-O", "Na1", "e1g1", "Qd1", "Ke3", "Rh8=Q"] {
            assert!(
                matches!(read(fen, text), Err(SanError::Illegal(_))),
                "{text}"
            );
        }
        let error = read(fen, "Nd2").unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"Nd2\" could be b1d2 or f1d2; give the square that it comes from"
        );
        assert_eq!(read(fen, "Nfd2").as_deref(), Ok("f1d2"));
    }
}
