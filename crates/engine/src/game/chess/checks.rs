//! Moves that may give check, found without making them.

use cozy_chess::{
    BitBoard, Board, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// Where a move has to begin or to end so that it can give check.
pub(super) struct Checks {
    king: Square,
    /// The squares from which a rook and a bishop attack the king.
    straight: BitBoard,
    diagonal: BitBoard,
    pawn_squares: BitBoard,
    /// Men of which any move may give check: they stand before another one, or castle.
    any: BitBoard,
}

impl Checks {
    pub(super) fn of(board: &Board) -> Self {
        let us = board.side_to_move();
        let (king, all) = (board.king(!us), board.occupied());
        let queens = board.pieces(Piece::Queen);
        let (straight, diagonal) = (get_rook_moves(king, all), get_bishop_moves(king, all));
        // The men of a line that end it, if one of ours that moves along it stands behind them.
        let before = |line: BitBoard, piece, moves: fn(Square, BitBoard) -> BitBoard| {
            let men = line & board.colors(us);
            let behind = moves(king, all & !men) & !line;
            let sliders = (board.pieces(piece) | queens) & board.colors(us);
            match behind.is_disjoint(sliders) {
                true => BitBoard::EMPTY,
                false => men,
            }
        };
        let mut any = before(straight, Piece::Rook, get_rook_moves)
            | before(diagonal, Piece::Bishop, get_bishop_moves);
        let rights = board.castle_rights(us);
        if rights.short.is_some() || rights.long.is_some() {
            any |= board.king(us).bitboard();
        }
        // A capture en passant takes two men off their lines.
        let en_passant = board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(us)).bitboard()
        });
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        Checks {
            king,
            straight,
            diagonal,
            pawn_squares: get_pawn_attacks(king, !us) | en_passant | last_ranks,
            any,
        }
    }

    /// The men that can give check. A king gives none by itself.
    pub(super) fn men(&self, board: &Board) -> BitBoard {
        self.any | !board.pieces(Piece::King)
    }

    /// The squares on which a man may give check.
    pub(super) fn squares(&self, piece: Piece, from: Square) -> BitBoard {
        if self.any.has(from) {
            return BitBoard::FULL;
        }
        match piece {
            Piece::Pawn => self.pawn_squares,
            Piece::Knight => get_knight_moves(self.king),
            Piece::Bishop => self.diagonal,
            Piece::Rook => self.straight,
            Piece::Queen => self.diagonal | self.straight,
            Piece::King => BitBoard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, MoveKind, chess::Chess};

    /// Compares, for every position up to a depth, with the moves that give check when they are made. Returns how many there are.
    fn checks(position: &Chess, depth: u8) -> usize {
        let (mut possible, mut all) = (Vec::new(), Vec::new());
        position.for_each_possible_check(|mv| possible.push(mv));
        position.for_each_move(MoveKind::All, |mv| all.push(mv));
        assert!(possible.iter().all(|mv| all.contains(mv)));
        let mut found = 0;
        for mv in all {
            let after = position.play(mv);
            let is_possible = possible.contains(&mv);
            assert!(is_possible || !after.in_check(), "{}", position.fen());
            found += usize::from(after.in_check());
            if depth > 1 {
                found += checks(&after, depth - 1);
            }
        }
        found
    }

    /// The numbers of checks at all depths are those that the Chess Programming Wiki has for the first three (Perft Results: positions 2,
    /// 3 and 4); the others are checks by castling, and by captures en passant that open a rank and a diagonal.
    #[test]
    fn no_check_is_left_out() {
        for (fen, depth, number) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                3,
                993 + 3,
            ),
            (
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                4,
                1680 + 267 + 10 + 2,
            ),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                3,
                38 + 10,
            ),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 1, 3),
            ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 1, 3),
            ("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", 1, 1),
            ("6k1/8/8/3pP3/8/8/B7/4K3 w - d6 0 1", 1, 2),
        ] {
            assert_eq!(
                checks(&Chess::from_fen(fen).unwrap(), depth),
                number,
                "{fen}"
            );
        }
    }

    #[test]
    fn most_moves_are_left_out() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut possible = 0;
        Chess::from_fen(fen)
            .unwrap()
            .for_each_possible_check(|_| possible += 1);
        // Of 48 moves, those of the king that may castle, and no others: none gives check.
        assert_eq!(possible, 4);
    }
}
