//! The lines of a trace after its header, each a step of the search.

use std::{fmt, str::SplitWhitespace};

use plybench_tracer::{Bound, Entry};
use thiserror::Error;

/// How a search comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival<'t> {
    /// It is the root.
    Root,
    /// By a move.
    Move(&'t str),
    /// By a pass.
    Pass,
    /// It is the position of the node above once more.
    Same,
}

/// How a node ends. Each word says what follows for the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<'t> {
    /// `cut`: a move's value reached beta.
    Cut,
    /// `moves`: all moves were searched or pruned, and no value reached beta.
    Moves,
    /// `table`: an entry of the table settled it.
    Table,
    /// `evaluation`: it is a leaf, or its evaluation reached beta in quiescence.
    Evaluation,
    /// `mate`: no legal moves, in check.
    Mate,
    /// `stalemate`: no legal moves, not in check.
    Stalemate,
    /// `over`: the game is over by a rule of it.
    Over,
    /// `draw`: a repetition, or a rule that counts moves.
    Draw,
    /// `window`: alpha reached beta before any move.
    Window,
    /// `null-move`: the value of a pass reached beta.
    NullMove,
    /// `same`: the value of the same position, as the search of it went on.
    Same,
    /// `stopped`: a limit ended the search here or below.
    Stopped,
    /// `-`: not given.
    Unknown,
    /// Any other word: a technique of the program.
    Other(&'t str),
}

impl<'t> Reason<'t> {
    /// The words, besides those of the program's own techniques.
    pub const WORDS: [(&'static str, Reason<'static>); 13] = [
        ("cut", Reason::Cut),
        ("moves", Reason::Moves),
        ("table", Reason::Table),
        ("evaluation", Reason::Evaluation),
        ("mate", Reason::Mate),
        ("stalemate", Reason::Stalemate),
        ("over", Reason::Over),
        ("draw", Reason::Draw),
        ("window", Reason::Window),
        ("null-move", Reason::NullMove),
        ("same", Reason::Same),
        ("stopped", Reason::Stopped),
        ("-", Reason::Unknown),
    ];

    fn read(word: &'t str) -> Self {
        let mut known = Self::WORDS.into_iter();
        let known = known.find(|(name, _)| *name == word);
        known.map_or(Reason::Other(word), |(_, reason)| reason)
    }

    /// As a trace has it.
    #[must_use]
    pub fn word(self) -> &'t str {
        match self {
            Reason::Other(word) => word,
            _ => {
                let mut known = Self::WORDS.into_iter();
                known
                    .find(|(_, reason)| *reason == self)
                    .map_or("-", |(word, _)| word)
            }
        }
    }
}

