//! The static evaluations on the second board, for White.

use plybench_engine::eval::Evaluation;

use super::board::{Board, EMPTY, parts, rank_of};

pub(super) fn of_white(board: &Board, evaluation: Evaluation) -> i32 {
    let sides = |of: &dyn Fn(bool) -> i32| of(true) - of(false);
    let material = |values: [i32; 6]| sides(&|side| sum(board, side, |man, _| values[man]));
    let centipawns = [100, 320, 330, 500, 900, 0];
    match evaluation {
        Evaluation::Zero => 0,
        Evaluation::Material => material(centipawns),
        Evaluation::MopUp => material(centipawns) + sides(&|side| mop_up(board, side)),
        Evaluation::PieceSquare => {
            material(centipawns) + sides(&|side| sum(board, side, piece_square))
        }
        Evaluation::MicroMax => {
            material([2, 7, 8, 12, 23, 0].map(|units| 37 * units))
                + sides(&|side| micro_max(board, side))
        }
    }
}

/// Sums a term of each man of a side: of its number and of its square as its own side sees it.
fn sum(board: &Board, is_white: bool, of: impl Fn(usize, usize) -> i32) -> i32 {
    let own = (0..64).filter(|&at| board.is_of(at, is_white));
    own.map(|at| of(rank_of(board.men[at]), seen(at, is_white)))
        .sum()
}

/// A square as a side sees it.
fn seen(square: usize, is_white: bool) -> usize {
    if is_white { square } else { square ^ 56 }
}

/// Steps from the middle files and ranks: 0 to 3 each.
fn off_centre(square: usize) -> [i32; 2] {
    [square % 8, square / 8].map(|line| ((2 * line as i32 - 7).abs() - 1) / 2)
}

/// Files and ranks between two squares.
fn apart(one: usize, other: usize) -> [i32; 2] {
    let files = (one % 8).abs_diff(other % 8);
    let ranks = (one / 8).abs_diff(other / 8);
    [files as i32, ranks as i32]
}

/// The bonus of a side that has more than its king against a king alone.
fn mop_up(board: &Board, is_white: bool) -> i32 {
    let men = |is_white| (0..64).filter(|&at| board.is_of(at, is_white)).count();
    if men(is_white) == 1 || men(!is_white) > 1 {
        return 0;
    }
    let lone = board.king(!is_white);
    let to_centre: i32 = off_centre(lone).iter().sum();
    let to_king: i32 = apart(lone, board.king(is_white)).iter().sum();
    10 * to_centre + 4 * (14 - to_king)
}

/// What a man's square is worth.
fn piece_square(man: usize, square: usize) -> i32 {
    let rank = (square / 8) as i32;
    let [off_file, off_rank] = off_centre(square);
    let central = 6 - off_file - off_rank;
    match man {
        0 => rank * rank + 2 * (3 - off_file),
        1 => 6 * central - 15,
        2 => 4 * central - 10,
        3 if rank == 6 => 15,
        3 => 2 * (3 - off_file),
        4 => 2 * central - 5,
        _ => 5 * central,
    }
}

/// What a move gains if both sides go on to capture on its square, each with its least valuable man that legally can, or stop.
pub(super) fn exchange(board: &Board, mv: u16) -> i32 {
    if board.is_castling(mv) {
        return 0;
    }
    let value = |man: usize| [100, 320, 330, 500, 900, 0][man];
    let (_, to, promotion) = parts(mv);
    let victim = board.captures_on(mv).map(|at| rank_of(board.men[at]));
    let gain = victim.map_or(0, value) + value(promotion) - value(0);
    let after = board.after(mv);
    let replies = after.legal().into_iter().filter(|&reply| {
        let (_, at, promotion) = parts(reply);
        at == to && !(1..=3).contains(&promotion) && after.captures_on(reply).is_some()
    });
    let least = replies.min_by_key(|&reply| {
        let (from, ..) = parts(reply);
        (rank_of(after.men[from]), from)
    });
    gain - least.map_or(0, |reply| exchange(&after, reply).max(0))
}

/// 40 less 2 for each knight and bishop, 3 for each rook and 6 for each queen, and not below 0.
pub(super) fn captured_material(board: &Board) -> i32 {
    let men = board.men.iter().filter(|&&man| man != EMPTY);
    let present: i32 = men.map(|&man| [0, 2, 2, 3, 6, 0][rank_of(man)]).sum();
    (40 - present).max(0)
}

/// The terms of micro-Max besides material, for one side.
fn micro_max(board: &Board, is_white: bool) -> i32 {
    let captured = captured_material(board);
    let king = seen(board.king(is_white), is_white);
    let own = |man| -> Vec<usize> {
        let squares = board.squares(man, is_white);
        squares.map(|at| seen(at, is_white)).collect()
    };
    let centre = |man: usize, square: usize| {
        let (file, rank) = ((square % 8) as f32, (square / 8) as f32);
        let points = (file - 4.0).powi(2) + (rank - 3.5).powi(2);
        if man == 3 || man == 4 {
            0
        } else {
            points as i32
        }
    };
    let steps = |from: usize, to: usize| apart(from, to).into_iter().max().unwrap();
    // The square that the king has castled to.
    let castled_to = match king % 8 {
        _ if king >= 16 => None,
        0..=2 => Some(2).filter(|_| !own(b'r').iter().any(|&rook| rook < king % 8)),
        6.. => Some(6).filter(|_| !own(b'r').iter().any(|&rook| rook < 8 && rook > king % 8)),
        _ => None,
    };
    let king_moves = match castled_to {
        _ if captured > 29 => 0,
        Some(square) => 50 - 20 * (1 + steps(square, king)),
        None => -20 * steps(4, king),
    };
    let pawns = own(b'p');
    let of_pawn = |&pawn: &usize| {
        let rank = pawn / 8;
        let moves = [0, 0, 1, 1, 2, 3, 4][rank];
        let pair = pawn % 8 < 6 && pawns.contains(&(pawn + 2));
        moves * (captured / 4 - 9) + [0, 0, 0, 0, 0, 64, 128][rank] - 9 * i32::from(pair)
    };
    let clings = king != 4 && pawns.contains(&(king ^ 8));
    let each: i32 = pawns.iter().map(of_pawn).sum();
    king_moves + each + 9 * i32::from(clings) - sum(board, is_white, centre)
}
