//! Whether the men on the board can give mate at all.
//!
//! Only the men count, not where they stand. So a position that is dead because its pawns are blocked is not found; one that is
//! called dead is.

use cozy_chess::{BitBoard, Color, Piece};

use super::Chess;

impl Chess {
    /// Whether some arrangement of the men lets the side to move give mate, however badly the other side plays. It cannot with
    ///
    /// - its king alone;
    /// - one knight against a king alone;
    /// - bishops on squares of one colour, if the other side has nothing but bishops on squares of the same colour, or only its king.
    #[must_use]
    pub fn side_to_move_has_mating_material(&self) -> bool {
        self.has_mating_material(self.board.side_to_move())
    }

    /// Whether neither side can give mate with the men on the board: the game is drawn at once (FIDE Laws of Chess, article 5.2.2).
    #[must_use]
    pub fn is_dead(&self) -> bool {
        !Color::ALL
            .into_iter()
            .any(|side| self.has_mating_material(side))
    }

    fn has_mating_material(&self, side: Color) -> bool {
        let board = &self.board;
        let officers = !board.pieces(Piece::King) & board.occupied();
        let own = officers & board.colors(side);
        let is_lone_knight =
            own == officers && own.len() == 1 && own.is_subset(board.pieces(Piece::Knight));
        let are_bishops_of_one_colour = officers.is_subset(board.pieces(Piece::Bishop))
            && [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES]
                .into_iter()
                .any(|squares| officers.is_subset(squares));
        !(own.is_empty() || is_lone_knight || are_bishops_of_one_colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_men_decide_whether_there_can_be_a_mate() {
        for (fen, can_mate, is_dead) in [
            ("8/8/8/3k4/8/8/8/K7 w - - 0 1", false, true),
            ("8/8/8/3k4/8/8/8/KN6 w - - 0 1", false, true),
            ("8/8/8/3k4/8/8/8/KB6 b - - 0 1", false, true),
            // Bishops on squares of one colour, of one side or both.
            ("8/8/8/3k4/8/3B4/8/KB6 w - - 0 1", false, true),
            ("8/8/8/3k4/4b3/8/8/KB6 w - - 0 1", false, true),
            // On squares of both colours, with the help of the other side.
            ("8/8/8/3k4/3b4/8/8/KB6 w - - 0 1", true, false),
            ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", true, false),
            // A king alone, against what can mate.
            ("8/8/8/3k4/8/8/7q/K7 w - - 0 1", false, false),
            ("8/8/8/3k4/8/8/7q/K7 b - - 0 1", true, false),
            // One knight, if the other side has a man that can take a square from its king; two knights.
            ("8/8/8/3k4/3p4/8/8/KN6 w - - 0 1", true, false),
            ("8/8/8/3k4/3n4/8/8/KN6 w - - 0 1", true, false),
            ("8/8/8/3k4/8/8/8/KNN5 w - - 0 1", true, false),
            ("8/8/8/3k4/8/8/4P3/K7 w - - 0 1", true, false),
        ] {
            let position = Chess::from_fen(fen).unwrap();
            let found = (
                position.side_to_move_has_mating_material(),
                position.is_dead(),
            );
            assert_eq!(found, (can_mate, is_dead), "{fen}");
        }
    }

    /// No position without mating material is a checkmate: every one of king and minor piece against king is tried.
    #[test]
    fn no_position_of_a_king_and_a_minor_piece_is_mate() {
        use crate::game::Game;
        for piece in ['N', 'B'] {
            for squares in 0..64 * 64 * 64 {
                let (black, white, minor) = (squares % 64, squares / 64 % 64, squares / 4096);
                if black == white || black == minor || white == minor {
                    continue;
                }
                let mut board = [' '; 64];
                (board[black], board[white], board[minor]) = ('k', 'K', piece);
                let ranks = board.chunks(8).map(|rank| {
                    let rank: String = rank.iter().collect();
                    rank.replace(' ', "1")
                });
                let fen = format!("{} b - - 0 1", ranks.collect::<Vec<_>>().join("/"));
                if let Ok(position) = Chess::from_fen(&fen) {
                    assert!(position.has_legal_move() || !position.in_check(), "{fen}");
                }
            }
        }
    }
}
