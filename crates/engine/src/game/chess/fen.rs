//! Reading and checking FEN.
//!
//! cozy-chess reads FEN, but its errors are a single word, and it accepts some impossible positions
//! (such as adjacent kings) on which it then misbehaves. So every field is checked here, and the
//! error says how to fix it.

use cozy_chess::{Board, Color, Square, get_king_moves};
use thiserror::Error;

/// Longer input is rejected without reading it. The longest legal FEN has less than 100 bytes.
const LONGEST_FEN: usize = 200;

/// Why a FEN was rejected. The message names the field and the fix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{problem}", place(*field, name))]
pub struct FenError {
    /// The number of the field, from 1; 0 for the whole line.
    pub field: u8,
    /// What the field gives, such as "castling rights".
    pub name: &'static str,
    /// What is wrong and how to fix it.
    pub problem: String,
}

const FIELDS: [&str; 7] = [
    "whole line",
    "board",
    "side to move",
    "castling rights",
    "en passant square",
    "half-move clock",
    "full-move number",
];

fn place(field: u8, name: &str) -> String {
    match field {
        0 => "FEN: ".to_owned(),
        _ => format!("FEN field {field} ({name}): "),
    }
}

fn error(field: u8, problem: impl Into<String>) -> FenError {
    FenError {
        field,
        name: FIELDS[field as usize],
        problem: problem.into(),
    }
}

/// Returns an error of a field, with a formatted problem.
macro_rules! reject {
    ($field:expr, $($problem:tt)*) => {
        return Err(error($field, format!($($problem)*)))
    };
}

pub(super) fn parse(fen: &str) -> Result<Board, FenError> {
    let length = fen.len();
    if length > LONGEST_FEN {
        reject!(
            0,
            "{length} bytes; give one FEN of at most {LONGEST_FEN} bytes"
        );
    }
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    match fields.len() {
        4 | 6 => {}
        0 => reject!(
            0,
            "empty; give a position such as '8/7K/8/8/8/8/R7/7k w - - 0 1'"
        ),
        n => reject!(
            0,
            "{n} field{}; a FEN has 6, and EPD the first 4 of them: {}",
            plural(n),
            FIELDS[1..].join(", ")
        ),
    }
    let [placement, side, castling, en_passant] = [fields[0], fields[1], fields[2], fields[3]];
    check_board(placement)?;
    if !matches!(side, "w" | "b") {
        reject!(2, "{side:?}; give w or b");
    }
    let clock = fields.get(4).copied().unwrap_or("0");
    if !digits(clock) || !clock.parse::<u8>().is_ok_and(|plies| plies <= 100) {
        reject!(5, "{clock:?}; give a number of plies from 0 to 100");
    }
    let number = fields.get(5).copied().unwrap_or("1");
    if !digits(number) || !number.parse::<u16>().is_ok_and(|moves| moves > 0) {
        reject!(6, "{number:?}; give a number from 1 to 65535");
    }
    let bare = format!("{placement} {side} - - 0 1");
    let board = Board::from_fen(&bare, false).map_err(|_| diagnose_checks(placement, side))?;
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        reject!(1, "the kings are side by side; move one of them away");
    }
    let with_castling = format!("{placement} {side} {castling} - 0 1");
    // The board library also knows castling from other squares, as in Chess960.
    let from_initial_squares = |board: &Board| {
        [Color::White, Color::Black].into_iter().all(|color| {
            let (rights, king) = (board.castle_rights(color), board.king(color));
            let has_none = rights.short.is_none() && rights.long.is_none();
            has_none || king == Square::E1.relative_to(color)
        })
    };
    let board = Board::from_fen(&with_castling, false).ok();
    if !board.as_ref().is_some_and(from_initial_squares) {
        reject!(
            3,
            "{castling:?}; give - or those of KQkq whose king and rook are on their initial squares; Chess960 is not supported"
        );
    }
    let whole = format!("{placement} {side} {castling} {en_passant} {clock} {number}");
    Board::from_fen(&whole, false).map_err(|_| {
        error(4, format!("{en_passant:?} is not behind a pawn that has just moved two squares; give - or the square behind it"))
    })
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// Whether a field has only digits. Rust's parser also accepts a sign, which FEN does not have.
fn digits(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks the first field, except for what depends on checks.
fn check_board(placement: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        let n = ranks.len();
        reject!(1, "{n} rank{}; give 8, separated by /", plural(n));
    }
    for (name, rank) in (1..=8).rev().zip(ranks) {
        let mut files = 0;
        for letter in rank.chars() {
            files += match letter {
                '1'..='8' => letter as usize - '0' as usize,
                'p' | 'P' if name == 1 || name == 8 => {
                    reject!(
                        1,
                        "a pawn on rank {name}; pawns can only be on ranks 2 to 7"
                    )
                }
                _ if "pnbrqkPNBRQK".contains(letter) => 1,
                _ => reject!(
                    1,
                    "{letter:?} on rank {name}; use only pnbrqk, PNBRQK and 1 to 8"
                ),
            };
        }
        if files != 8 {
            reject!(1, "rank {name} has {files} squares; give 8");
        }
    }
    let in_white: fn(&char) -> char = char::to_ascii_uppercase;
    for (colour, letter_of) in [("white", in_white), ("black", char::to_ascii_lowercase)] {
        let count = |letter: char| placement.matches(letter_of(&letter)).count();
        let (kings, king) = (count('k'), letter_of(&'k'));
        if kings != 1 {
            reject!(1, "{colour} has {kings} kings; give exactly one {king}");
        }
        let pawns = count('p');
        let at_first = [('q', 1), ('r', 2), ('b', 2), ('n', 2)];
        let promoted = at_first.map(|(letter, at_first)| count(letter).saturating_sub(at_first));
        let promoted: usize = promoted.iter().sum();
        if pawns + promoted > 8 {
            reject!(
                1,
                "{colour} has {pawns} pawns and {promoted} promoted pieces; give at most 8 of both together"
            );
        }
    }
    Ok(())
}

