//! The tree that a search walked, as in a textbook: every node with its value and window, and the moves that a cut left out.
//!
//! A search is recorded as a trace, the one that the checker validates, and the tree is read from it, so nothing is worked out a
//! second time. Moves that were never searched are not in a trace; they come from the game. [`SearchTree`] is the tree, and each
//! form has one file: text, JSON, the language of Graphviz, and a picture.
//!
//! All values and windows are from the point of view of the side to move at the root, which is called MAX as in textbooks.

mod build;
mod dot;
mod json;
mod json_lines;
mod layout;
mod model;
mod moment;
mod page;
mod path;
mod picture;
mod record;
#[cfg(test)]
mod tests;
mod text;

use plybench_checker::trace::TraceError;
use thiserror::Error;

pub use self::{
    build::BranchOrder,
    dot::dot,
    json::json,
    json_lines::json_lines,
    model::{
        Branch, Cause, Certainty, Drawn, Node, Reached, SearchTree, Side, Unsearched, Value, Window,
    },
    moment::{Entry, Kind, Moment},
    page::page,
    picture::{pdf, svg},
    record::{Question, record},
    text::text,
};
pub(crate) use self::{
    build::{certainty, technique},
    path::{Path, find},
};
use plybench_text::plural::in_thousands;

/// The most nodes of a tree that can be drawn.
pub const MOST_NODES: usize = 2_000;

/// Why there is no tree.
#[derive(Debug, Error)]
pub enum TreeError {
    /// The tree has too many nodes.
    #[error(
        "the tree of depth {depth} has {} nodes, and at most {} can be drawn; give a smaller --depth",
        in_thousands(*nodes), in_thousands(MOST_NODES as u64)
    )]
    TooLarge {
        /// The iteration.
        depth: u8,
        /// Its nodes.
        nodes: u64,
    },
    /// The search did not come to the end of the wanted iteration.
    #[error(
        "the search to depth {depth} enters more than {} nodes in all; give a smaller --depth",
        in_thousands(*limit)
    )]
    TooLong {
        /// The iteration.
        depth: u8,
        /// The most nodes of all iterations.
        limit: u64,
    },
    /// The recording does not have the iteration.
    #[error("there is no completed iteration {depth}; the last one is {last}")]
    NoIteration {
        /// The iteration.
        depth: u8,
        /// The last one.
        last: u8,
    },
    /// The iteration has more nodes than are read.
    #[error(
        "the tree of depth {depth} has more than {} nodes; give a smaller --depth or --iteration",
        in_thousands(*most as u64)
    )]
    TooManyVisits {
        /// The iteration.
        depth: u8,
        /// The most that are read.
        most: usize,
    },
    /// The search's table does not fit into memory.
    #[error("the table does not fit into memory; give a smaller one")]
    Memory,
    /// The lines of a recording cannot be written.
    #[error(transparent)]
    Write(std::io::Error),
    /// The recording cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The recording contradicts the game: an error of the program.
    #[error("the recorded search contradicts the game: {0}")]
    Contradiction(&'static str),
}
