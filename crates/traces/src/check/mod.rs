//! Checks what follows from the lines of a trace alone, whatever the program.
//!
//! A search is a stack of nodes. [`Checker::step`] holds each line against the node that takes it; what it needs of the nodes below is
//! in the node already, because they were left before.

mod enter;
mod leave;
mod node;
mod statement;
mod table;

use std::cmp::Ordering;

use thiserror::Error;

pub use self::statement::{Counts, Statement};
use self::{node::Node, table::Stores};
pub use crate::board::RootError;
use crate::{
    board::Board,
    header::{Header, MATE_PLIES, Use},
    read::{ReadError, Reader},
    step::Step,
};

/// The most names of moves that a message has.
const MOST_NAMES: usize = 64;

/// The most nodes inside one another.
const DEEPEST: usize = 1_024;

/// The first step of a trace that does not fulfil a statement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {message}", place(.iteration, .path))]
pub struct Wrong {
    /// The line, from 1.
    pub line: u64,
    /// The depth of the iteration, if one has begun.
    pub iteration: Option<i32>,
    /// How the search came to the node, from the root.
    pub path: Vec<String>,
    /// What does not hold.
    pub statement: Statement,
    /// What the step has, and what it should have.
    pub message: String,
}

fn place(iteration: &Option<i32>, path: &[String]) -> String {
    let iteration = iteration.map(|depth| format!(", iteration {depth}"));
    let path = match path {
        [] => String::new(),
        [_] => ", at the root".to_owned(),
        [_, path @ ..] => {
            let names = path.iter().take(MOST_NAMES);
            let names: Vec<String> = names.map(|name| plybench_text::echo(name)).collect();
            let more = if path.len() > MOST_NAMES { " ..." } else { "" };
            format!(", after {}{more}", names.join(" "))
        }
    };
    iteration.unwrap_or_default() + &path
}

/// What is wrong with a step.
struct Fault(Statement, String);

/// Checks a trace step by step.
pub struct Checker {
    header: Header,
    root: Board,
    open: Vec<Node>,
    /// The iteration that has begun and not ended.
    iteration: Option<i32>,
    /// The searches of the root in the iteration, the value of the last, and what all of them say of the true one.
    roots: u64,
    value: Option<i32>,
    between: (i32, i32),
    /// Whether the last value was inside its window.
    is_inside: bool,
    /// Whether the last was stopped.
    is_stopped: bool,
    iterations: u64,
    /// The nodes since the first iteration, and those that the program would count.
    nodes: u64,
    counted: u64,
    /// The nodes of positions that were entered before, which some programs count.
    same: u64,
    stores: Stores,
    counts: Counts,
}

