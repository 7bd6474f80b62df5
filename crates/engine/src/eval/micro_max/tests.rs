//! Each term by itself, and moves against what micro-Max adds for them.

use std::collections::BTreeMap;

use cozy_chess::{Move, util::parse_uci_move};

use super::*;

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap()
}

#[test]
fn each_term_has_its_value() {
    for (fen, value, of) in [
        // Few pieces: R is at least 34, so kings are free and a pawn earns 10 and pays 9 for a move.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "equal kings"),
        ("4k3/8/8/8/4K3/8/8/8 w - - 0 1", 12, "a king in the centre"),
        ("k7/8/8/8/8/8/8/7K w - - 0 1", 28 - 21, "kings in corners"),
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 259, "a knight"),
        (
            "4k3/8/8/8/4N3/8/8/4K3 b - - 0 1",
            -259,
            "the other side's knight",
        ),
        (
            "4k3/8/8/8/8/8/8/B3K3 w - - 0 1",
            296 - 28,
            "a bishop in the corner",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2B w - - 0 1",
            296 - 21,
            "in the other corner",
        ),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 444, "a rook"),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 851, "a queen"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            74 - 6,
            "a pawn, beside a king that has not moved",
        ),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", 74 - 2 + 1, "moved once"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 74 + 1, "also once"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", 74 + 2, "twice"),
        (
            "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1",
            74 - 2 + 3 + 64,
            "on the sixth rank",
        ),
        (
            "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1",
            74 - 6 + 4 + 128,
            "on the seventh rank",
        ),
        (
            "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1",
            74 - 6 + 4 + 128,
            "Black's seventh rank",
        ),
        (
            "4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1",
            74 - 4 + 74 + 2 - 9,
            "a pair",
        ),
        (
            "4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1",
            74 - 4 + 74 - 1 + 2,
            "neighbours are none",
        ),
        (
            "4k3/8/8/8/P1P1P3/8/8/4K3 w - - 0 1",
            3 * 74 - 16 - 4 + 3 - 18,
            "two pairs",
        ),
        (
            "4k3/8/8/P7/6P1/8/8/4K3 w - - 0 1",
            2 * 74 - 16 - 4 + 2 + 1,
            "none across the edge",
        ),
        (
            "4k3/8/8/1P6/7P/8/8/4K3 w - - 0 1",
            2 * 74 - 9 - 9 + 2 + 1,
            "nor here",
        ),
        (
            "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1",
            12 - 16 + 74 - 10 + 9,
            "clinging",
        ),
        (
            "4k3/8/8/8/6P1/6K1/8/8 w - - 0 1",
            12 - 6 + 74 - 4 + 1 + 9,
            "clinging in the middle",
        ),
        (
            "4k3/8/8/8/8/6K1/6P1/8 w - - 0 1",
            12 - 6 + 74 - 10,
            "behind the king: another pair",
        ),
        (
            "4k3/8/8/8/8/6P1/6K1/8 w - - 0 1",
            12 - 10 + 74 - 6 + 1,
            "ahead of it: another pair",
        ),
        (
            "6k1/6p1/8/8/8/8/8/4K3 b - - 0 1",
            12 - 16 + 74 - 10 + 9,
            "clinging to Black's king",
        ),
        // Two queens more: R is 28, so kings are frozen, and a pawn earns 7.
        ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 0, "two queens"),
        (
            "q3k3/8/8/8/8/8/4K3/Q7 w - - 0 1",
            12 - 6 - 20,
            "a king that moved once",
        ),
        (
            "q3k3/8/8/8/4K3/8/8/Q7 w - - 0 1",
            12 - 60,
            "at least three times",
        ),
        ("q3k3/8/8/8/8/8/8/Q5K1 w - - 0 1", 12 - 16 + 30, "castled"),
        (
            "q3k3/8/8/8/8/8/8/Q1K5 w - - 0 1",
            12 - 16 + 30,
            "to the other wing",
        ),
        ("q5k1/8/8/8/8/8/8/Q3K3 b - - 0 1", 12 - 16 + 30, "Black has"),
        (
            "q3k3/8/8/8/8/8/7K/Q7 w - - 0 1",
            12 - 15 + 10,
            "castled and moved",
        ),
        (
            "q3k3/8/8/8/8/8/8/QK6 w - - 0 1",
            12 - 21 + 10,
            "to the other wing",
        ),
        (
            "q3k3/8/8/8/8/8/1Q6/K7 w - - 0 1",
            12 - 28 - 10,
            "in the corner of the other wing",
        ),
        (
            "q3k3/8/8/8/8/8/8/Q2K4 w - - 0 1",
            12 - 13 - 20,
            "not castled",
        ),
        (
            "q3k3/8/8/8/8/7K/8/Q7 w - - 0 1",
            12 - 11 - 60,
            "too far from the corner",
        ),
        ("q3k3/8/8/8/8/8/3P4/Q3K3 w - - 0 1", 74 - 7, "a pawn"),
        (
            "q3k3/8/8/3P4/8/8/8/Q3K3 w - - 0 1",
            74 - 1 + 2 * (7 - 9),
            "a pawn that paid twice",
        ),
        // And two rooks: R is 22.
        (
            "q3k2r/8/8/8/8/8/8/Q4RK1 w - - 0 1",
            12 - 16 + 30,
            "castled with the rook",
        ),
        (
            "q3k2r/8/8/8/8/8/8/Q5KR w - - 0 1",
            12 - 16 - 40,
            "the rook is locked in",
        ),
        (
            "q3k2r/8/8/8/8/8/7R/Q5K1 w - - 0 1",
            12 - 16 + 30,
            "the rook is out",
        ),
        (
            "q3k2r/8/8/8/8/8/8/RK5Q w - - 0 1",
            12 - 21 - 60,
            "the other rook is locked in",
        ),
        (
            "q5kr/8/8/8/8/8/8/Q3K2R b - - 0 1",
            12 - 16 - 40,
            "Black's is",
        ),
        (
            "q3k2r/8/8/8/8/8/8/Q5KQ w - - 0 1",
            12 - 16 + 30 + 851 - 444,
            "a queen is no rook",
        ),
        // R is 29 and 30.
        (
            "4k1n1/8/8/8/8/8/4K3/Q2R4 w - - 0 1",
            851 + 444 - 259 + 16 + 12 - 6 - 20,
            "frozen",
        ),
        (
            "4k1n1/8/8/8/8/8/4K3/Q2N4 w - - 0 1",
            851 - 13 + 16 + 12 - 6,
            "free",
        ),
    ] {
        assert_eq!(evaluate(&board(fen)), value, "{fen}: {of}");
    }
}

