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
    /// - one knight, if the other side has nothing but queens: a queen that takes a square from its own king can capture the knight;
    /// - bishops on squares of one colour, if the other side has no pawns or knights, and bishops only on squares of the same colour.
    ///   The other king alone cannot take all the squares beside the mated one that lie on its rank or file. So a rook or a queen
    ///   stands on one of them, and each can interpose on the square next to it on the diagonal of the check, or capture there.
    ///
    /// python-chess has the same rules (`Board.has_insufficient_material`).
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
        let men = board.occupied() & !board.pieces(Piece::King);
        let (own, others) = (men & board.colors(side), men & board.colors(!side));
        let [knights, bishops, rooks, queens] =
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
                .map(|piece| board.pieces(piece));
        let is_lone_knight = own.len() == 1 && own.is_subset(knights) && others.is_subset(queens);
        let are_bishops_of_one_colour = own.is_subset(bishops)
            && others.is_subset(bishops | rooks | queens)
            && [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES]
                .into_iter()
                .any(|squares| bishops.is_subset(squares));
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
            // On squares of one colour, against men that can interpose, and against one that cannot.
            ("8/8/8/3k4/3r4/8/8/KB6 w - - 0 1", false, false),
            ("8/8/8/3k4/3q4/3B4/8/KB6 w - - 0 1", false, false),
            ("8/8/8/3k4/3r4/3b4/8/KB6 w - - 0 1", false, false),
            ("8/8/8/3k4/3r4/4b3/8/KB6 w - - 0 1", true, false),
            ("8/8/8/3k4/3n4/8/8/KB6 w - - 0 1", true, false),
            ("8/8/8/3k4/3p4/8/8/KB6 w - - 0 1", true, false),
            // One knight, against queens that can capture it, and against a man that takes a square from its king; two knights.
            ("8/8/8/3k4/3q4/8/8/KN6 w - - 0 1", false, false),
            ("8/8/8/3k4/3r4/8/8/KN6 w - - 0 1", true, false),
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

    /// No position of these men is a checkmate. Every one is tried in which the minor piece stands where it can give check; the
    /// mated king stands on one of the ten squares that reflections of the board leave.
    #[test]
    fn no_position_of_a_minor_piece_against_these_men_is_mate() {
        use crate::game::Game;
        let gives_check = |piece, from: usize, to: usize| {
            let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
            match piece {
                'N' => files * ranks == 2,
                _ => files == ranks,
            }
        };
        for (piece, other) in [
            ('N', None),
            ('N', Some('q')),
            ('B', None),
            ('B', Some('q')),
            ('B', Some('r')),
        ] {
            let squares = || 0..64_usize;
            let corner = squares().filter(|&square| square % 8 <= square / 8 && square / 8 < 4);
            for (black, minor, white) in corner.flat_map(|black| {
                let minors = squares().filter(move |&minor| gives_check(piece, minor, black));
                minors.flat_map(move |minor| squares().map(move |white| (black, minor, white)))
            }) {
                let mut board = [' '; 64];
                (board[black], board[minor]) = ('k', piece);
                if black == minor || board[white] != ' ' {
                    continue;
                }
                board[white] = 'K';
                let assert_no_mate = |board: [char; 64]| {
                    let ranks = board.chunks(8).map(|rank| {
                        let rank: String = rank.iter().collect();
                        rank.replace(' ', "1")
                    });
                    let fen = format!("{} b - - 0 1", ranks.collect::<Vec<_>>().join("/"));
                    if let Ok(position) = Chess::from_fen(&fen) {
                        assert!(position.has_legal_move() || !position.in_check(), "{fen}");
                    }
                };
                let Some(other) = other else {
                    assert_no_mate(board);
                    continue;
                };
                for at in squares().filter(|&at| board[at] == ' ') {
                    let mut board = board;
                    board[at] = other;
                    assert_no_mate(board);
                }
            }
        }
    }
}
