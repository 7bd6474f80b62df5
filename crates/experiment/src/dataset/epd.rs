//! EPD: one position per line, with operations that describe it (S. J. Edwards, "Portable Game Notation
//! Specification and Implementation Guide", 1994, section 16.2).
//!
//! Lines with FEN's six fields instead of EPD's four are read, too, with or without a semicolon after them. The operations `id`,
//! `bm`, `am`, `dm`, `acd`, `ce`, `hmvc` and `fmvn` are understood, and `bm #N` for a mate; a line may have any others. The
//! clocks `hmvc` and `fmvn` are part of the position; any other operation is parsed when it is asked for, and [`Epd::check`]
//! parses all of them. A line that begins with `#` is a comment. Positions of other games have lines of the same kind: the
//! position's text, which begins with the game's name, a semicolon, and operations.

use std::{fmt, str::FromStr};

use plybench_engine::game::{
    Game,
    chess::{Chess, ChessMove, FenError},
    named,
};
use thiserror::Error;

use crate::searcher::Root;
use plybench_games::{SanError, read_move};

/// A line of an EPD file, or of a file with positions of any game ([`Root`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<P = Chess> {
    /// The position in the line's first four fields, with the clocks of the next two fields or of `hmvc` and `fmvn`.
    pub root: P,
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
    /// An operation has no code.
    #[error(
        "{operation:?} is not an operation, which begins with a letter; put a comment on a line of its own that begins with #"
    )]
    NoCode {
        /// The text in place of the operation.
        operation: String,
    },
    /// The line is of another format.
    #[error("{0}")]
    Format(&'static str),
    /// Two parts of the line say different things about the same.
    #[error("{} contradicts {}; correct one of them or remove it", .0[0], .0[1])]
    Contradiction([String; 2]),
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
    /// A position of another game than chess is at fault.
    #[error("{0}")]
    Position(String),
    /// A move of another game than chess is at fault.
    #[error(
        "{code}: {word:?} is not a legal move; give a legal move in the notation of `plybench search`"
    )]
    NotLegal {
        /// The operation's code, such as `bm`.
        code: &'static str,
        /// The move as written.
        word: String,
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
        let line = line.trim();
        if !is_position(line) {
            return Ok(None);
        }
        if let Some((_, problem)) = FORMATS.iter().find(|(start, _)| line.starts_with(start)) {
            return Err(EpdError::Format(problem));
        }
        let mut rest = line;
        let mut fields = Vec::with_capacity(6);
        while fields.len() < 6 {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';');
            let (field, after) = rest.split_at(end.unwrap_or(rest.len()));
            if field.is_empty()
                || (fields.len() >= 4 && !field.bytes().all(|byte| byte.is_ascii_digit()))
            {
                break;
            }
            fields.push(field);
            rest = after.trim_start();
        }
        let mut root = Chess::from_fen(&fields.join(" "))?;
        let operations = operations(rest)?;
        let plies = value(HALF_MOVE, &fields, &operations)?;
        let moves = value(FULL_MOVE, &fields, &operations)?;
        if fields.len() == 4 && (plies, moves) != (None, None) {
            let (plies, moves) = (plies.unwrap_or(0), moves.unwrap_or(1));
            root = Chess::from_fen(&format!("{} {plies} {moves}", fields.join(" ")))?;
        }
        Ok(Some(Epd { root, operations }))
    }
}

impl Epd<Root> {
    /// Reads a line with a position of any game; `None` for one that is blank or a comment.
    ///
    /// # Errors
    /// If its position cannot be read, or an operation does not end.
    pub fn of_any_game(line: &str) -> Result<Option<Self>, EpdError> {
        let (position, rest) = line.split_once(';').unwrap_or((line, ""));
        // A tree that is given looks like a game in PGN.
        let Some(game) = named::game_of(position).filter(|game| !game.is_tree) else {
            return Ok(Epd::parse(line)?.map(|epd| Epd {
                root: Root::Chess(epd.root),
                operations: epd.operations,
            }));
        };
        Ok(Some(Epd {
            root: Root::Other(game.position(position).map_err(EpdError::Position)?),
            operations: operations(rest.trim())?,
        }))
    }
}

