//! Which moves are generated, and counting them.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Piece, PieceMoves, Rank, Square, get_king_moves};

use crate::game::MoveKind;

/// The moves to generate: the pieces that move, and their target squares.
pub(super) struct MoveFilter {
    pub(super) men: BitBoard,
    squares: BitBoard,
    pawn_squares: BitBoard,
}

impl MoveFilter {
    const ALL: Self = MoveFilter {
        men: BitBoard::FULL,
        squares: BitBoard::FULL,
        pawn_squares: BitBoard::FULL,
    };

    #[inline]
    pub(super) fn of(kind: MoveKind, board: &Board) -> Self {
        match kind {
            MoveKind::All => Self::ALL,
            MoveKind::Tactical => Self::tactical(board),
        }
    }

    /// Those of a man's moves that are to be generated.
    #[inline(always)]
    pub(super) fn apply(&self, mut moves: PieceMoves) -> PieceMoves {
        moves.to &= if moves.piece == Piece::Pawn {
            self.pawn_squares
        } else {
            self.squares
        };
        moves
    }

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

/// Legal moves by the man that makes them. A side has 16 men at most, and two pawns may have en passant captures, which the generator
/// reports separately.
pub(super) type ByMan = ArrayVec<PieceMoves, 18>;

/// The legal moves of `men`. The board library's generator is generic: called with a closure that is generic itself, it would be
/// compiled again for each one, which took a tenth of the time of a build.
pub(super) fn by_man(board: &Board, men: BitBoard) -> ByMan {
    let mut by_man = ByMan::new();
    let has_overflowed = board.generate_moves_for(men, |moves| by_man.try_push(moves).is_err());
    debug_assert!(!has_overflowed, "a side has more than 16 men: {board}");
    by_man
}

/// Perft with the board library alone, as a reference for the speed of the search.
pub(super) fn perft(board: &Board, depth: u8) -> u64 {
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

#[cfg(test)]
mod tests {
    use crate::{
        game::{
            Game, MoveClass, MoveKind,
            chess::{Chess, ChessMove},
        },
        ordering::MoveStack,
    };

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

    #[test]
    fn the_search_gets_the_moves_that_are_visited() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            // Two pawns may capture en passant, and all 16 men can move.
            "rnbqkbnr/ppp1p1pp/8/2PpPp2/P6P/NP3NPR/R2P1P2/2BQKB2 w kq d6 0 1",
        ] {
            let position = Chess::from_fen(fen).unwrap();
            for kind in [MoveKind::All, MoveKind::Tactical] {
                let (mut visited, mut pushed) = (Vec::new(), MoveStack::default());
                position.for_each_move(kind, |mv| visited.push(mv));
                position.push_moves(kind, &mut pushed);
                assert_eq!(pushed.following(0, 0).collect::<Vec<_>>(), visited);
                assert!(!visited.is_empty());
            }
        }
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
    fn castling_is_written_as_the_king_moves() {
        let moves = notations("4k3/8/8/8/8/8/8/4K2R w K - 0 1", MoveKind::All);
        assert!(moves.contains(&"e1g1".to_owned()), "{moves:?}");
    }
}
