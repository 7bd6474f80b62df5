//! The trace of a search: a file with every step that it took.
//!
//! A trace is one line of JSON, the [`Header`], with its [`Checksum`]; then blocks, each with its length and checksum. They contain
//! the [steps](Step), each a byte that names it and its fields, lowest byte first; then a byte 0 and one line of JSON, the
//! [`Summary`]. Every field is checked: there is none that could be wrong unnoticed. Both lines are written in one way only, and a
//! reader refuses any other.
//! [`Header::record`] writes the trace of a search, [`Reader`] reads one, and [`observe`] gives the steps of a search without a trace.

mod blocks;
mod observed;
mod read;
mod step;
mod summary;
mod text;
mod write;

use std::io;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use self::summary::{OTHERS, named};
pub use self::{
    blocks::Checksum,
    observed::Observed,
    read::{Next, Reader},
    step::{Bound, End, NOBODY, Requested, Side, Step},
    summary::{Ended, Iterated, Summary},
    write::{observe, record, record_after},
};
use crate::game::{Recorded, within_reach};

/// The version of the format. It is raised whenever a reader of the version before would misread or refuse a trace.
pub const VERSION: u32 = 3;
/// The version of a trace with techniques of the caller's own, which is the same otherwise.
pub const VERSION_WITH_OWN: u32 = 4;
/// The first field of a header.
const FORMAT: &str = "plybench-trace";
/// The byte that follows the last step.
const END: u8 = 0;
/// The longest header or summary that is read, in bytes: 16 MiB.
const LONGEST_LINE: u64 = 1 << 24;

/// The first line of a trace: what was searched, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `plybench-trace`, which no other JSON has here.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The root position: a FEN, a uniform tree's parameters or a nested list.
    pub root: String,
    /// The keys of the positions of the game before the root, its parent's last, as many as it has reversible plies or fewer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<u64>,
    /// All settings, as an experiment's records have them.
    pub settings: serde_json::Value,
    /// The depth of the last iteration, in plies.
    pub depth: u8,
    /// The most nodes to enter.
    pub nodes: Option<u64>,
    /// The caller's own techniques that are on. Their places follow those of the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<OwnTechnique>,
}

/// A technique of the caller's own in a header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTechnique {
    /// Its name in settings.
    pub name: String,
    /// Its parameters, with those that limit where it acts.
    pub parameters: serde_json::Map<String, serde_json::Value>,
}

impl Header {
    /// The header, in the present version, of a search of `root` after the positions with the keys `past`, in the order of play.
    #[must_use]
    pub fn new<G: Recorded>(
        root: &G,
        past: &[u64],
        settings: serde_json::Value,
        depth: u8,
        nodes: Option<u64>,
    ) -> Self {
        Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            root: root.root_text(),
            past: within_reach(root, past).to_vec(),
            settings,
            depth,
            nodes,
            own: Vec::new(),
        }
    }

    /// The same with these techniques of the caller's own, in the order in which the search has them.
    #[must_use]
    pub fn with_own(self, own: Vec<OwnTechnique>) -> Self {
        let version = Header::version_with(&own);
        Header {
            version,
            own,
            ..self
        }
    }

    /// The version of a trace with these techniques of the caller's own.
    fn version_with(own: &[OwnTechnique]) -> u32 {
        if own.is_empty() {
            VERSION
        } else {
            VERSION_WITH_OWN
        }
    }
}

/// Why a file cannot be read as a trace.
#[derive(Debug, Error)]
pub enum TraceError {
    /// The system could not read the file.
    #[error("cannot read the trace: {0}")]
    Read(#[from] io::Error),
    /// The first line is not a header.
    #[error("not a trace: {0}; its first line has to be a trace's header")]
    Header(String),
    /// Another version wrote it.
    #[error(
        "trace of version {0}, but this program reads versions {VERSION} and {VERSION_WITH_OWN}; record it again"
    )]
    Version(u32),
    /// A block is not as it was written.
    #[error("byte {offset}: the trace is damaged here: a wrong checksum; record it again")]
    Damaged {
        /// The place of the block.
        offset: u64,
    },
    /// The file ends early.
    #[error("byte {offset}: the trace ends within a step; record it again")]
    Truncated {
        /// The place of the step.
        offset: u64,
    },
    /// There is no such step.
    #[error("byte {offset}: no step begins with {tag}; record it again")]
    Tag {
        /// The place of the step.
        offset: u64,
        /// The byte that should name a step.
        tag: u8,
    },
    /// A field has a value that stands for nothing.
    #[error("byte {offset}: {field} of a step {step} stands for nothing; record it again")]
    Field {
        /// The place of the step.
        offset: u64,
        /// The name of the step.
        step: &'static str,
        /// The name of its field.
        field: &'static str,
    },
    /// The last line is not a summary.
    #[error("byte {offset}: not a summary: {problem}; record it again")]
    Summary {
        /// The place of the summary.
        offset: u64,
        /// What is wrong with it.
        problem: String,
    },
}
