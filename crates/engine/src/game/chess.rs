//! Chess, on the board and move generator of cozy-chess.

mod fen;
mod mating_material;
mod pseudo_legal;

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_king_moves,
    util::{display_san_move, display_uci_move},
};

pub use self::fen::FenError;
use super::{CheckAnswer, Game, MoveClass, MoveKind};
use crate::eval::{self, Evaluation};

/// A chess position.
///
/// ```
/// use plybench_engine::game::chess::Chess;
/// let krk = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
/// assert_eq!(krk.fen(), "8/7K/8/8/8/8/R7/7k w - - 0 1");
/// assert!(Chess::from_fen("8/8/8/8/8/8/8/7k w - - 0 1").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
}

/// A chess move. [`Default`] is a filler that no position generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessMove(Move);

impl Default for ChessMove {
    fn default() -> Self {
        ChessMove(Move {
            from: Square::A1,
            to: Square::A1,
            promotion: None,
        })
    }
}

impl ChessMove {
    /// The move in 15 bits: the squares that it leaves and reaches, 6 bits each, a1 = 0, b1 = 1, …; then the piece of a promotion,
    /// 3 bits, 0 for none. Castling is the king's move to its own rook.
    #[must_use]
    pub fn number(self) -> u16 {
        let Move {
            from,
            to,
            promotion,
        } = self.0;
        let promotion = promotion.map_or(0, |piece| piece as u16);
        (from as u16) << 9 | (to as u16) << 3 | promotion
    }
}

impl Chess {
    /// Reads a position from the six fields of FEN, or from the first four fields of EPD.
    ///
    /// # Errors
    /// The error names the field, what is wrong, and how to fix it. Positions that no game can reach
    /// and that would mislead a move generator are also rejected: adjacent kings, a side to move that
    /// could capture the king, more pieces than promotions allow.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(Chess {
            board: fen::parse(fen)?,
        })
    }

    /// The position in FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.board.to_string()
    }

    /// The position as a board of cozy-chess.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A legal move in standard algebraic notation, as in PGN, with its sign of check or mate.
    ///
    /// # Panics
    /// If the move is not legal.
    #[must_use]
    pub fn san(&self, mv: ChessMove) -> String {
        display_san_move(&self.board, mv.0).to_string()
    }

    /// The number of move sequences of this length. Every move is made, including the last; the
    /// lengths of move lists are not added up instead. It is a test of move generation and a
    /// benchmark of its speed.
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        perft(&self.board, depth)
    }
}

/// Perft with the board library alone, as a reference for the speed of the search.
fn perft(board: &Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += perft(&child, depth - 1);
        }
        false
    });
    leaves
}

/// The moves to generate: the pieces that move, and their target squares.
struct MoveFilter {
    men: BitBoard,
    squares: BitBoard,
    pawn_squares: BitBoard,
}

impl MoveFilter {
    const ALL: Self = MoveFilter {
        men: BitBoard::FULL,
        squares: BitBoard::FULL,
        pawn_squares: BitBoard::FULL,
    };

    /// Captures and promotions. A move to an empty square can be one of them only if a pawn makes it:
    /// to a last rank, or en passant. (No pawn can be pushed to the en passant square.)
    #[inline]
    fn tactical(board: &Board) -> Self {
        let us = board.side_to_move();
        let victims = board.colors(!us);
        let en_passant = board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(us)).bitboard()
        });
        // Generating king moves tests every square around the king for attackers, so it is left out if it can capture nothing.
        let king = board.king(us);
        let idle = if get_king_moves(king).is_disjoint(victims) {
            king.bitboard()
        } else {
            BitBoard::EMPTY
        };
        MoveFilter {
            men: !idle,
            squares: victims,
            pawn_squares: victims | en_passant | Rank::First.bitboard() | Rank::Eighth.bitboard(),
        }
    }
}

impl Game for Chess {
    type Move = ChessMove;

    const HISTORY_SIZE: usize = Color::NUM * Square::NUM * Square::NUM;