#[test]
fn moves_change_the_evaluation_by_their_terms() {
    for (fen, mv, change, of) in [
        (
            "4k3/8/8/8/4n3/2N5/8/4K3 w - - 0 1",
            "c3e4",
            259 + 6,
            "a knight taken in the centre",
        ),
        (
            "n3k3/8/1N6/8/8/8/8/4K3 w - - 0 1",
            "b6a8",
            259 + 11 - 28 - 28,
            "in the corner",
        ),
        (
            "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1",
            "e5d6",
            74 - 3 + 1 + 64 - 3 + 1,
            "a pawn",
        ),
        (
            "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
            "e1d2",
            74 + 128 - 7 + 4 + 12 - 7,
            "on its seventh",
        ),
        (
            "8/4P3/8/8/8/8/8/k3K3 w - - 0 1",
            "e7e8q",
            649 + 6 - 4,
            "a promotion",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "e1g1",
            50 - 20 - 4,
            "castling",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "e8c8",
            50 - 20 - 4,
            "Black castling",
        ),
        (
            "r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq - 0 1",
            "e1g1",
            50 - 20 - 4 + 9,
            "to a pawn",
        ),
    ] {
        let board = board(fen);
        let mut after = board.clone();
        after.play(parse_uci_move(&board, mv).unwrap());
        assert_eq!(-evaluate(&after) - evaluate(&board), change, "{fen}: {of}");
    }
}

/// The square that the moving piece reaches.
fn reached(board: &Board, mv: Move) -> Square {
    let castles = board.colors(board.side_to_move()).has(mv.to);
    match (castles, mv.to.file() > mv.from.file()) {
        (false, _) => mv.to,
        (true, true) => Square::new(File::G, mv.to.rank()),
        (true, false) => Square::new(File::C, mv.to.rank()),
    }
}

/// What micro-Max adds for a move that neither captures nor promotes, term by term as its listing does.
fn added(board: &Board, mv: Move, captured: i32) -> i32 {
    let side = board.side_to_move();
    let (from, to) = (mv.from, reached(board, mv));
    let piece = board.piece_on(from).unwrap();
    let points = |square: Square| {
        let file = (square.file() as i32 - 4).pow(2);
        (f64::from(file) + (f64::from(square.rank() as u8) - 3.5).powi(2)) as i32
    };
    let mut sum = match piece {
        Piece::Rook | Piece::Queen => 0,
        _ => points(from) - points(to),
    };
    if to != mv.to {
        sum += 50;
    }
    if piece == Piece::King && captured <= 29 {
        sum -= 20;
    }
    if piece == Piece::Pawn {
        let lacks = |at: Option<Square>| i32::from(!at.is_some_and(|at| has_pawn(board, at)));
        let undefended = lacks(from.try_offset(-2, 0)) + lacks(from.try_offset(2, 0));
        sum -= 9 * (undefended - 1 + i32::from(clings(board, from))) - captured / 4;
        if matches!(to.rank().relative_to(side), Rank::Sixth | Rank::Seventh) {
            sum += 64;
        }
    }
    sum
}

