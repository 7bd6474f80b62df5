//! Why a trace is refused.

use thiserror::Error;

use crate::trace::TraceError;

/// The largest depth of a search.
pub(crate) const MAX_DEPTH: u8 = 100;

/// The most nodes that can be open: 256 plies, and searches of the same node that techniques request. It bounds the stack that a
/// hostile trace can make the checker use.
pub(crate) const MOST_OPEN: usize = 1000;

/// Why a trace is refused.
#[derive(Debug, Error)]
pub enum Refused {
    /// The file is damaged.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// Its settings are not those of a search that the checker knows.
    #[error("settings: {0}")]
    Settings(String),
    /// It is the trace of another root.
    #[error("it is the trace of {found:?}, not of {expected:?}")]
    Root {
        /// The text of the root.
        expected: String,
        /// The text in the header.
        found: String,
    },
    /// It is the trace of a search in another game.
    #[error(
        "it is the trace of a search after other positions of the game: their keys are {found:?}, not {expected:?}"
    )]
    Past {
        /// The keys of the positions before the root that a search can repeat.
        expected: Vec<u64>,
        /// Those in the header.
        found: Vec<u64>,
    },
    /// A step is not the one that has to come here.
    #[error("step {number} (byte {offset}), {place}: expected {expected}, found {found}")]
    Step {
        /// The number of the step, from 1.
        number: u64,
        /// Its place in the file.
        offset: u64,
        /// The moves that lead to the node.
        place: String,
        /// The step that has to come.
        expected: String,
        /// The step in the trace.
        found: String,
    },
    /// What the search returned does not follow from its steps.
    #[error("summary: {what} is {found}, but the steps give {expected}")]
    Summary {
        /// The part of the summary.
        what: String,
        /// What follows from the steps.
        expected: String,
        /// What the trace says.
        found: String,
    },
    /// The search returns something else if it is not recorded.
    #[error("the search without a recording: {what} is {found}, but {expected} if it is recorded")]
    Unrecorded {
        /// The part that differs.
        what: String,
        /// What the recorded search returned.
        expected: String,
        /// What the other one returned.
        found: String,
    },
    /// Nodes within nodes without end, which no settings of the search lead to.
    #[error("step {number}: more than {MOST_OPEN} nodes are open at once; no search goes so deep")]
    TooDeep {
        /// The number of the step, from 1.
        number: u64,
    },
    /// Somebody stopped the search.
    #[error("the search was stopped from outside; record it with a depth or a node limit instead")]
    Stopped,
    /// The search did not begin.
    #[error("the search's table does not fit into memory; set a smaller table.size")]
    Memory,
    /// The search does not go so deep.
    #[error("the header has depth {0}; a search goes to {MAX_DEPTH} at most")]
    Depth(u8),
}