/// The error for a board whose first field is valid but which cozy-chess rejects: the checks are impossible.
fn diagnose_checks(placement: &str, to_move: &str) -> FenError {
    let (turned, other) = match to_move {
        "w" => ("b", "black"),
        _ => ("w", "white"),
    };
    let turned = Board::from_fen(&format!("{placement} {turned} - - 0 1"), false);
    if turned.is_ok_and(|board| !board.checkers().is_empty()) {
        let fix = "is in check but not to move; give the other side or remove the check";
        return error(2, format!("{other} {fix}"));
    }
    error(
        1,
        "more checks than one move can give; remove some of the checking pieces",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_positions_are_read_with_six_fields_or_four() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/7K/8/8/8/8/R7/7k w - -",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ] {
            assert!(parse(fen).is_ok(), "{fen}");
        }
        let board = parse("8/7K/8/8/8/8/R7/7k w - -").unwrap();
        assert_eq!(board.pieces(cozy_chess::Piece::Rook).len(), 1);
    }

    #[test]
    fn every_bad_field_is_named() {
        for (fen, field) in [
            ("", 0),
            ("8/7K/8/8/8/8/R7/7k w", 0),
            ("8/7K/8/8/8/8/R7 w - - 0 1", 1),
            ("8/7K/9/8/8/8/R7/7k w - - 0 1", 1),
            ("8/7K/7/8/8/8/R7/7k w - - 0 1", 1),
            ("8/7x/8/8/8/8/R7/7k w - - 0 1", 1),
            ("8/8/8/8/8/8/R7/7k w - - 0 1", 1),
            ("8/6KK/8/8/8/8/R7/7k w - - 0 1", 1),
            ("8/8/8/8/8/8/R5K1/7k w - - 0 1", 1),
            ("P7/7K/8/8/8/8/8/7k w - - 0 1", 1),
            ("7k/PPPPPPPP/P7/8/8/8/8/7K w - - 0 1", 1),
            ("7k/PPPPPPPP/8/8/8/8/8/QQ5K w - - 0 1", 1),
            ("7k/PPPPPPPP/8/8/8/8/8/NNN4K w - - 0 1", 1),
            ("7k/PPPPPPPP/8/8/8/8/8/BBB4K w - - 0 1", 1),
            ("RRR3rk/PPPPPPPP/8/8/8/8/8/7K w - - 0 1", 1),
            ("8/7K/8/8/8/8/8/R6k w - - 0 1", 2),
            ("8/7K/8/8/8/8/R7/7k x - - 0 1", 2),
            ("8/7K/8/8/8/8/R7/7k w KQ - 0 1", 3),
            ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", 3),
            ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", 3),
            ("1r2k2r/8/8/8/8/8/8/4K3 b q - 0 1", 3),
            ("r5kr/8/8/8/8/8/8/4K3 b k - 0 1", 3),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", 3),
            ("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1", 3),
            ("8/7K/8/8/8/8/R7/7k w - e3 0 1", 4),
            ("8/7K/8/8/8/8/R7/7k w - - 101 1", 5),
            ("8/7K/8/8/8/8/R7/7k w - - -1 1", 5),
            ("8/7K/8/8/8/8/R7/7k w - - +5 1", 5),
            ("8/7K/8/8/8/8/R7/7k w - - 5 +1", 6),
            ("8/7K/8/8/8/8/R7/7k w - - 0 0", 6),
        ] {
            let error = parse(fen).expect_err(fen);
            assert_eq!(error.field, field, "{fen}: {error}");
            assert!(
                field != 3 || error.to_string().contains("Chess960"),
                "{error}"
            );
            assert!(!error.to_string().contains('\n'));
        }
        let noise: String = "x/8 ".repeat(250_000);
        assert_eq!(parse(&noise).unwrap_err().field, 0);
    }
}
