//! Static exchange evaluation: what a move gains if both sides go on to capture on its square.
//!
//! Each side captures with its least valuable piece that legally can, of equal ones the one on the lowest square (a1, b1, …), or stops.
//! Pins, checks by other pieces, attackers behind those that have captured, and promotions count; what happens on other squares does
//! not (Chess Programming Wiki, Static Exchange Evaluation).

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::{Chess, ChessMove};
use crate::eval::PIECE_VALUE;

/// The board while pieces leave it for one square.
struct Exchange<'b, R> {
    board: &'b Board,
    /// The squares that are still occupied.
    occupied: BitBoard,
    /// The square on which the pieces are exchanged.
    to: Square,
    /// Whether a piece may capture, given whether its king would be attacked.
    rule: R,
}

impl Chess {
    /// What a legal move gains, in centipawns, if both sides go on to capture on its square. Castling gains nothing.
    pub(super) fn exchange_of(&self, mv: Move) -> i32 {
        self.exchange_by(ChessMove(mv), |_, is_king_attacked| !is_king_attacked)
    }

    /// The same by another rule, which is given a piece that attacks the square and whether its king would be attacked after the
    /// capture, and says whether it may capture. For tests of whether a wrong rule is noticed.
    pub fn exchange_by(&self, mv: ChessMove, rule: impl Fn(Piece, bool) -> bool) -> i32 {
        let mv = mv.0;
        let board = &self.board;
        let side = board.side_to_move();
        let Some(moved) = board.piece_on(mv.from) else {
            return 0;
        };
        if board.colors(side).has(mv.to) {
            return 0;
        }
        let mut exchange = Exchange {
            board,
            occupied: board.occupied() & !mv.from.bitboard(),
            to: mv.to,
            rule,
        };
        let victim = if self.is_en_passant(mv) {
            exchange.occupied &= !Square::new(mv.to.file(), mv.from.rank()).bitboard();
            Some(Piece::Pawn)
        } else {
            board.piece_on(mv.to)
        };
        let arrives = mv.promotion.unwrap_or(moved);
        let gain = victim.map_or(0, value) + value(arrives) - value(moved);
        gain - exchange.reply(!side, arrives)
    }
}

impl<R: Fn(Piece, bool) -> bool> Exchange<'_, R> {
    /// What the side gains with the capture of this piece, which stands on the square; 0 if it stops.
    fn reply(&mut self, side: Color, victim: Piece) -> i32 {
        let Some((from, piece)) = self.least_valuable(side) else {
            return 0;
        };
        self.occupied &= !from.bitboard();
        let promotes = piece == Piece::Pawn && self.to.rank().relative_to(side) == Rank::Eighth;
        let arrives = if promotes { Piece::Queen } else { piece };
        let gain = value(victim) + value(arrives) - value(piece);
        (gain - self.reply(!side, arrives)).max(0)
    }

    /// The least valuable piece of a side that can legally capture on the square, and where it stands.
    fn least_valuable(&self, side: Color) -> Option<(Square, Piece)> {
        let attackers = self.attackers(self.to, self.occupied, side);
        let by_value = Piece::ALL.into_iter().flat_map(|piece| {
            let of_piece = attackers & self.board.pieces(piece);
            of_piece.into_iter().map(move |from| (from, piece))
        });
        let mut allowed = by_value
            .filter(|&(from, piece)| (self.rule)(piece, self.exposes_king(side, from, piece)));
        allowed.next()
    }

    /// Whether the king of the side is attacked once the piece has captured.
    fn exposes_king(&self, side: Color, from: Square, piece: Piece) -> bool {
        let king = if piece == Piece::King {
            self.to
        } else {
            self.board.king(side)
        };
        let occupied = self.occupied & !from.bitboard() | self.to.bitboard();
        !self.attackers(king, occupied, !side).is_empty()
    }

    /// The pieces of a side on occupied squares that attack a square. The board has the piece that first stood on the square of the
    /// exchange; it attacks nothing any more.
    fn attackers(&self, square: Square, occupied: BitBoard, side: Color) -> BitBoard {
        let of = |piece| self.board.pieces(piece);
        let lines = get_rook_moves(square, occupied) & (of(Piece::Rook) | of(Piece::Queen));
        let diagonals = get_bishop_moves(square, occupied) & (of(Piece::Bishop) | of(Piece::Queen));
        let leapers = get_knight_moves(square) & of(Piece::Knight)
            | get_king_moves(square) & of(Piece::King)
            | get_pawn_attacks(square, !side) & of(Piece::Pawn);
        (lines | diagonals | leapers) & self.board.colors(side) & occupied & !self.to.bitboard()
    }
}

