//! EPD: one position per line, with operations that describe it (S. J. Edwards, "Portable Game Notation
//! Specification and Implementation Guide", 1994, section 16.2).
//!
//! Lines with FEN's six fields instead of EPD's four are read, too. The operations `id`, `bm`, `am`, `dm`, `acd` and `ce` are
//! understood, and `bm #N` for a mate; a line may have any others. An operation is parsed when it is asked for;
//! [`Epd::check`] parses all of them.

use std::{fmt, str::FromStr};

use plybench_engine::game::chess::{Chess, ChessMove, FenError};
use thiserror::Error;

use plybench_games::{SanError, read_move};

/// A line of an EPD file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position in the line's first four fields.
    pub root: Chess,
    /// Each operation's code and operand.
    pub operations: Vec<(String, String)>,
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position is at fault.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An operation has no semicolon, or its quotation mark is not closed before it.
    #[error("{operation:?} does not end; put a semicolon after each operation")]
    NoEnd {
        /// The text after the last semicolon.
        operation: String,
    },
    /// A number is at fault.
    #[error("{code} {operand:?}; give {expected}")]
    Operand {
        /// The operation's code, such as `dm`.
        code: &'static str,
        /// The operand as written.
        operand: String,
        /// The operand that it takes.
        expected: &'static str,
    },
    /// A move is at fault.
    #[error("{code}: {source}")]
    Move {
        /// The operation's code, such as `bm`.
        code: &'static str,
        /// What is wrong with the move.
        source: SanError,
    },
}

/// A mate that a line claims, in moves: negative for the mated side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateClaim {
    /// Mate in this many moves; 0 if the side to move is mated already.
    Moves(i32),
    /// Neither side can force a mate.
    Draw,
}

impl MateClaim {
    /// The moves to the mate; none without a mate.
    pub(crate) fn moves(self) -> Option<i32> {
        match self {
            MateClaim::Moves(moves) => Some(moves),
            MateClaim::Draw => None,
        }
    }
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
    /// If its position cannot be read, or an operation does not end.
    pub fn parse(line: &str) -> Result<Option<Self>, EpdError> {
        let line = content(line);
        if !is_position(line) {
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
        let operations = operations(rest)?
            .into_iter()
            .map(|operation| {
                let (code, operand) = operation
                    .split_once(char::is_whitespace)
                    .unwrap_or((operation, ""));
                (code.to_owned(), operand.trim().to_owned())
            })
            .collect();
        Ok(Some(Epd { root, operations }))
    }

    /// Reads every operation that is understood.
    ///
    /// # Errors
    /// At the first that is at fault.
    pub fn check(&self) -> Result<(), EpdError> {
        self.best_moves()?;
        self.avoided_moves()?;
        self.mate_claims()?;
        self.analysed_depth()?;
        self.centipawns()?;
        Ok(())
    }

    /// The operand of an operation, if the line has it.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&str> {
        let found = self.operations.iter().find(|(given, _)| given == code);
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

    /// The depth in plies to which the position was analysed (`acd`).
    ///
    /// # Errors
    /// If the operand is not a whole number from 0.
    pub fn analysed_depth(&self) -> Result<Option<u32>, EpdError> {
        let depth = self.operand("acd");
        depth
            .map(|operand| number("acd", operand, "plies from 0"))
            .transpose()
    }

    /// The value in centipawns, from the view of the side to move (`ce`).
    ///
    /// # Errors
    /// If the operand is not a whole number.
    pub fn centipawns(&self) -> Result<Option<i32>, EpdError> {
        let value = self.operand("ce");
        value
            .map(|operand| number("ce", operand, "whole centipawns"))
            .transpose()
    }

    /// The mates that the line claims, by `bm #N` (alone or after moves) and by `dm N`.
    ///
    /// # Errors
    /// If an operand is not a whole number.
    pub fn mate_claims(&self) -> Result<Vec<MateClaim>, EpdError> {
        let mut claims = Vec::new();
        for (code, operand) in &self.operations {
            if code == "bm" {
                let mates = operand.split_whitespace();
                for moves in mates.filter_map(|word| word.strip_prefix('#')) {
                    let moves = number("bm", moves, "#N, negative for the mated side")?;
                    claims.push(MateClaim::Moves(moves));
                }
            } else if code == "dm" {
                let expected = "a number of moves, negative for the mated side, 0 for a draw";
                claims.push(match number("dm", operand, expected)? {
                    0 => MateClaim::Draw,
                    moves => MateClaim::Moves(moves),
                });
            }
        }
        Ok(claims)
    }

    fn moves(&self, code: &'static str) -> Result<Vec<ChessMove>, EpdError> {
        let given = self.operations.iter().filter(|(given, _)| given == code);
        if given.clone().any(|(_, operand)| operand.is_empty()) {
            return Err(EpdError::Operand {
                code,
                operand: String::new(),
                expected: "one move or more",
            });
        }
        given
            .flat_map(|(_, operand)| operand.split([' ', '\t', ',']))
            .filter(|word| !word.is_empty() && !word.starts_with('#'))
            .map(|word| {
                read_move(&self.root, word).map_err(|source| EpdError::Move { code, source })
            })
            .collect()
    }
}

/// Parses an operand as a number; `expected` describes it for the error.
fn number<N: FromStr>(
    code: &'static str,
    operand: &str,
    expected: &'static str,
) -> Result<N, EpdError> {
    operand.parse().map_err(|_| EpdError::Operand {
        code,
        operand: plybench_text::echo(operand),
        expected,
    })
}

/// A line without the byte order mark that Windows editors put before the first one, and without its end.
fn content(line: &str) -> &str {
    line.trim_start_matches('\u{feff}').trim()
}

/// Whether a line should have a position: it is neither blank nor a comment.
pub(super) fn is_position(line: &str) -> bool {
    let line = content(line);
    !line.is_empty() && !line.starts_with('#')
}

/// The operations of a line: parts that end in a semicolon outside quotation marks. In perft suites each begins with the
/// semicolon instead.
fn operations(text: &str) -> Result<Vec<&str>, EpdError> {
    let mut quoted = false;
    let mut parts: Vec<&str> = text
        .split(|c| {
            quoted ^= c == '"';
            c == ';' && !quoted
        })
        .map(str::trim)
        .collect();
    let rest = if text.starts_with(';') {
        None
    } else {
        parts.pop()
    };
    if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
        return Err(EpdError::NoEnd {
            operation: plybench_text::echo(rest),
        });
    }
    parts.retain(|operation| !operation.is_empty());
    Ok(parts)
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
    fn an_operation_that_does_not_end_is_refused() {
        for operations in ["bm #8", "bm #8; id \"a\"", "id \"a; bm #8;", "hello"] {
            let line = format!("8/7K/8/8/8/8/R7/7k w - - {operations}");
            let error = Epd::parse(&line).unwrap_err();
            assert!(
                matches!(error, EpdError::NoEnd { .. }),
                "{operations}: {error}"
            );
        }
        let perft = Epd::parse("8/7K/8/8/8/8/R7/7k w - - 0 1 ;D1 15 ;D2 30");
        let perft = perft.unwrap().unwrap();
        let operands = ["D1", "D2"].map(|code| perft.operand(code));
        assert_eq!(operands, [Some("15"), Some("30")]);
    }