/// Why a trace did not pass.
#[derive(Debug, Error)]
pub enum CheckError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its root is no position of its game.
    #[error(transparent)]
    Root(#[from] RootError),
    /// A step does not fulfil a statement.
    #[error(transparent)]
    Wrong(#[from] Wrong),
}

/// Checks a whole trace.
///
/// # Errors
/// If it cannot be read, or at its first wrong step.
pub fn check(trace: &mut Reader<'_>) -> Result<Summary, CheckError> {
    let mut checker = Checker::new(&trace.header)?;
    while let Some((line, step)) = trace.step()? {
        checker.step(line, step)?;
    }
    Ok(checker.finish())
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of completed iterations.
    pub iterations: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// Whether the trace ends within a node, as that of a program that was stopped.
    pub is_cut_off: bool,
    /// What was checked how often.
    pub counts: Counts,
}

impl Checker {
    /// Before the first step of a trace with this header.
    ///
    /// # Errors
    /// If the root is no position of its game.
    pub fn new(header: &Header) -> Result<Self, RootError> {
        Ok(Checker {
            root: Board::root(header)?,
            header: header.clone(),
            open: Vec::new(),
            iteration: None,
            roots: 0,
            value: None,
            between: (i32::MIN, i32::MAX),
            is_inside: false,
            is_stopped: false,
            iterations: 0,
            nodes: 0,
            counted: 0,
            same: 0,
            stores: Stores::default(),
            counts: Counts::default(),
        })
    }

    /// Takes the step of a line.
    ///
    /// # Errors
    /// If it does not fulfil a statement.
    pub fn step(&mut self, line: u64, step: Step<'_>) -> Result<(), Wrong> {
        let path = self.open.len();
        self.take(step).map_err(|fault| {
            // A step that enters or leaves a node is told with the path before it.
            let open = &self.open[..path.min(self.open.len())];
            self.wrong(line, open, fault)
        })
    }

    /// After the last step.
    #[must_use]
    pub fn finish(self) -> Summary {
        Summary {
            iterations: self.iterations,
            nodes: self.nodes,
            is_cut_off: !self.open.is_empty(),
            counts: self.counts,
        }
    }

    fn wrong(&self, line: u64, open: &[Node], Fault(statement, message): Fault) -> Wrong {
        Wrong {
            line,
            iteration: self.iteration,
            path: open.iter().map(|node| node.arrival.clone()).collect(),
            statement,
            message,
        }
    }

    fn take(&mut self, step: Step<'_>) -> Result<(), Fault> {
        match step {
            Step::Iteration(depth) => {
                let has_ended = self.iteration.is_none() || self.is_stopped;
                self.holds(
                    Statement::Nesting,
                    has_ended && self.open.is_empty(),
                    || "an iteration begins within another".to_owned(),
                )?;
                (self.iteration, self.roots, self.value) = (Some(depth), 0, None);
                (self.between, self.is_stopped) = ((i32::MIN, i32::MAX), false);
            }
            Step::End { value, nodes } => self.end(value, nodes)?,
            Step::Enter { by, depth, window } => self.enter(by, depth, window)?,
            Step::Leave { value, reason } => self.leave(value, reason)?,
            Step::Evaluation(value) => self.evaluation(value)?,
            Step::Window(window, by) => {
                let node = self.settled()?;
                let old = node.window;
                node.window = window;
                node.alpha = node.alpha.max(window.0);
                let is_within = window.0 >= old.0 && window.1 <= old.1;
                self.holds(Statement::Window, is_within, || {
                    format!("{by} changes the window {old:?} to {window:?}, which is not within it")
                })?;
            }
            Step::Depth(depth, by) => {
                let has_quiescence = self.header.has(Use::Quiescence);
                let node = self.settled()?;
                let before = std::mem::replace(&mut node.depth, depth);
                node.deepest = node.deepest.max(depth);
                node.is_quiescence = depth <= 0 && has_quiescence;
                match depth.cmp(&before) {
                    Ordering::Greater => self.declared(Use::Extensions, by)?,
                    Ordering::Less => self.declared(Use::Reductions, by)?,
                    Ordering::Equal => {}
                }
            }
            Step::Pruned { mv, by, value } => self.pruned(mv, by, value)?,
            Step::Reduced(plies, by) => {
                self.declared(Use::Reductions, by)?;
                let next = &mut self.node()?.next;
                next.reduced = next.reduced.saturating_add(plies);
            }
            Step::Extended(plies, by) => {
                self.declared(Use::Extensions, by)?;
                let next = &mut self.node()?.next;
                next.extended = next.extended.saturating_add(plies);
            }
            // The root is searched again by the driver.
            Step::Again if self.open.is_empty() => {}
            Step::Again => self.node()?.next.again = true,
            Step::Try(_) => self.node()?.next.tried = true,
            Step::Hit(entry) => {
                self.settled()?.hit = Some(entry.into());
                let is_kept = self.header.has(Use::KeptTable);
                if !is_kept {
                    self.declared(Use::Table, "hit")?;
                }
                if is_kept && !self.stores.has_key(entry) {
                    self.counts
                        .unchecked(Statement::Hit, "entries from before the trace");
                } else {
                    let key = entry.key;
                    let has_key = self.stores.has_key(entry);
                    self.holds(Statement::Hit, self.stores.has(entry), || match has_key {
                        true => format!("the table has an entry with key {key:016x} that differs from all that were stored with it"),
                        false => format!("the table has an entry with key {key:016x}, which was never stored"),
                    })?;
                }
                self.is_of_one_position(entry.key)?;
            }
            Step::Stored(entry) => {
                self.settled()?.stored = Some(entry.into());
                if !self.header.has(Use::KeptTable) {
                    self.declared(Use::Table, "stored")?;
                }
                self.stores.add(entry);
                self.is_of_one_position(entry.key)?;
            }
        }
        Ok(())
    }

    /// An iteration ends.
    fn end(&mut self, value: i32, nodes: Option<u64>) -> Result<(), Fault> {
        let is_between = self.iteration.is_some() && self.open.is_empty();
        self.holds(Statement::Nesting, is_between, || {
            "an iteration ends before it began, or within a node".to_owned()
        })?;
        let root = self.value;
        self.holds(Statement::Value, root == Some(value), || match root {
            Some(root) => {
                format!("the iteration ends with {value}, but the root's value is {root}")
            }
            None => "the iteration ends without a search of the root".to_owned(),
        })?;
        let (low, high) = self.between;
        // The last value was inside its window, or, as in MTD(f), the bounds have met.
        let is_known = self.is_inside || low >= high;
        if is_known || self.header.has(Use::Aspiration) {
            self.holds(Statement::Again, is_known, || {
                "the root has to be searched again: its value was outside its window".to_owned()
            })?;
        } else {
            let what = "iterations that end with a value outside the root's window";
            self.counts.unchecked(Statement::Again, what);
        }
        match nodes {
            None => self.counts.unchecked(Statement::Nodes, "no count given"),
            Some(nodes) => {
                // A program can count a position that it searches once more, or not.
                let (counted, same) = (self.counted, self.same);
                let is_so = nodes == counted || nodes == counted + same;
                self.holds(Statement::Nodes, is_so, || {
                    let or = match same {
                        0 => String::new(),
                        same => format!(", or {} with positions entered once more", counted + same),
                    };
                    format!("the program counts {nodes} nodes, its trace has {counted}{or}")
                })?;
            }
        }
        self.iterations += 1;
        self.iteration = None;
        Ok(())
    }

    fn evaluation(&mut self, value: i32) -> Result<(), Fault> {
        if let Some(mate) = self.header.mate {
            let is_one = value.abs() < mate - MATE_PLIES;
            self.holds(Statement::Mate, is_one, || {
                format!("the evaluation {value} is the value of a mate; a mate at the root is worth {mate}")
            })?;
        }
        let node = self.settled()?;
        node.evaluation = Some(value);
        if node.is_quiescence {
            node.raise(value);
        }
        Ok(())
    }

    fn pruned(&mut self, mv: Option<&str>, by: &str, value: Option<i32>) -> Result<(), Fault> {
        self.settled()?;
        self.refuse_after_cut("prunes")?;
        let node = self.node()?;
        node.has_pruned |= value.is_none();
        if let Some(value) = value {
            node.best = node.best.max(Some(value));
            node.cut = node
                .cut
                .or(Some(value).filter(|&value| value >= node.window.1));
        }
        match mv {
            None => node.has_unnamed = true,
            Some(mv) => {
                let board = node.board.clone();
                let (_, number) = self.legal(&board, mv, || format!("{by} prunes {mv}"))?;
                self.first_time(number, mv)?;
            }
        }
        Ok(())
    }

    /// The node's position has this key, and no other may have it.
    fn is_of_one_position(&mut self, key: u64) -> Result<(), Fault> {
        let Some(position) = self.node()?.board.identity() else {
            let what = "keys of a game that is not known";
            self.counts.unchecked(Statement::Key, what);
            return Ok(());
        };
        let is_of_it = self.stores.is_of(key, position);
        self.holds(Statement::Key, is_of_it, || {
            format!("the key {key:016x} was given to another position before")
        })
    }

    /// A move is searched or pruned, which has to be for the first time.
    fn first_time(&mut self, number: u64, mv: &str) -> Result<(), Fault> {
        let is_new = self.node()?.seen.insert(number);
        self.holds(Statement::Again, is_new, || {
            format!("{mv} was searched or pruned before, and no line \"again\" says that it is searched again")
        })
    }

    /// A move has to be legal where the game is known. Returns the position after it, and what tells it from others.
    fn legal(
        &mut self,
        board: &Board,
        mv: &str,
        what: impl FnOnce() -> String,
    ) -> Result<(Board, u64), Fault> {
        let after = board.after(mv);
        if board.is_known() {
            self.holds(Statement::Legal, after.is_some(), || {
                format!("{}, which is not legal there", what())
            })?;
        } else {
            self.counts
                .unchecked(Statement::Legal, "moves of a game that is not known");
        }
        Ok(after.unwrap_or((Board::Unknown, 0)))
    }

    /// The node must not have been cut off before it does this.
    fn refuse_after_cut(&mut self, does: &str) -> Result<(), Fault> {
        let node = self.node()?;
        let beta = node.window.1;
        match node.cut {
            None => Ok(()),
            Some(value) => Err(Fault(
                Statement::Cut,
                format!("the node {does} a move after a value of {value} reached beta, {beta}"),
            )),
        }
    }

    /// The node that takes the step, after the last search below it.
    fn settled(&mut self) -> Result<&mut Node, Fault> {
        let header = &self.header;
        let due = match self.open.last() {
            None => None,
            Some(node) => node.due(|what| header.has(what)),
        };
        if self.open.last().is_some_and(|node| node.last.is_some()) {
            self.holds(Statement::Again, due.is_none(), || due.unwrap_or_default())?;
        }
        let node = self.node()?;
        node.settle();
        Ok(node)
    }

    fn node(&mut self) -> Result<&mut Node, Fault> {
        let outside = || Fault(Statement::Nesting, "a step outside any node".to_owned());
        self.open.last_mut().ok_or_else(outside)
    }

    fn declared(&mut self, what: Use, does: &str) -> Result<(), Fault> {
        let has = self.header.has(what);
        self.holds(Statement::Declared, has, || {
            format!("{does:?} needs {:?} in the header's uses", what.word())
        })
    }

    /// Counts a check, and fails if it does not hold.
    fn holds(
        &mut self,
        statement: Statement,
        is_true: bool,
        message: impl FnOnce() -> String,
    ) -> Result<(), Fault> {
        if !is_true {
            return Err(Fault(statement, message()));
        }
        self.counts.checked(statement);
        Ok(())
    }
}
