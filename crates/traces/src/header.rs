//! The first lines of a trace: what was searched, and how.

use std::collections::BTreeMap;

use thiserror::Error;

/// The first word of every text trace.
pub const FORMAT: &str = "plybench-text-trace";
/// Values this near to that of a mate at the root are those of mates: no program searches deeper.
pub const MATE_PLIES: i32 = 256;
/// The least value of a mate at the root, so that mates at any distance differ from small evaluations.
const LEAST_MATE: i32 = 512;
/// The version of the format. It is raised whenever a reader of the version before would misread a trace.
pub const VERSION: &str = "1";

crate::worded::worded! {
    /// What a search says that it does. What it does not declare, its steps must not show.
    Use {
        FailHard "fail-hard" "The value of a node that searches moves is never outside its window. Without it: fail-soft."
        Pvs "pvs" "A later move can be searched with a window of width 1, and is searched again if its value lies between the bounds."
        Aspiration "aspiration" "The root can be searched several times, until a value is inside its window or the bounds meet, as in MTD(f). Without this word, it is not checked that they do."
        NullMove "null-move" "A pass can be searched first."
        Reductions "reductions" "A move can be searched to a smaller depth, and is searched again if its value is above alpha."
        Extensions "extensions" "A move can be searched to a larger depth."
        Quiescence "quiescence" "Nodes of depth 0 and below search only some moves, and their evaluation can stand for the others. Their depth may stay 0, and a function of its own needs no `same`."
        Table "table" "A table keeps values; it is empty at the beginning."
        KeptTable "kept-table" "A table keeps values; it has some at the beginning."
        CountsMoves "counts-moves" "Nodes are counted when a move is made: the root, passes and a search again do not count."
    }
}

/// The first lines of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The program, with its version.
    pub program: String,
    /// The game: `chess`, a game that Plybench knows, or another.
    pub game: String,
    /// The root position.
    pub root: String,
    /// What the search does.
    pub uses: Vec<Use>,
    /// The value of a mate at the root.
    pub mate: Option<i32>,
}

impl Header {
    /// Whether the search does this.
    #[must_use]
    pub fn has(&self, what: Use) -> bool {
        self.uses.contains(&what)
    }
}

/// What is wrong with the first lines.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// The first line is not that of a text trace.
    #[error("not a text trace: its first line has to be {FORMAT:?} and {VERSION:?}")]
    Format,
    /// A word is there twice.
    #[error("{0:?} is given twice; remove one of the lines")]
    Twice(&'static str),
    /// A line is missing.
    #[error("the line {0:?} is missing before the first iteration; add it")]
    Missing(&'static str),
    /// A line begins with another word.
    #[error(
        "{0:?} begins no line of a header; give program, game, root, uses or mate, or begin with iteration"
    )]
    Word(String),
    /// A word of `uses` has no meaning.
    #[error("uses has {0:?}; give some of {all}", all = all_uses())]
    Use(String),
    /// The value of a mate is too small, too large or no number.
    #[error(
        "mate has {0:?}; give the value of a mate at the root, such as 32000, from {LEAST_MATE} to 2^30 - 1"
    )]
    Mate(String),
}

fn all_uses() -> String {
    let words: Vec<&str> = Use::ALL.iter().map(|one| one.word()).collect();
    words.join(", ")
}

/// The lines of a header as they are read.
#[derive(Default)]
pub(crate) struct Lines(BTreeMap<&'static str, String>);

impl Lines {
    const WORDS: [&'static str; 5] = ["program", "game", "root", "uses", "mate"];

    /// Takes a line.
    pub(crate) fn take(&mut self, line: &str) -> Result<(), HeaderError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let known = Self::WORDS.into_iter().find(|known| *known == word);
        let known = known.ok_or_else(|| HeaderError::Word(plybench_text::echo(word)))?;
        match self.0.insert(known, rest.trim().to_owned()) {
            None => Ok(()),
            Some(_) => Err(HeaderError::Twice(known)),
        }
    }

    /// The header, when its last line was read.
    pub(crate) fn header(mut self) -> Result<Header, HeaderError> {
        let mut text = |word| self.0.remove(word);
        let uses = text("uses").unwrap_or_default();
        let uses = uses.split_whitespace().map(|word| {
            let mut all = Use::ALL.iter().copied();
            let known = all.find(|known| known.word() == word);
            known.ok_or_else(|| HeaderError::Use(plybench_text::echo(word)))
        });
        let mate = text("mate").map(|text| {
            let mate = text
                .parse()
                .ok()
                .filter(|&mate: &i32| (LEAST_MATE..1 << 30).contains(&mate));
            mate.ok_or_else(|| HeaderError::Mate(plybench_text::echo(&text)))
        });
        Ok(Header {
            uses: uses.collect::<Result<_, _>>()?,
            mate: mate.transpose()?,
            program: text("program").ok_or(HeaderError::Missing("program"))?,
            game: text("game").ok_or(HeaderError::Missing("game"))?,
            root: text("root").ok_or(HeaderError::Missing("root"))?,
        })
    }
}
