//! Pseudo-legal moves: those that only the safety of the own king may forbid.
//!
//! A program that finds illegal moves by the reply that captures the king, as micro-Max 4.7 does, makes all of them.
//! [`Game::for_each_illegal_move`](crate::game::Game::for_each_illegal_move) visits those that a search of legal moves leaves out, so that their cost can be measured.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::ChessMove;

/// Calls `visit` for every pseudo-legal move, always in the same order.
///
/// Castling is pseudo-legal if the side has the right and the squares between king and rook are empty, even out of check or
/// over attacked squares. (In micro-Max the reply may capture the king on every square from its first to its last.)
pub(super) fn for_each_pseudo_legal(board: &Board, mut visit: impl FnMut(ChessMove)) {
    let side = board.side_to_move();
    for from in board.colors(side) {
        let Some(piece) = board.piece_on(from) else {
            continue;
        };
        for to in targets(board, piece, from) {
            let is_promoted = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(side);
            let promotions: &[Option<Piece>] = if is_promoted { &PROMOTIONS } else { &[None] };
            for &promotion in promotions {
                visit(ChessMove(Move {
                    from,
                    to,
                    promotion,
                }));
            }
        }
    }
    let (rights, from) = (board.castle_rights(side), board.king(side));
    for file in [rights.short, rights.long].into_iter().flatten() {
        let to = Square::new(file, Rank::First.relative_to(side));
        if get_between_rays(from, to).is_disjoint(board.occupied()) {
            // Castling is the king's move to its own rook.
            visit(ChessMove(Move {
                from,
                to,
                promotion: None,
            }));
        }
    }
}

/// The pieces that a pawn promotes to.
const PROMOTIONS: [Option<Piece>; 4] = [
    Some(Piece::Knight),
    Some(Piece::Bishop),
    Some(Piece::Rook),
    Some(Piece::Queen),
];

/// The squares that a piece may move to, except by castling.
fn targets(board: &Board, piece: Piece, from: Square) -> BitBoard {
    let side = board.side_to_move();
    let blockers = board.occupied();
    let reached = match piece {
        Piece::Pawn => {
            let en_passant = board.en_passant().map_or(BitBoard::EMPTY, |file| {
                Square::new(file, Rank::Sixth.relative_to(side)).bitboard()
            });
            let taken = board.colors(!side) | en_passant;
            get_pawn_attacks(from, side) & taken | get_pawn_quiets(from, side, blockers)
        }
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, blockers),
        Piece::Rook => get_rook_moves(from, blockers),
        Piece::Queen => get_bishop_moves(from, blockers) | get_rook_moves(from, blockers),
        Piece::King => get_king_moves(from),
    };
    reached & !board.colors(side)
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, MoveKind, chess::Chess};

    #[test]
    fn illegal_moves_of_each_kind_are_visited() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[][..]),
            // A pinned knight, and a king beside an attacked file.
            (
                "3rk3/8/8/8/8/8/3N4/3K4 w - - 0 1",
                &["d2b1", "d2b3", "d2c4", "d2e4", "d2f1", "d2f3"],
            ),
            // Castling in check, over an attacked square, and to one.
            (
                "4k3/8/8/8/4r3/8/8/R3K3 w Q - 0 1",
                &[
                    "a1a2", "a1a3", "a1a4", "a1a5", "a1a6", "a1a7", "a1a8", "a1b1", "a1c1", "a1d1",
                    "e1a1", "e1e2",
                ],
            ),
            ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", &["e1a1", "e1d1", "e1d2"]),
            ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &["e1a1"]),
            // Over b1 the king does not go.
            ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &[]),
            // En passant takes both pawns from the king's rank; the pawn covers b4.
            ("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1", &["a5b4", "b5c6"]),
        ] {
            let position = Chess::from_fen(fen).unwrap();
            let mut found: Vec<String> = Vec::new();
            position.for_each_illegal_move(MoveKind::All, |mv| found.push(mv.0.to_string()));
            found.sort();
            assert_eq!(found, expected, "{fen}");
        }
    }
}
