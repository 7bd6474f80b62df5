//! EPD: a position and what is said of it, a line each (S. J. Edwards, "Portable Game Notation
//! Specification and Implementation Guide", 1994, section 16.2).
//!
//! Lines that give FEN's six fields in place of EPD's four are read too. Of the operations, `id`, `bm`,
//! `am`, `dm`, `acd` and `ce` are understood, and `bm #N` for a mate; each is read when asked for, so a
//! line may carry any others, and a fault in one that is not asked for stands in nobody's way.

use std::{fmt, str::FromStr};

use plybench_engine::game::chess::{Chess, ChessMove, FenError};
use thiserror::Error;

use super::san::{SanError, read_move};

/// A line of an EPD file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub root: Chess,
    /// Each operation's code and what follows it.
    pub operations: Vec<(String, String)>,
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position is at fault.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A number is.
    #[error("{code} {operand:?}; give {expected}")]
    Operand {
        /// The operation.
        code: &'static str,
        /// What it was given.
        operand: String,
        /// What it takes.
        expected: &'static str,
    },
    /// A move is.
    #[error("{code}: {source}")]
    Move {
        /// The operation.
        code: &'static str,
        /// What is wrong with the move.
        source: SanError,
    },
}

/// A mate that a line claims, in moves: negative for the mated side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateClaim {
    /// Mate in so many moves; 0 is mated now.
    Moves(i32),
    /// No mate.
    Draw,
}

impl fmt::Display for MateClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MateClaim::Draw => f.write_str("a draw"),
            MateClaim::Moves(moves @ ..0) => write!(f, "being mated in {}", moves.unsigned_abs()),
            MateClaim::Moves(moves) => write!(f, "mate in {moves}"),
        }
    }
}

impl Epd {
    /// Reads a line; `None` for one that is blank or a comment.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn parse(line: &str) -> Result<Option<Self>, EpdError> {
        // Windows editors put a byte order mark before the first line.
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let mut rest = line;
        let mut fields = Vec::with_capacity(6);
        while fields.len() < 6 {
            let field = rest.split_whitespace().next().unwrap_or("");
            let is_clock = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
            if field.is_empty() || (fields.len() >= 4 && !is_clock) {
                break;
            }
            fields.push(field);
            rest = rest.trim_start()[field.len()..].trim_start();
        }
        let root = Chess::from_fen(&fields.join(" "))?;
        let operations = operations(rest)
            .map(|operation| {
                let (code, operand) = operation
                    .split_once(char::is_whitespace)
                    .unwrap_or((operation, ""));
                (code.to_owned(), operand.trim().to_owned())
            })
            .collect();
        Ok(Some(Epd { root, operations }))
    }

    /// What follows an operation's code, if the line has it.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&str> {
        let found = self.operations.iter().find(|(own, _)| own == code);
        found.map(|(_, operand)| operand.as_str())
    }

    /// The position's name, without quotation marks.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.operand("id").map(|id| id.trim_matches('"'))
    }

    /// The best moves (`bm`), of several operations together; empty if none are given. Mates given as
    /// `#N` are left to [`Epd::mate_claims`].
    ///
    /// # Errors
    /// At the first that is not a legal move.
    pub fn best_moves(&self) -> Result<Vec<ChessMove>, EpdError> {
        self.moves("bm")
    }

    /// The moves to avoid (`am`); empty if none are given.
    ///
    /// # Errors
    /// At the first that is not a legal move.
    pub fn avoided_moves(&self) -> Result<Vec<ChessMove>, EpdError> {
        self.moves("am")
    }

    /// To what depth in plies the position was analysed (`acd`).
    ///
    /// # Errors
    /// If what follows is no whole number from 0.
    pub fn analysed_depth(&self) -> Result<Option<u32>, EpdError> {
        let depth = self.operand("acd").map(|depth| (depth, "plies from 0"));
        depth.map(|told| number("acd", told)).transpose()
    }

    /// The value in centipawns, from the view of the side to move (`ce`).
    ///
    /// # Errors
    /// If what follows is no whole number.
    pub fn centipawns(&self) -> Result<Option<i32>, EpdError> {
        let value = self.operand("ce").map(|value| (value, "whole centipawns"));
        value.map(|told| number("ce", told)).transpose()
    }

    /// The mates that the line claims, by `bm #N` (alone or after moves) and by `dm N`.
    ///
    /// # Errors
    /// If what follows is no whole number.
    pub fn mate_claims(&self) -> Result<Vec<MateClaim>, EpdError> {
        let mut claims = Vec::new();
        for (code, operand) in &self.operations {
            if code == "bm" {
                let mates = operand.split_whitespace();
                for moves in mates.filter_map(|word| word.strip_prefix('#')) {
                    let moves = number("bm", (moves, "#N, negative for the mated side"))?;
                    claims.push(MateClaim::Moves(moves));
                }
            } else if code == "dm" {
                let expected = "a number of moves, negative for the mated side, 0 for a draw";
                claims.push(match number("dm", (operand, expected))? {
                    0 => MateClaim::Draw,
                    moves => MateClaim::Moves(moves),
                });
            }
        }
        Ok(claims)
    }

    fn moves(&self, code: &'static str) -> Result<Vec<ChessMove>, EpdError> {
        let given = self.operations.iter().filter(|(own, _)| own == code);
        given
            .flat_map(|(_, operand)| operand.split([' ', '\t', ',']))
            .filter(|word| !word.is_empty() && !word.starts_with('#'))
            .map(|word| {
                read_move(&self.root, word).map_err(|source| EpdError::Move { code, source })
            })
            .collect()
    }
}