    #[inline]
    fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(ChessMove)) {
        let MoveFilter {
            men,
            squares,
            pawn_squares,
        } = match kind {
            MoveKind::All => MoveFilter::ALL,
            MoveKind::Tactical => MoveFilter::tactical(&self.board),
        };
        self.board.generate_moves_for(men, |mut moves| {
            moves.to &= if moves.piece == Piece::Pawn {
                pawn_squares
            } else {
                squares
            };
            for mv in moves {
                visit(ChessMove(mv));
            }
            false
        });
    }

    #[inline]
    fn is_legal(&self, mv: ChessMove) -> bool {
        self.board.is_legal(mv.0)
    }

    #[inline]
    fn has_legal_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    #[inline]
    fn play(&self, mv: ChessMove) -> Self {
        let mut after = self.clone();
        after.make(mv);
        after
    }

    #[inline]
    fn make(&mut self, mv: ChessMove) {
        self.board.play_unchecked(mv.0);
    }

    fn pass(&self) -> Option<Self> {
        let board = &self.board;
        let men = board.colors(board.side_to_move());
        let officers = men & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        if officers.is_empty() {
            return None;
        }
        board.null_move().map(|board| Chess { board })
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.hash()
    }

    #[inline]
    fn reversible_plies(&self) -> u8 {
        self.board.halfmove_clock()
    }

    #[inline]
    fn evaluate(&self, evaluation: Evaluation) -> i32 {
        eval::evaluate(&self.board, evaluation)
    }

    #[inline]
    fn classify(&self, mv: ChessMove) -> MoveClass {
        let own = self.board.colors(self.board.side_to_move());
        let occupied = self.board.occupied() & !own;
        if !occupied.has(mv.0.to) && !self.board.pieces(Piece::Pawn).has(mv.0.from) {
            return MoveClass::Quiet;
        }
        self.classify_capture_or_pawn(mv.0)
    }

    #[inline]
    fn history_index(&self, mv: ChessMove) -> usize {
        let from_to = (mv.0.from as usize) << 6 | mv.0.to as usize;
        (self.board.side_to_move() as usize) << 12 | from_to
    }

    #[inline]
    fn is_under_promotion(&self, mv: ChessMove) -> bool {
        mv.0.promotion.is_some_and(|piece| piece != Piece::Queen)
    }

    fn answer_to_check(&self, mv: ChessMove) -> CheckAnswer {
        let (board, Move { from, to, .. }) = (&self.board, mv.0);
        let taken = if self.is_en_passant(mv.0) {
            Square::new(to.file(), from.rank())
        } else {
            to
        };
        if board.checkers().has(taken) {
            CheckAnswer::Captures
        } else if from == board.king(board.side_to_move()) {
            CheckAnswer::Flees
        } else {
            CheckAnswer::Interposes
        }
    }

    #[inline]
    fn captured_material(&self) -> u8 {
        eval::captured_material(&self.board)
    }

    fn notation(&self, mv: ChessMove) -> String {
        display_uci_move(&self.board, mv.0).to_string()
    }
}

impl Chess {
    /// Whether a legal move captures en passant: a pawn changes its file, and its square is empty.
    fn is_en_passant(&self, mv: Move) -> bool {
        self.board.pieces(Piece::Pawn).has(mv.from)
            && mv.from.file() != mv.to.file()
            && !self.board.occupied().has(mv.to)
    }

