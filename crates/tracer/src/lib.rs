#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::{
    fmt::Display,
    io::{self, Write},
};

/// What a table's value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least the value.
    Lower,
    /// It is at most the value.
    Upper,
    /// It is the value.
    Exact,
}

impl Bound {
    /// As a trace has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::Exact => "exact",
        }
    }
}

/// An entry of a table, as the table has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'m> {
    /// The key of its position.
    pub key: u64,
    /// Its value, for the side to move; a mate as the program stores it.
    pub value: i32,
    /// The depth of its search, in plies.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// Its move, if it has one.
    pub mv: Option<&'m str>,
}

/// What is searched, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traced<'t> {
    /// The program and its version.
    pub program: &'t str,
    /// `chess`, the name of another game that Plybench knows, or any other.
    pub game: &'t str,
    /// The root position: a FEN, or as the game writes it.
    pub root: &'t str,
    /// What the search does, as words with spaces between them, such as `pvs table reductions`.
    pub uses: &'t str,
    /// The value of a mate at the root, if there are any; one in N plies is worth N less.
    pub mate: Option<i32>,
}

/// Writes a trace. Values and windows are those of the side to move at the node. Moves are texts without spaces, in the notation of
/// the game.
///
/// The first error of the writer ends the trace, and [`Tracer::finish`] returns it, so that a search need not look after it.
#[derive(Debug)]
pub struct Tracer<W> {
    to: W,
    failed: Option<io::Error>,
}

/// Declares the methods that write a line of a word and its fields.
macro_rules! lines {
    ($($(#[$doc:meta])* $word:literal $name:ident($($field:ident: $kind:ty),*);)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, $($field: $kind),*) {
            self.line(&[&$word, $(&$field),*]);
        }
    )*};
}

impl<W: Write> Tracer<W> {
    /// Begins a trace. A writer to a file should have a buffer.
    pub fn new(to: W, traced: Traced<'_>) -> Self {
        let mut tracer = Tracer { to, failed: None };
        tracer.line(&[&"plybench-text-trace", &1]);
        for (word, text) in [
            ("program", traced.program),
            ("game", traced.game),
            ("root", traced.root),
            ("uses", traced.uses),
        ] {
            tracer.line(&[&word, &text]);
        }
        if let Some(mate) = traced.mate {
            tracer.line(&[&"mate", &mate]);
        }
        tracer
    }

    lines! {
        /// An iteration begins.
        "iteration" iteration(depth: i32);
        /// It ends, with the root's value and the nodes since the first iteration, or `-`.
        "end" end(value: i32, nodes: impl Display);
        /// A node begins: by a move, `null` for a pass, `same` for the same position once more, `-` for the root.
        "enter" enter(mv: &str, depth: i32, alpha: i32, beta: i32);
        /// It ends.
        "leave" leave(value: i32, reason: &str);
        /// Its static evaluation.
        "evaluation" evaluation(value: i32);
        /// Its window is narrowed.
        "window" window(alpha: i32, beta: i32, reason: &str);
        /// Its depth is changed.
        "depth" depth(depth: i32, reason: &str);
        /// A move is not searched; `*` stands for all that are left.
        "pruned" pruned(mv: &str, reason: &str);
        /// The same, and the node's value is at least this.
        "pruned" pruned_to(mv: &str, reason: &str, value: i32);
        /// The next node is searched to a smaller depth.
        "reduced" reduced(plies: i32, reason: &str);
        /// The next node is searched to a larger depth, or to a smaller one after which no search again is due.
        "extended" extended(plies: i32, reason: &str);
        /// The move of the node before is searched again.
        "again" again();
        /// A technique asks for the next node, whose value is not that of a move.
        "try" try_for(reason: &str);
    }

    /// The table has an entry.
    pub fn hit(&mut self, entry: Entry<'_>) {
        self.entry("hit", entry);
    }

    /// The table is given an entry, which it need not keep.
    pub fn stored(&mut self, entry: Entry<'_>) {
        self.entry("stored", entry);
    }

    fn entry(&mut self, word: &str, entry: Entry<'_>) {
        let key = format_args!("{:016x}", entry.key).to_string();
        let (bound, mv) = (entry.bound.name(), entry.mv.unwrap_or("-"));
        self.line(&[&word, &key, &entry.value, &entry.depth, &bound, &mv]);
    }

    fn line(&mut self, words: &[&dyn Display]) {
        let write = |to: &mut W| {
            for (at, word) in words.iter().enumerate() {
                write!(to, "{}{word}", if at == 0 { "" } else { " " })?;
            }
            to.write_all(b"\n")
        };
        if self.failed.is_none() {
            self.failed = write(&mut self.to).err();
        }
    }

    /// Ends the trace.
    ///
    /// # Errors
    /// If a line could not be written.
    pub fn finish(mut self) -> io::Result<W> {
        match self.failed {
            Some(error) => Err(error),
            None => self.to.flush().map(|()| self.to),
        }
    }
}