    #[test]
    fn a_check_reads_every_operation() {
        let check = |operations: &str| {
            let line = format!("8/7K/8/8/8/8/R7/7k w - - {operations}");
            Epd::parse(&line).unwrap().unwrap().check()
        };
        assert_eq!(
            check("bm Ra1; dm 8; acd 3; ce -1; c0 \"bm Qh9\"; x y z;"),
            Ok(())
        );
        for wrong in [
            "bm Qh9;", "bm Rb8;", "bm;", "am Rb8;", "dm x;", "bm #x;", "acd -1;", "ce 1.5;",
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn claims_are_mates_draws_or_none() {
        let claims_of =
            |operations: &str| claims(&format!("8/7K/8/8/8/8/R7/7k w - - {operations}"));
        let moves = MateClaim::Moves;
        assert_eq!(claims_of("dm -3;"), Ok(vec![moves(-3)]));
        assert_eq!(claims_of("dm 0;"), Ok(vec![MateClaim::Draw]));
        assert_eq!(claims_of("bm #8; dm 7;"), Ok(vec![moves(8), moves(7)]));
        assert_eq!(claims_of("bm Ra1; bm Kg6 #3;"), Ok(vec![moves(3)]));
        assert_eq!(claims_of("c0 \"x; dm 5; y\"; bm Ra1;"), Ok(vec![]));
        assert_eq!(claims_of(""), Ok(vec![]));
        assert!(claims_of("dm soon;").is_err() && claims_of("bm #99999999999;").is_err());
    }

    #[test]
    fn each_operation_is_read_as_what_it_is() {
        let line = "4k3/8/8/8/8/8/3PP3/R3K2R w KQ - bm O-O Rxa8, d4; bm Ra8+ #5; \
                    am e1c1 e3?!; acd 12; ce -35; id \"two; rooks\"; c0 \"bm Qh8\";";
        let epd = Epd::parse(line).unwrap().unwrap();
        let notations = |moves: Vec<ChessMove>| -> Vec<String> {
            use plybench_engine::game::Game;
            moves.into_iter().map(|mv| epd.root.notation(mv)).collect()
        };
        assert_eq!(
            notations(epd.best_moves().unwrap()),
            ["e1g1", "a1a8", "d2d4", "a1a8"]
        );
        assert_eq!(notations(epd.avoided_moves().unwrap()), ["e1c1", "e2e3"]);
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
                "bm: \"Ra9\" is not a move",
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