/// An operand as a number, or what the operation takes instead.
fn number<N: FromStr>(
    code: &'static str,
    (operand, expected): (&str, &'static str),
) -> Result<N, EpdError> {
    operand.parse().map_err(|_| EpdError::Operand {
        code,
        operand: crate::spec::echo(operand),
        expected,
    })
}

/// The operations of a line: parts that end in a semicolon outside of quotation marks.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(line: &str) -> Result<Vec<MateClaim>, EpdError> {
        Epd::parse(line).unwrap().unwrap().mate_claims()
    }

    #[test]
    fn four_fields_and_six_are_read() {
        let four = Epd::parse("8/7K/8/8/8/8/R7/7k w - - bm #8; id \"table\";")
            .unwrap()
            .unwrap();
        let six = Epd::parse("8/7K/8/8/8/8/R7/7k w - - 0 1 bm #8;\r")
            .unwrap()
            .unwrap();
        assert_eq!(four.root, six.root);
        assert_eq!(four.operand("id"), Some("\"table\""));
        assert_eq!(six.mate_claims().unwrap(), [MateClaim::Moves(8)]);
        assert_eq!(Epd::parse("  "), Ok(None));
        assert_eq!(Epd::parse("# a comment"), Ok(None));
    }

    #[test]
    fn claims_are_mates_draws_or_none() {
        let told = |operations: &str| claims(&format!("8/7K/8/8/8/8/R7/7k w - - {operations}"));
        let moves = MateClaim::Moves;
        assert_eq!(told("dm -3;"), Ok(vec![moves(-3)]));
        assert_eq!(told("dm 0;"), Ok(vec![MateClaim::Draw]));
        assert_eq!(told("bm #8; dm 7;"), Ok(vec![moves(8), moves(7)]));
        assert_eq!(told("bm Ra1; bm Kg6 #3;"), Ok(vec![moves(3)]));
        assert_eq!(told("c0 \"x; dm 5; y\"; bm Ra1;"), Ok(vec![]));
        assert_eq!(told(""), Ok(vec![]));
        assert!(told("dm soon;").is_err() && told("bm #99999999999;").is_err());
    }

    #[test]
    fn each_operation_is_read_as_what_it_is() {
        let line = "4k3/8/8/8/8/8/3PP3/R3K2R w KQ - bm O-O Rxa8, d4; bm Ra8+ #5; \
                    am e1c1 e3?!; acd 12; ce -35; id \"two; rooks\"; c0 \"bm Qh8\";";
        let epd = Epd::parse(line).unwrap().unwrap();
        let told = |moves: Vec<ChessMove>| -> Vec<String> {
            use plybench_engine::game::Game;
            moves.into_iter().map(|mv| epd.root.notation(mv)).collect()
        };
        assert_eq!(
            told(epd.best_moves().unwrap()),
            ["e1g1", "a1a8", "d2d4", "a1a8"]
        );
        assert_eq!(told(epd.avoided_moves().unwrap()), ["e1c1", "e2e3"]);
        assert_eq!(epd.mate_claims().unwrap(), [MateClaim::Moves(5)]);
        assert_eq!(epd.analysed_depth(), Ok(Some(12)));
        assert_eq!(epd.centipawns(), Ok(Some(-35)));
        assert_eq!(epd.id(), Some("two; rooks"));
        let bare = Epd::parse("4k3/8/8/8/8/8/8/R3K3 w - -").unwrap().unwrap();
        assert_eq!((bare.id(), bare.best_moves()), (None, Ok(vec![])));
        assert_eq!(
            (bare.analysed_depth(), bare.centipawns()),
            (Ok(None), Ok(None))
        );
    }

    #[test]
    fn a_faulty_operation_says_which_it_is_and_what_it_takes() {
        let line = "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra9; am Rb8; acd deep; ce 1.5; dm x;";
        let epd = Epd::parse(line).unwrap().unwrap();
        let said = |error: EpdError| error.to_string();
        for (said, says) in [
            (
                said(epd.best_moves().unwrap_err()),
                "bm: \"Ra9\" is no move",
            ),
            (
                said(epd.avoided_moves().unwrap_err()),
                "am: \"Rb8\" is not legal",
            ),
            (
                said(epd.analysed_depth().unwrap_err()),
                "acd \"deep\"; give plies",
            ),
            (
                said(epd.centipawns().unwrap_err()),
                "ce \"1.5\"; give whole",
            ),
            (
                said(epd.mate_claims().unwrap_err()),
                "dm \"x\"; give a number",
            ),
        ] {
            assert!(said.starts_with(says), "{said}");
        }
    }
}