fn value(piece: Piece) -> i32 {
    PIECE_VALUE[piece as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, MoveKind};

    /// The same on boards on which every capture is made.
    fn slowly(position: &Chess, mv: Move) -> i32 {
        let own = position.board.colors(position.board.side_to_move());
        if own.has(mv.to) {
            return 0;
        }
        let piece = |board: &Board, square| board.piece_on(square);
        let moved = piece(&position.board, mv.from).unwrap();
        let victim = match piece(&position.board, mv.to) {
            None if moved == Piece::Pawn && mv.from.file() != mv.to.file() => Some(Piece::Pawn),
            victim => victim,
        };
        let gain = victim.map_or(0, value) + mv.promotion.map_or(0, |to| value(to) - value(moved));
        let after = position.play(ChessMove(mv));
        let mut captures = Vec::new();
        after.for_each_move(MoveKind::All, |ChessMove(reply)| {
            let promotes_well = reply.promotion.is_none_or(|to| to == Piece::Queen);
            if reply.to == mv.to && promotes_well {
                captures.push((piece(&after.board, reply.from).unwrap(), reply.from, reply));
            }
        });
        let least = captures
            .into_iter()
            .min_by_key(|&(piece, from, _)| (piece, from));
        gain - least.map_or(0, |(_, _, reply)| slowly(&after, reply).max(0))
    }

    #[test]
    fn exchanges_are_worth_what_a_search_of_the_captures_says() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/3q1b2/4r3/1pPp4/2R1n3/3B1N2/1K2Q3/8 w - b6 0 1",
        ];
        let (mut state, mut positions, mut seen) = (1u64, 0, [0; 4]);
        while positions < 100_000 {
            let mut position = Chess::from_fen(starts[positions % starts.len()]).unwrap();
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.for_each_move(MoveKind::All, |mv| moves.push(mv));
                if moves.is_empty() || position.reversible_plies() >= 100 {
                    break;
                }
                positions += 1;
                for &ChessMove(mv) in &moves {
                    let expected = slowly(&position, mv);
                    let found = position.exchange_of(mv);
                    assert_eq!(found, expected, "{} {mv}", position.fen());
                    seen[0] += usize::from(mv.promotion.is_some());
                    seen[1] += usize::from(position.is_en_passant(mv));
                    seen[2] += usize::from(expected < 0);
                    seen[3] += usize::from(expected > 0);
                }
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position = position.play(moves[(state >> 33) as usize % moves.len()]);
            }
        }
        assert!(seen.iter().all(|&often| often > 300), "{seen:?}");
    }

    #[test]
    fn pins_kings_promotions_and_hidden_attackers_count() {
        for (fen, mv, expected) in [
            // A pawn takes a pawn that a pawn defends, and one that nothing defends.
            ("4k3/2p5/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", 0),
            ("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", 100),
            // A defender, the same one pinned, and a king that a second attacker keeps away.
            ("4k3/8/4b3/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", -400),
            ("4k3/8/4b3/3p4/8/8/3R4/3KR3 w - - 0 1", "d2d5", 100),
            ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            // A rook behind a rook, and a capture that promotes.
            ("3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", -400),
            ("3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 220),
            // A quiet move to an attacked square, and castling.
            ("4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d5", -500),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
        ] {
            let position = Chess::from_fen(fen).unwrap();
            let mut found = None;
            position.for_each_move(MoveKind::All, |each| {
                if position.notation(each) == mv {
                    found = Some(position.exchange_of(each.0));
                }
            });
            assert_eq!(found, Some(expected), "{fen} {mv}");
        }
    }

    #[test]
    fn another_rule_lets_pinned_pieces_or_the_king_capture() {
        let pinned = "4k3/8/4b3/3p4/8/8/3R4/3KR3 w - - 0 1";
        let twice_attacked = "8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1";
        for (fen, of_pieces, of_king) in [(pinned, -400, 100), (twice_attacked, 100, -400)] {
            let position = Chess::from_fen(fen).unwrap();
            let mv = ChessMove("d2d5".parse().unwrap());
            let is_king = |piece| piece == Piece::King;
            let pins_forgotten = |piece, exposes: bool| !is_king(piece) || !exposes;
            let king_forgotten = |piece, exposes: bool| is_king(piece) || !exposes;
            assert_eq!(position.exchange_by(mv, pins_forgotten), of_pieces, "{fen}");
            assert_eq!(position.exchange_by(mv, king_forgotten), of_king, "{fen}");
        }
    }
}