/// A step of a search. Values and windows are those of the side to move at the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'t> {
    /// An iteration begins, to this depth in plies.
    Iteration(i32),
    /// An iteration ends.
    End {
        /// The root's value.
        value: i32,
        /// The nodes since the first iteration, if the program counts any.
        nodes: Option<u64>,
    },
    /// A node begins.
    Enter {
        /// How the search comes to it.
        by: Arrival<'t>,
        /// Plies to the horizon.
        depth: i32,
        /// Alpha and beta.
        window: (i32, i32),
    },
    /// The node ends.
    Leave {
        /// Its value.
        value: i32,
        /// How it ends.
        reason: Reason<'t>,
    },
    /// The static evaluation.
    Evaluation(i32),
    /// The window is narrowed.
    Window((i32, i32), &'t str),
    /// The depth is changed.
    Depth(i32, &'t str),
    /// A move is not searched, or all that are left.
    Pruned {
        /// The move; none stands for all that are left.
        mv: Option<&'t str>,
        /// The technique.
        by: &'t str,
        /// The value that the node has at least.
        value: Option<i32>,
    },
    /// The next node is searched to a depth smaller by so many plies.
    Reduced(i32, &'t str),
    /// The next node is searched to a depth larger by so many plies; below 0, to a smaller one for good.
    Extended(i32, &'t str),
    /// The move of the node before is searched again.
    Again,
    /// A technique asks for the next node.
    Try(&'t str),
    /// The table has an entry.
    Hit(Entry<'t>),
    /// The table takes an entry.
    Stored(Entry<'t>),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// It begins with a word that names no step.
    #[error("{0:?} names no step; give one of {WORDS}")]
    Word(String),
    /// A field is missing.
    #[error("{step:?} has no {field}; its fields are {fields}")]
    Missing {
        /// The first word.
        step: &'static str,
        /// What is missing.
        field: &'static str,
        /// All fields of such a line.
        fields: &'static str,
    },
    /// A field cannot be read.
    #[error("{field} of {step:?} is {text:?}; give {wanted}")]
    Field {
        /// The first word.
        step: &'static str,
        /// The field.
        field: &'static str,
        /// What it has.
        text: String,
        /// What it can have.
        wanted: &'static str,
    },
    /// There are more words than fields.
    #[error("{step:?} goes on with {text:?}; its fields are {fields}")]
    Long {
        /// The first word.
        step: &'static str,
        /// The first word too many.
        text: String,
        /// All fields of such a line.
        fields: &'static str,
    },
}

const WORDS: &str = "iteration, end, enter, leave, evaluation, window, depth, pruned, reduced, extended, again, try, hit, stored";
const NUMBER: &str = "a number of at most 30 bits";

/// The kinds of lines, with their fields.
const LINES: [(&str, &str); 14] = [
    ("iteration", "DEPTH"),
    ("end", "VALUE NODES"),
    ("enter", "MOVE DEPTH ALPHA BETA"),
    ("leave", "VALUE REASON"),
    ("evaluation", "VALUE"),
    ("window", "ALPHA BETA REASON"),
    ("depth", "DEPTH REASON"),
    ("pruned", "MOVE REASON [VALUE]"),
    ("reduced", "PLIES REASON"),
    ("extended", "PLIES REASON"),
    ("again", "none"),
    ("try", "REASON"),
    ("hit", "KEY VALUE DEPTH BOUND MOVE"),
    ("stored", "KEY VALUE DEPTH BOUND MOVE"),
];

/// The fields of a line that were not read yet.
struct Fields<'t> {
    step: &'static str,
    all: &'static str,
    words: SplitWhitespace<'t>,
}

impl<'t> Fields<'t> {
    fn word(&mut self, field: &'static str) -> Result<&'t str, StepError> {
        let (step, fields) = (self.step, self.all);
        self.words.next().ok_or(StepError::Missing {
            step,
            field,
            fields,
        })
    }

    fn wrong(&self, field: &'static str, text: &str, wanted: &'static str) -> StepError {
        StepError::Field {
            step: self.step,
            field,
            text: plybench_text::echo(text),
            wanted,
        }
    }

    fn read<T>(
        &mut self,
        field: &'static str,
        wanted: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, StepError> {
        let text = self.word(field)?;
        read(text).ok_or_else(|| self.wrong(field, text, wanted))
    }

    /// A number that can be negated and added to without care.
    fn number(&mut self, field: &'static str) -> Result<i32, StepError> {
        self.read(field, NUMBER, number)
    }

    /// A number of plies.
    fn plies(&mut self, least: i32) -> Result<i32, StepError> {
        self.read(
            "PLIES",
            "a number from -255 to 255 but 0, above 0 for a reduction",
            |text| number(text).filter(|&plies| plies != 0 && (least..256).contains(&plies)),
        )
    }

    fn entry(&mut self) -> Result<Entry<'t>, StepError> {
        Ok(Entry {
            key: self.read("KEY", "up to 16 hexadecimal digits", |text| {
                let is_digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
                u64::from_str_radix(text, 16).ok().filter(|_| is_digits)
            })?,
            value: self.number("VALUE")?,
            depth: self.number("DEPTH")?,
            bound: self.read("BOUND", "lower, upper or exact", |text| {
                let mut all = [Bound::Lower, Bound::Upper, Bound::Exact].into_iter();
                all.find(|bound| bound.name() == text)
            })?,
            mv: Some(self.word("MOVE")?).filter(|&mv| mv != "-"),
        })
    }
}

fn number(text: &str) -> Option<i32> {
    let number = text.parse().ok()?;
    (-(1 << 30)..1 << 30).contains(&number).then_some(number)
}

impl<'t> Step<'t> {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no step.
    pub fn read(line: &'t str) -> Result<Self, StepError> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let (step, all) = LINES
            .into_iter()
            .find(|(name, _)| *name == first)
            .ok_or_else(|| StepError::Word(plybench_text::echo(first)))?;
        let mut fields = Fields { step, all, words };
        let read = match step {
            "iteration" => Step::Iteration(fields.number("DEPTH")?),
            "end" => Step::End {
                value: fields.number("VALUE")?,
                nodes: fields.read("NODES", "a number, or - for none", |text| match text {
                    "-" => Some(None),
                    _ => text.parse().ok().map(Some),
                })?,
            },
            "enter" => Step::Enter {
                by: match fields.word("MOVE")? {
                    "-" => Arrival::Root,
                    "null" => Arrival::Pass,
                    "same" => Arrival::Same,
                    mv => Arrival::Move(mv),
                },
                depth: fields.number("DEPTH")?,
                window: (fields.number("ALPHA")?, fields.number("BETA")?),
            },
            "leave" => Step::Leave {
                value: fields.number("VALUE")?,
                reason: Reason::read(fields.word("REASON")?),
            },
            "evaluation" => Step::Evaluation(fields.number("VALUE")?),
            "window" => Step::Window(
                (fields.number("ALPHA")?, fields.number("BETA")?),
                fields.word("REASON")?,
            ),
            "depth" => Step::Depth(fields.number("DEPTH")?, fields.word("REASON")?),
            "pruned" => Step::Pruned {
                mv: Some(fields.word("MOVE")?).filter(|&mv| mv != "*"),
                by: fields.word("REASON")?,
                value: match fields.words.clone().next() {
                    None => None,
                    Some(_) => Some(fields.number("VALUE")?),
                },
            },
            "reduced" => Step::Reduced(fields.plies(1)?, fields.word("REASON")?),
            "extended" => Step::Extended(fields.plies(-255)?, fields.word("REASON")?),
            "again" => Step::Again,
            "try" => Step::Try(fields.word("REASON")?),
            "hit" => Step::Hit(fields.entry()?),
            _ => Step::Stored(fields.entry()?),
        };
        match fields.words.next() {
            None => Ok(read),
            Some(text) => Err(StepError::Long {
                step,
                text: plybench_text::echo(text),
                fields: all,
            }),
        }
    }
}

impl fmt::Display for Arrival<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Arrival::Root => "-",
            Arrival::Move(mv) => mv,
            Arrival::Pass => "null",
            Arrival::Same => "same",
        })
    }
}