/// Whether the side to move has a pawn here.
fn has_pawn(board: &Board, square: Square) -> bool {
    let side = board.side_to_move();
    board.colored_pieces(side, Piece::Pawn).has(square)
}

/// The other square of the file in a pair of ranks.
fn paired(square: Square) -> Square {
    let up = if (square.rank() as u8).is_multiple_of(2) {
        1
    } else {
        -1
    };
    square.offset(0, up)
}

/// Whether a pawn on this square would be beside its king, which has moved.
fn clings(board: &Board, square: Square) -> bool {
    let side = board.side_to_move();
    let king = board.king(side);
    paired(square) == king && king != Square::E1.relative_to(side)
}

/// By what the terms of the position differ from that, as the module says. None where it depends on more than the move.
fn deviation(board: &Board, mv: Move, captured: i32) -> Option<i32> {
    let side = board.side_to_move();
    let (king, to) = (board.king(side), reached(board, mv));
    let is_frozen = captured <= 29;
    match board.piece_on(mv.from)? {
        Piece::Knight | Piece::Bishop | Piece::Queen => Some(0),
        // It may open or lock the corner in which the king stands.
        Piece::Rook => {
            let is_central = (File::D..=File::F).contains(&king.file());
            (is_central || !is_frozen).then_some(0)
        }
        Piece::Pawn => {
            let beside = [to.try_offset(-2, 0), to.try_offset(2, 0)];
            let pairs = beside.iter().flatten().filter(|&&at| has_pawn(board, at));
            let is_free = to.rank().relative_to(side) == Rank::Fourth
                && mv.from.rank().relative_to(side) == Rank::Third;
            let free = if is_free { 9 - captured / 4 } else { 0 };
            Some(free + 9 * i32::from(clings(board, to)) - 9 * pairs.count() as i32)
        }
        Piece::King => {
            let first = Square::E1.relative_to(side);
            let meets_pawn = to != first && has_pawn(board, paired(to));
            let leaves_first = king == first && (is_frozen || to == mv.to);
            let walks_freely = !is_frozen && !has_pawn(board, paired(king)) && to == mv.to;
            (leaves_first || walks_freely).then_some(9 * i32::from(meets_pawn))
        }
    }
}

/// Every quiet move of random games.
#[test]
fn a_quiet_move_changes_the_evaluation_by_what_micro_max_adds() {
    let mut state = 1_u64;
    let mut random = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut compared: BTreeMap<(Piece, bool), [u32; 2]> = BTreeMap::new();
    for game in 0..300 {
        let mut board = board(match game % 3 {
            0 => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            1 => "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            _ => "4k3/pp3p1p/8/8/2n5/2N5/P1P2PP1/4K3 w - - 0 1",
        });
        for _ in 0..60 {
            let mut moves = Vec::new();
            board.generate_moves(|of_piece| {
                moves.extend(of_piece);
                false
            });
            if moves.is_empty() {
                break;
            }
            let captured = captured_material(&board).into();
            for &mv in &moves {
                let piece = board.piece_on(mv.from).unwrap();
                let captures = board.color_on(mv.to) == Some(!board.side_to_move())
                    || piece == Piece::Pawn && mv.from.file() != mv.to.file();
                if captures || mv.promotion.is_some() {
                    continue;
                }
                let Some(deviation) = deviation(&board, mv, captured) else {
                    continue;
                };
                let mut after = board.clone();
                after.play_unchecked(mv);
                let change = -evaluate(&after) - evaluate(&board);
                let wanted = added(&board, mv, captured) + deviation;
                assert_eq!(change, wanted, "{board} {mv}");
                let castles = reached(&board, mv) != mv.to;
                let count = compared.entry((piece, castles)).or_default();
                count[usize::from(deviation != 0)] += 1;
            }
            board.play_unchecked(moves[random(moves.len())]);
        }
    }
    // Each kind of move, and most of them without a deviation.
    assert_eq!(compared.len(), Piece::NUM + 1);
    for (&(piece, castles), &[exact, deviating]) in &compared {
        let most = if castles { 0 } else { deviating };
        assert!(
            exact > 500 && exact > most,
            "{piece} {castles}: {exact} {deviating}"
        );
    }
}
