//! Chess, on the board and move generator of cozy-chess.

mod checks;
mod classification;
mod exchange;
mod fen;
mod generation;
mod mating_material;
mod pseudo_legal;

use cozy_chess::{
    Board, Color, Move, Piece, Rank, Square,
    util::{display_san_move, display_uci_move},
};

pub use self::fen::FenError;
use self::{
    checks::Checks,
    generation::{MoveFilter, by_man, perft},
    pseudo_legal::for_each_pseudo_legal,
};
use super::{CheckAnswer, Game, MoveClass, MoveKind, Structure};
use crate::{
    eval::{self, Evaluation},
    ordering::MoveStack,
};

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
    /// 3 bits: 0 for none, 1 for a knight, 2 a bishop, 3 a rook, 4 a queen. Castling is the king's move to its own rook.
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

    /// The position in FEN, with all six fields.
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

    /// The position after a pass, whatever men the side to move has; none if it is in check. [`Game::pass`] is the pass of a search, which
    /// needs a piece.
    #[must_use]
    pub fn null_move(&self) -> Option<Self> {
        self.board.null_move().map(|board| Chess { board })
    }

    /// The number of move sequences of this length. Every move is made, including the last; the
    /// lengths of move lists are not added up instead. It is a test of move generation and a
    /// benchmark of its speed.
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        perft(&self.board, depth)
    }
}

impl Game for Chess {
    type Move = ChessMove;

    const HISTORY_SIZE: usize = Color::NUM * Square::NUM * Square::NUM;
    const ARRIVALS: usize = Color::NUM * Piece::NUM * Square::NUM;

    fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(ChessMove)) {
        let filter = MoveFilter::of(kind, &self.board);
        for &moves in &by_man(&self.board, filter.men) {
            for mv in filter.apply(moves) {
                visit(ChessMove(mv));
            }
        }
    }

    fn push_moves(&self, kind: MoveKind, onto: &mut MoveStack<ChessMove>) {
        let filter = MoveFilter::of(kind, &self.board);
        self.board.generate_moves_for(filter.men, |moves| {
            for mv in filter.apply(moves) {
                onto.push(ChessMove(mv));
            }
            false
        });
    }

    fn for_each_possible_check(&self, mut visit: impl FnMut(ChessMove)) {
        let checks = Checks::of(&self.board);
        for &(mut moves) in &by_man(&self.board, checks.men(&self.board)) {
            moves.to &= checks.squares(moves.piece, moves.from);
            for mv in moves {
                visit(ChessMove(mv));
            }
        }
    }

    fn for_each_illegal_move(&self, kind: MoveKind, mut visit: impl FnMut(ChessMove)) {
        for_each_pseudo_legal(&self.board, |mv| {
            let is_of_kind = || kind == MoveKind::All || self.classify(mv) != MoveClass::Quiet;
            if !self.board.is_legal(mv.0) && is_of_kind() {
                visit(mv);
            }
        });
    }

    #[inline]
    fn is_legal(&self, mv: ChessMove) -> bool {
        self.board.is_legal(mv.0)
    }

    // Not inlined, so that it is compiled once, in the crate that is optimized most.
    fn has_legal_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    fn move_count(&self) -> usize {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
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
        match officers.is_empty() {
            true => None,
            false => self.null_move(),
        }
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.hash()
    }

    fn structure_key(&self, structure: Structure) -> Option<u64> {
        let board = &self.board;
        let pieces = match structure {
            Structure::Pawns => &[Piece::Pawn] as &[Piece],
            Structure::Pieces => &Piece::ALL[1..],
        };
        // Multiplying by the odd number next to 2^64 divided by the golden ratio spreads bits upwards, and the shift brings them down.
        let mixed = |key: u64, number: u64| {
            let product = (key ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ product >> 32
        };
        let side = mixed(0, 1 + board.side_to_move() as u64);
        let sets = Color::ALL.into_iter().flat_map(|colour| {
            let places = move |&piece| board.colored_pieces(colour, piece).0;
            pieces.iter().map(places)
        });
        Some(sets.fold(side, mixed))
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
    fn arrival_index(&self, mv: ChessMove) -> usize {
        let piece = self.board.piece_on(mv.0.from).unwrap_or(Piece::Pawn);
        let of_side = self.board.side_to_move() as usize * Piece::NUM + piece as usize;
        of_side << 6 | mv.0.to as usize
    }

    #[inline]
    fn is_under_promotion(&self, mv: ChessMove) -> bool {
        mv.0.promotion.is_some_and(|piece| piece != Piece::Queen)
    }

    fn answer_to_check(&self, mv: ChessMove) -> CheckAnswer {
        self.answer_of(mv.0)
    }

    #[inline]
    fn exchange(&self, mv: ChessMove) -> Option<i32> {
        Some(self.exchange_of(mv.0))
    }

    #[inline]
    fn recaptures(&self, mv: ChessMove, before: ChessMove) -> bool {
        let others = self.board.colors(!self.board.side_to_move());
        mv.0.to == before.0.to && others.has(mv.0.to)
    }

    #[inline]
    fn nears_promotion(&self, mv: ChessMove) -> bool {
        let seventh = Rank::Seventh.relative_to(self.board.side_to_move());
        mv.0.to.rank() == seventh && self.board.pieces(Piece::Pawn).has(mv.0.from)
    }

    #[inline]
    fn captured_material(&self) -> u8 {
        eval::captured_material(&self.board)
    }

    fn pieces(&self) -> [u8; 2] {
        let board = &self.board;
        let pawns_and_kings = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let side = board.side_to_move();
        [side, !side].map(|side| (board.colors(side) & !pawns_and_kings).len() as u8)
    }

    fn notation(&self, mv: ChessMove) -> String {
        display_uci_move(&self.board, mv.0).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_for_each_side_without_kings_and_pawns() {
        for (fen, pieces) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                [7, 7],
            ),
            ("rn2k3/p7/8/8/8/8/PPP5/R3K3 w - - 0 1", [1, 2]),
            ("4k3/p7/8/8/8/8/PPP5/RQB1K3 b - - 0 1", [0, 3]),
        ] {
            let position = Chess::from_fen(fen).unwrap();
            assert_eq!(position.pieces(), pieces, "{fen}");
        }
    }

    /// A position, the square where the move before arrived, and the moves that recapture there or bring a pawn to the seventh rank.
    #[test]
    fn recaptures_and_pawns_on_the_seventh_are_told_from_other_moves() {
        for (fen, arrived, recaptures, seventh) in [
            // Both pawns of d5's neighbours and the rook can take on d5; the pawn on h6 can go on and take.
            (
                "k5r1/8/7P/3n4/2P1P3/8/8/K2R4 w - - 0 1",
                "d5",
                "c4d5 d1d5 e4d5",
                "h6h7",
            ),
            (
                "k5r1/6r1/7P/3n4/2P1P3/8/8/K2R4 w - - 0 1",
                "g7",
                "h6g7",
                "h6g7 h6h7",
            ),
            // En passant does not arrive where the pawn is.
            ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "d4", "", ""),
            // Castling is no capture of the rook, nor is a piece that arrives on the seventh rank a pawn.
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1", "", ""),
            ("4k3/P7/8/8/8/p5P1/6r1/4K3 b - - 0 1", "g3", "g2g3", "a3a2"),
        ] {
            let position = Chess::from_fen(fen).unwrap();
            let before = ChessMove(Move {
                from: Square::A1,
                to: arrived.parse().unwrap(),
                promotion: None,
            });
            let named = |is_wanted: &dyn Fn(ChessMove) -> bool| {
                let mut moves = Vec::new();
                position.for_each_move(MoveKind::All, |mv| {
                    if is_wanted(mv) {
                        moves.push(position.notation(mv));
                    }
                });
                moves.sort();
                moves.join(" ")
            };
            assert_eq!(
                named(&|mv| position.recaptures(mv, before)),
                recaptures,
                "{fen}"
            );
            assert_eq!(named(&|mv| position.nears_promotion(mv)), seventh, "{fen}");
        }
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
}
