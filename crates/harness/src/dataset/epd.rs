//! EPD: a position and what is said of it, a line each (S. J. Edwards, "Portable Game Notation
//! Specification and Implementation Guide", 1994, section 16.2).
//!
//! Lines that give FEN's six fields in place of EPD's four are read too.

use plybench_engine::game::chess::{Chess, FenError};
use thiserror::Error;

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
    /// An operation's operand is.
    #[error("{code} {operand:?} is no number of moves; give {expected}")]
    Operand {
        /// The operation.
        code: &'static str,
        /// What it was given.
        operand: String,
        /// What it takes.
        expected: &'static str,
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

    /// The mates that the line claims, by `bm #N` (alone or after moves) and by `dm N`.
    ///
    /// # Errors
    /// If what follows is no whole number.
    pub fn mate_claims(&self) -> Result<Vec<MateClaim>, EpdError> {
        let number = |code, operand: &str, expected| {
            operand.parse::<i32>().map_err(|_| EpdError::Operand {
                code,
                operand: crate::spec::echo(operand),
                expected,
            })
        };
        let mut claims = Vec::new();
        for (code, operand) in &self.operations {
            if code == "bm" {
                let mates = operand.split_whitespace();
                for moves in mates.filter_map(|word| word.strip_prefix('#')) {
                    let moves = number("bm", moves, "#N, negative for the mated side")?;
                    claims.push(MateClaim::Moves(moves));
                }
            } else if code == "dm" {
                let expected = "N, negative for the mated side, 0 for a draw";
                claims.push(match number("dm", operand, expected)? {
                    0 => MateClaim::Draw,
                    moves => MateClaim::Moves(moves),
                });
            }
        }
        Ok(claims)
    }
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
}