/// A position whose moves a line can name.
pub trait NamesMoves {
    /// A move as the caller needs it.
    type Move;

    /// The legal move that an operation with this code names.
    ///
    /// # Errors
    /// If there is no such move.
    fn find(&self, code: &'static str, word: &str) -> Result<Self::Move, EpdError>;
}

impl NamesMoves for Chess {
    type Move = ChessMove;

    fn find(&self, code: &'static str, word: &str) -> Result<ChessMove, EpdError> {
        read_move(self, word).map_err(|source| EpdError::Move { code, source })
    }
}

/// Its moves are in the game's own notation: UCI in chess.
impl NamesMoves for Root {
    type Move = String;

    fn find(&self, code: &'static str, word: &str) -> Result<String, EpdError> {
        let of_chess = |root: &Chess| Ok(root.notation(root.find(code, word)?));
        match self {
            Root::Chess(root) => of_chess(root),
            Root::Game(game) => of_chess(game.position()),
            Root::Other(root) => {
                let found = root.find_move(word).map(|mv| root.notation(mv));
                found.ok_or_else(|| EpdError::NotLegal {
                    code,
                    word: plybench_text::echo(word),
                })
            }
        }
    }
}

impl<P> Epd<P> {
    /// Reads every operation that is understood.
    ///
    /// # Errors
    /// At the first that is at fault.
    pub fn check(&self) -> Result<(), EpdError>
    where
        P: NamesMoves,
    {
        self.best_moves()?;
        self.avoided_moves()?;
        self.mate_claim()?;
        self.analysed_depth()?;
        self.centipawns()?;
        Ok(())
    }

    /// The operand of an operation, if the line has it.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&str> {
        operand(&self.operations, code)
    }

    /// The position's name, without quotation marks.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.operand("id").map(|id| id.trim_matches('"'))
    }

    /// The best moves (`bm`), of several operations together; empty if none are given. Mates given as
    /// `#N` are left to [`Epd::mate_claim`].
    ///
    /// # Errors
    /// At the first that is not a legal move.
    pub fn best_moves(&self) -> Result<Vec<P::Move>, EpdError>
    where
        P: NamesMoves,
    {
        self.moves("bm")
    }

    /// The moves to avoid (`am`); empty if none are given.
    ///
    /// # Errors
    /// At the first that is not a legal move.
    pub fn avoided_moves(&self) -> Result<Vec<P::Move>, EpdError>
    where
        P: NamesMoves,
    {
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

    /// The mate that the line claims, by `bm #N` (alone or after moves) or by `dm N`.
    ///
    /// # Errors
    /// If an operand is not a whole number, or if two claims differ.
    pub fn mate_claim(&self) -> Result<Option<MateClaim>, EpdError> {
        mate_claim(&self.operations)
    }

    fn moves(&self, code: &'static str) -> Result<Vec<P::Move>, EpdError>
    where
        P: NamesMoves,
    {
        let named = named_moves(&self.operations, code)?.into_iter();
        named.map(|word| self.root.find(code, word)).collect()
    }
}

// What does not depend on the game is compiled once, in this crate.

/// The operand of an operation, if there is one.
fn operand<'o>(operations: &'o [(String, String)], code: &str) -> Option<&'o str> {
    let found = operations.iter().find(|(given, _)| given == code);
    found.map(|(_, operand)| operand.as_str())
}

/// The mate that operations claim. All claims must be the same.
fn mate_claim(operations: &[(String, String)]) -> Result<Option<MateClaim>, EpdError> {
    let mut first: Option<(String, MateClaim)> = None;
    for (code, operand) in operations {
        for word in words(operand) {
            let claim = match (code.as_str(), word.strip_prefix('#')) {
                ("bm", Some(moves)) => best_mate(moves)?,
                ("dm", _) => direct_mate(word)?,
                _ => continue,
            };
            add(&mut first, format!("{code} {word}"), claim)?;
        }
    }
    Ok(first.map(|(_, claim)| claim))
}

