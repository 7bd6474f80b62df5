//! The table of nodes: a row for each node of one iteration of a search, filled from the steps that the checker validates, whether
//! they come from a running search or from a trace. Drawn trees and the explorer's pages take what they show from it.

mod credit;
mod fill;
mod foreign;
mod path;
mod visit;

use plybench_checker::trace::TraceError;
use plybench_text::plural::{count, in_thousands};
use plybench_traces::read::ReadError;
use thiserror::Error;

pub(crate) use self::{
    credit::Credits,
    fill::{Filling, Open, completed, evaluation, steps},
    path::{Path, find},
};
pub use self::{
    fill::{MOST_VISITS, VISIT_BYTES, Wanted, read, search},
    foreign::read_text,
    visit::{Reached, TableEntry, Visit, Visits},
};
/// The most nodes of a tree that can be drawn.
pub const MOST_NODES: usize = 2_000;

pub(crate) const OUTSIDE: TreeError = TreeError::Contradiction("a step outside any node");

/// Why there is no tree.
#[derive(Debug, Error)]
pub enum TreeError {
    /// The tree has too many nodes.
    #[error(
        "the tree of depth {depth} has {} nodes, and at most {} can be drawn; give a smaller --depth",
        in_thousands(*nodes), in_thousands(MOST_NODES as u64)
    )]
    TooLarge {
        /// The depth of the iteration, in plies.
        depth: u8,
        /// The nodes that it enters.
        nodes: u64,
    },
    /// A proof has too many nodes.
    #[error(
        "the proof has {} nodes as a tree, and at most {} can be drawn; plybench trace writes it as a certificate",
        in_thousands(*nodes), in_thousands(MOST_NODES as u64)
    )]
    ProofTooLarge {
        /// The nodes of the tree.
        nodes: u64,
    },
    /// The search did not come to the end of the wanted iteration.
    #[error(
        "the search to depth {depth} enters more than {} nodes in all; give a smaller --depth",
        in_thousands(*limit)
    )]
    TooLong {
        /// The depth of the iteration, in plies.
        depth: u8,
        /// The most nodes of all iterations.
        limit: u64,
    },
    /// The search or trace does not have the iteration.
    #[error(
        "iteration {depth} was not completed: the search completed {}; give a smaller --iteration",
        count(*last, "iteration")
    )]
    NoIteration {
        /// The depth of the iteration, in plies.
        depth: u8,
        /// The depth of the last completed iteration, in plies; 0 if there is none.
        last: u8,
    },
    /// The iteration has more nodes than are read.
    #[error(
        "the tree of depth {depth} has more than {} nodes; give a smaller --depth or --iteration",
        in_thousands(MOST_VISITS as u64)
    )]
    TooManyVisits {
        /// The depth of the iteration, in plies.
        depth: u8,
    },
    /// The nodes of the iteration do not fit into memory.
    #[error(
        "the tree of depth {depth} does not fit into memory: {} nodes are too many; give a smaller --depth or --iteration",
        in_thousands(*nodes as u64)
    )]
    NoRoom {
        /// The depth of the iteration, in plies.
        depth: u8,
        /// The nodes that were read.
        nodes: usize,
    },
    /// A text trace cannot be read.
    #[error(transparent)]
    Text(#[from] ReadError),
    /// A line of a text trace contradicts those before it, or what it has cannot be shown.
    #[error("line {line}: {problem}; plybench check-trace tells where a trace is wrong")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: &'static str,
    },
    /// A trace has a technique of another program.
    #[error(
        "technique {0:?} is not registered in this program; use the program that recorded the trace"
    )]
    Technique(String),
    /// The search's table does not fit into memory.
    #[error("the table does not fit into memory; give a smaller one")]
    Memory,
    /// The lines of a trace cannot be written.
    #[error(transparent)]
    Write(std::io::Error),
    /// The recording cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The recording contradicts the game: an error of the program.
    #[error("the recorded search contradicts the game: {0}")]
    Contradiction(&'static str),
}