    /// The MVV-LVA value of a move that may capture or promote. A promotion counts as gaining the
    /// promoted piece minus the pawn.
    fn classify_capture_or_pawn(&self, mv: Move) -> MoveClass {
        let own = self.board.colors(self.board.side_to_move());
        let attacker = self.board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let victim = if own.has(mv.to) {
            None // castling: the king "captures" its own rook
        } else if attacker == Piece::Pawn && mv.from.file() != mv.to.file() {
            Some(self.board.piece_on(mv.to).unwrap_or(Piece::Pawn)) // en passant
        } else {
            self.board.piece_on(mv.to)
        };
        if victim.is_none() && mv.promotion.is_none() {
            return MoveClass::Quiet;
        }
        let gain =
            victim.map_or(0, |piece| piece as u8 + 1) + mv.promotion.map_or(0, |piece| piece as u8);
        MoveClass::Tactical(gain * 8 + 7 - attacker as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Perft through the [`Game`] trait.
    fn sequences(position: &Chess, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        position.for_each_move(MoveKind::All, |mv| {
            leaves += sequences(&position.play(mv), depth - 1);
        });
        leaves
    }

    #[test]
    fn the_game_trait_makes_the_same_moves_as_the_board() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Chess::from_fen(fen).unwrap();
        assert_eq!(sequences(&position, 3), position.perft(3));
    }

    #[test]
    fn a_move_is_legal_where_it_is_generated() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1",
        ];
        let positions = fens.map(|fen| Chess::from_fen(fen).unwrap());
        let moves = |position: &Chess| {
            let mut moves = Vec::new();
            position.for_each_move(MoveKind::All, |mv| moves.push(mv));
            moves
        };
        let of_all: Vec<ChessMove> = positions.iter().flat_map(moves).collect();
        for position in &positions {
            let own = moves(position);
            for &mv in &of_all {
                let notation = position.notation(mv);
                assert_eq!(position.is_legal(mv), own.contains(&mv), "{notation}");
            }
        }
        assert!(!positions[0].is_legal(ChessMove::default()));
    }

    fn notations(fen: &str, kind: MoveKind) -> Vec<String> {
        let position = Chess::from_fen(fen).unwrap();
        let mut moves = Vec::new();
        position.for_each_move(kind, |mv| moves.push(position.notation(mv)));
        moves
    }

    #[test]
    fn tactical_moves_are_those_classified_as_tactical() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            // A king that may capture one of two pieces; a rook on the file of the en passant square.
            "4k3/8/8/8/8/4r3/3qK3/8 w - - 0 1",
            "4k3/8/3r4/1pP5/8/8/1R6/4K2R w K b6 0 1",
        ] {
            let position = Chess::from_fen(fen).unwrap();
            let mut classified = Vec::new();
            position.for_each_move(MoveKind::All, |mv| {
                if position.classify(mv) != MoveClass::Quiet {
                    classified.push(position.notation(mv));
                }
            });
            assert_eq!(notations(fen, MoveKind::Tactical), classified);
            assert!(!classified.is_empty());
        }
    }

    #[test]
    fn each_answer_to_a_check_is_told_apart() {
        use CheckAnswer::{Captures, Flees, Interposes};
        type Answers<'a> = &'a [(&'a str, CheckAnswer)];
        let cases: [(&str, Answers<'_>); 5] = [
            (
                // A double check: no piece but the king may take the bishop.
                "4r2k/8/8/8/8/8/3b4/2Q1K3 w - - 0 1",
                &[
                    ("e1d1", Flees),
                    ("e1d2", Captures),
                    ("e1f1", Flees),
                    ("e1f2", Flees),
                ],
            ),
            (
                // The rook gives check. The king may take the knight, which does not.
                "4r2k/8/8/8/1B6/8/3n1Q2/4KB2 w - - 0 1",
                &[
                    ("b4e7", Interposes),
                    ("e1d1", Flees),
                    ("e1d2", Flees),
                    ("f1e2", Interposes),
                    ("f2e2", Interposes),
                    ("f2e3", Interposes),
                ],
            ),
            (
                "7k/8/8/6b1/8/8/1R1qP3/2R1K3 w - - 0 1",
                &[("b2d2", Captures), ("e1f1", Flees), ("e1f2", Flees)],
            ),
            (
                "7k/8/8/8/2N5/8/3q4/4K3 w - - 0 1",
                &[("c4d2", Captures), ("e1d2", Captures), ("e1f1", Flees)],
            ),
            (
                // The pawn on d5 gives check, and en passant takes it.
                "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
                &[
                    ("e4d3", Flees),
                    ("e4d4", Flees),
                    ("e4d5", Captures),
                    ("e4e3", Flees),
                    ("e4f3", Flees),
                    ("e4f4", Flees),
                    ("e4f5", Flees),
                    ("e5d6", Captures),
                ],
            ),
        ];
        for (fen, answers) in cases {
            let position = Chess::from_fen(fen).unwrap();
            let mut found = Vec::new();
            position.for_each_move(MoveKind::All, |mv| {
                found.push((position.notation(mv), position.answer_to_check(mv)));
            });
            found.sort_by(|(one, _), (other, _)| one.cmp(other));
            let found: Vec<_> = found
                .iter()
                .map(|(mv, answer)| (mv.as_str(), *answer))
                .collect();
            assert_eq!(found, answers, "{fen}");
        }
    }

    #[test]
    fn promotions_to_less_than_a_queen_are_under_promotions() {
        let position = Chess::from_fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1").unwrap();
        let mut found = Vec::new();
        position.for_each_move(MoveKind::All, |mv| {
            if position.is_under_promotion(mv) {
                found.push(position.notation(mv));
            }
        });
        found.sort();
        let expected = ["g2f1", "g2g1", "g2h1"];
        let expected: Vec<String> = expected
            .iter()
            .flat_map(|mv| ["b", "n", "r"].map(|piece| format!("{mv}{piece}")))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn captured_material_counts_the_pieces_that_are_gone() {
        for (fen, captured) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                0,
            ),
            ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", 0),
            ("rnb1kbnr/8/8/8/8/8/8/RNBQKBN1 w Qkq - 0 1", 9),
            ("1nbqkb1r/8/8/8/8/8/8/RNBQK1NR b KQk - 0 1", 7),
            ("8/7K/8/8/8/8/R7/7k w - - 0 1", 37),
            ("8/PPP4K/8/8/8/8/8/7k w - - 0 1", 40),
            // Promoted pieces: more than at the start.
            ("rnbqkbnr/8/8/8/8/8/8/RNBQKBQR w KQkq - 0 1", 0),
            ("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1", 16),
        ] {
            assert_eq!(
                Chess::from_fen(fen).unwrap().captured_material(),
                captured,
                "{fen}"
            );
        }
    }

    #[test]
    fn a_move_is_written_in_san() {
        for (fen, notation, san) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"),
            ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
            ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"),
            (
                "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
                "g2f1q",
                "gxf1=Q+",
            ),
            ("4k3/8/8/8/8/8/8/RN2KN1R w - - 0 1", "b1d2", "Nbd2"),
            ("7k/8/R7/4K3/8/8/8/R7 w - - 0 1", "a1a3", "R1a3"),
            ("8/7k/1Q3Q2/8/8/8/1Q6/4K3 w - - 0 1", "b6d4", "Qb6d4"),
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
        ] {
            let position = Chess::from_fen(fen).unwrap();
            let mut found = None;
            position.for_each_move(MoveKind::All, |mv| {
                if position.notation(mv) == notation {
                    found = Some(position.san(mv));
                }
            });
            assert_eq!(found.as_deref(), Some(san), "{fen}");
        }
    }

    #[test]
    fn castling_is_written_as_the_king_moves() {
        let moves = notations("4k3/8/8/8/8/8/8/4K2R w K - 0 1", MoveKind::All);
        assert!(moves.contains(&"e1g1".to_owned()), "{moves:?}");
    }

    #[test]
    fn a_bigger_victim_comes_first_then_a_smaller_attacker() {
        let position = Chess::from_fen("4k3/8/8/2q1r3/3P4/8/8/2R4K w - - 0 1").unwrap();
        let mut rank = std::collections::HashMap::new();
        position.for_each_move(MoveKind::Tactical, |mv| {
            if let MoveClass::Tactical(value) = position.classify(mv) {
                rank.insert(position.notation(mv), value);
            }
        });
        assert!(rank["d4c5"] > rank["c1c5"] && rank["c1c5"] > rank["d4e5"]);
    }
}