/// The moves that the operations with a code name, without mates.
fn named_moves<'o>(
    operations: &'o [(String, String)],
    code: &'static str,
) -> Result<Vec<&'o str>, EpdError> {
    let given = operations.iter().filter(|(given, _)| given == code);
    if given.clone().any(|(_, operand)| operand.is_empty()) {
        return Err(EpdError::Operand {
            code,
            operand: String::new(),
            expected: "one move or more",
        });
    }
    let words = given.flat_map(|(_, operand)| words(operand));
    Ok(words
        .filter(|word| !word.is_empty() && !word.starts_with('#'))
        .collect())
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

/// Parses the N of `bm #N`. There is no best move after a mate, so that N is not 0.
fn best_mate(moves: &str) -> Result<MateClaim, EpdError> {
    let expected = "#N with N from 1, or from -1 downwards for the mated side";
    match number("bm", moves, expected)? {
        0 => Err(EpdError::Operand {
            code: "bm",
            operand: "#0".to_owned(),
            expected,
        }),
        moves => Ok(MateClaim::Moves(moves)),
    }
}

/// Parses the operand of `dm`.
fn direct_mate(moves: &str) -> Result<MateClaim, EpdError> {
    let expected = "a number of moves, negative for the mated side, 0 for a draw";
    Ok(match number("dm", moves, expected)? {
        0 => MateClaim::Draw,
        moves => MateClaim::Moves(moves),
    })
}

/// The words of an operand; one that is empty for an operand that is.
fn words(operand: &str) -> impl Iterator<Item = &str> {
    operand.split([' ', '\t', ','])
}

/// A clock: the number of fields before it, its name, and the operation that gives it.
type Clock = (usize, &'static str, &'static str);

const HALF_MOVE: Clock = (4, "half-move clock", "hmvc");
const FULL_MOVE: Clock = (5, "full-move number", "fmvn");

/// The value of a clock that the fields and the operations give, if they do. All must give the same.
fn value(
    (field, name, code): Clock,
    fields: &[&str],
    operations: &[(String, String)],
) -> Result<Option<u32>, EpdError> {
    let field = fields.get(field).and_then(|field| field.parse().ok());
    let mut first = field.map(|value| (format!("{name} {value}"), value));
    for (_, operand) in operations.iter().filter(|(given, _)| given == code) {
        let value = number(code, operand, "a whole number")?;
        add(&mut first, format!("{code} {value}"), value)?;
    }
    Ok(first.map(|(_, value)| value))
}

/// Keeps the first of several statements about the same; the others must say the same.
fn add<T: PartialEq>(
    first: &mut Option<(String, T)>,
    said: String,
    value: T,
) -> Result<(), EpdError> {
    match first {
        Some((other, known)) if *known != value => {
            Err(EpdError::Contradiction([said, other.clone()]))
        }
        Some(_) => Ok(()),
        None => {
            *first = Some((said, value));
            Ok(())
        }
    }
}

/// Whether a line should have a position: it is neither blank nor a comment.
pub(super) fn is_position(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// How lines of other formats begin, with the message for each.
const FORMATS: [(&str, &str); 6] = [
    ("[", PGN),
    ("1.", PGN),
    (";", COMMENT),
    ("//", COMMENT),
    ("%", COMMENT),
    (
        "{",
        "this looks like JSON; write each position on a line of its own, in EPD or FEN",
    ),
];
const PGN: &str = "this looks like a game in PGN; save its positions in EPD or FEN, one on a line";
const COMMENT: &str = "a comment begins with #; put # at the start of the line";

/// Splits the operations of a line into codes and operands. Each ends in a semicolon outside quotation marks. In perft suites
/// each begins with the semicolon instead.
fn operations(text: &str) -> Result<Vec<(String, String)>, EpdError> {
    let mut quoted = false;
    let parts = text.split(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let parts: Vec<&str> = parts.map(str::trim).collect();
    let last = parts.len() - 1;
    let mut operations = Vec::new();
    for (number, part) in parts
        .into_iter()
        .enumerate()
        .filter(|(_, part)| !part.is_empty())
    {
        let operation = plybench_text::echo(part);
        if !part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Err(EpdError::NoCode { operation });
        }
        if number == last && !text.starts_with(';') {
            return Err(EpdError::NoEnd { operation });
        }
        let (code, operand) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        operations.push((code.to_owned(), operand.trim().to_owned()));
    }
    Ok(operations)
}

#[cfg(test)]
mod tests;
