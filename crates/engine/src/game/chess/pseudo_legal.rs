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
    use std::collections::HashSet;

    use cozy_chess::{Color, File};

    use super::*;
    use crate::game::{Game, MoveClass, MoveKind, chess::Chess};

    /// A board as an array, with none of the library's tables.
    struct Mailbox([Option<(Piece, Color)>; Square::NUM]);

    impl Mailbox {
        /// The board after a pseudo-legal move, made by hand.
        fn after(board: &Board, mv: Move) -> Self {
            let side = board.side_to_move();
            let on = |square| Some((board.piece_on(square)?, board.color_on(square)?));
            let mut squares = Square::ALL.map(on);
            let moved = squares[mv.from as usize].take();
            if squares[mv.to as usize] == Some((Piece::Rook, side)) {
                squares[mv.to as usize] = None;
                let [king, rook] = match mv.to.file() {
                    File::H => [File::G, File::F],
                    _ => [File::C, File::D],
                };
                squares[Square::new(king, mv.to.rank()) as usize] = moved;
                squares[Square::new(rook, mv.to.rank()) as usize] = Some((Piece::Rook, side));
                return Mailbox(squares);
            }
            let is_pawn = moved == Some((Piece::Pawn, side));
            if is_pawn && mv.from.file() != mv.to.file() && squares[mv.to as usize].is_none() {
                squares[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
            }
            squares[mv.to as usize] = mv.promotion.map_or(moved, |piece| Some((piece, side)));
            Mailbox(squares)
        }

        /// Whether a piece of `by` could capture on a square: it is looked for along every ray from the square.
        fn is_attacked(&self, square: Square, by: Color) -> bool {
            let on = |file, rank| self.0[square.try_offset(file, rank)? as usize];
            let stands = |piece, file, rank| on(file, rank) == Some((piece, by));
            let knights = [(1, 2), (2, 1), (2, -1), (1, -2)];
            let leaps = |&(file, rank): &(i8, i8)| {
                stands(Piece::Knight, file, rank) || stands(Piece::Knight, -file, -rank)
            };
            let behind = if by == Color::White { -1 } else { 1 };
            if knights.iter().any(leaps)
                || stands(Piece::Pawn, 1, behind)
                || stands(Piece::Pawn, -1, behind)
            {
                return true;
            }
            let directions = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
            directions.filter(|&way| way != (0, 0)).any(|(file, rank)| {
                let slider = if file == 0 || rank == 0 {
                    Piece::Rook
                } else {
                    Piece::Bishop
                };
                let first = (1..8).find(|&n| on(file * n, rank * n).is_some());
                first.is_some_and(|n| {
                    stands(slider, file * n, rank * n)
                        || stands(Piece::Queen, file * n, rank * n)
                        || n == 1 && stands(Piece::King, file, rank)
                })
            })
        }
    }

    /// Whether the move leaves its king where the reply captures it; castling also if it leaves or crosses such a square.
    fn loses_king(board: &Board, mv: Move) -> bool {
        let side = board.side_to_move();
        let after = Mailbox::after(board, mv);
        let king = Square::ALL
            .into_iter()
            .find(|&square| after.0[square as usize] == Some((Piece::King, side)))
            .unwrap();
        let attacked = |square| after.is_attacked(square, !side);
        let castles = board.colors(side).has(mv.to);
        let crossed = get_between_rays(mv.from, king) | mv.from.bitboard();
        attacked(king) || castles && crossed.into_iter().any(attacked)
    }

    fn moves(position: &Chess) -> (HashSet<u16>, Vec<Move>) {
        let mut legal = HashSet::new();
        position.for_each_move(MoveKind::All, |mv| assert!(legal.insert(mv.number())));
        let mut illegal = Vec::new();
        position.for_each_illegal_move(MoveKind::All, |mv| illegal.push(mv.0));
        let mut tactical = Vec::new();
        position.for_each_illegal_move(MoveKind::Tactical, |mv| tactical.push(mv.0));
        let is_tactical = |mv: &&Move| position.classify(ChessMove(**mv)) != MoveClass::Quiet;
        assert!(illegal.iter().filter(is_tactical).eq(&tactical));
        (legal, illegal)
    }

    #[test]
    fn a_pseudo_legal_move_is_legal_unless_it_loses_the_king() {
        let mut state = 3_u64;
        let mut random = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let (mut found, mut castlings, mut positions) = (0, 0, 0);
        for game in 0..400 {
            let mut position = Chess::from_fen(match game % 4 {
                0 => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                1 => "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                2 => "r3k2r/8/3Q4/8/8/3q4/8/R3K2R w KQkq - 0 1",
                _ => "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            })
            .unwrap();
            for _ in 0..60 {
                let (legal, illegal) = moves(&position);
                positions += 1;
                let board = position.board();
                let (mut all, mut safe) = (HashSet::new(), HashSet::new());
                for_each_pseudo_legal(board, |mv| {
                    assert!(all.insert(mv.number()), "{board} {} twice", mv.0);
                    if !loses_king(board, mv.0) {
                        safe.insert(mv.number());
                    }
                });
                assert_eq!(safe, legal, "{board}");
                assert_eq!(all.len(), legal.len() + illegal.len(), "{board}");
                for mv in illegal {
                    assert!(loses_king(board, mv), "{board} {mv}");
                    found += 1;
                    castlings += u32::from(board.colors(board.side_to_move()).has(mv.to));
                }
                let mut next = Vec::new();
                position.for_each_move(MoveKind::All, |mv| next.push(mv));
                if next.is_empty() {
                    break;
                }
                position = position.play(next[random(next.len())]);
            }
        }
        assert!(
            positions > 10_000 && found > 10_000 && castlings > 100,
            "{positions} {found} {castlings}"
        );
    }

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
