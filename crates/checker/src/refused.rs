//! Why a trace is refused.

use std::fmt::Debug;

use thiserror::Error;

use crate::trace::{Summary, TraceError};

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
    #[error("summary: {} is {}, but the steps give {}", .0.what, .0.found, .0.expected)]
    Summary(Difference),
    /// The search returns something else if it is not recorded.
    #[error("the search without a recording: {} is {}, but {} if it is recorded", .0.what, .0.found, .0.expected)]
    Unrecorded(Difference),
    /// The game knows the position, and the search returned another result.
    #[error("depth {depth}: the search returns {found}, but the game's own answer is: {known}")]
    Solved {
        /// The depth of the iteration, in plies.
        depth: u8,
        /// What it returned.
        found: String,
        /// What the game knows.
        known: String,
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

/// What a check gives, unless it refuses the trace.
pub(crate) type Result<T, E = Refused> = std::result::Result<T, E>;

/// A part in which what two searches returned differs.
#[derive(Debug)]
pub struct Difference {
    /// The part, in words.
    pub what: String,
    /// What follows from the steps, or what the recorded search returned.
    pub expected: String,
    /// What the trace says, or what the search returned without a recording.
    pub found: String,
}

/// The two have to be the same; else the first part in which they differ.
pub(crate) fn same(expected: &Summary, found: &Summary) -> Result<(), Difference> {
    part("why the search ended", &expected.ended, &found.ended)?;
    part("the number of nodes", &expected.nodes, &found.nodes)?;
    let numbers = [expected, found].map(|summary| summary.iterations.len());
    part("the number of iterations", &numbers[0], &numbers[1])?;
    for (expected, found) in expected.iterations.iter().zip(&found.iterations) {
        part(&format!("iteration {}", expected.depth), expected, found)?;
    }
    for name in expected.counters.keys().chain(found.counters.keys()) {
        let [expected, found] = [expected, found].map(|summary| summary.counters.get(name));
        part(&format!("counter {name}"), &expected, &found)?;
    }
    Ok(())
}

fn part<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Result<(), Difference> {
    if expected == found {
        return Ok(());
    }
    Err(Difference {
        what: what.to_owned(),
        expected: format!("{expected:?}"),
        found: format!("{found:?}"),
    })
}
