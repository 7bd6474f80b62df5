//! Reading the records of a run, line by line.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

use serde::Deserialize;
use thiserror::Error;

use super::{JobEnd, RECORDS, Record, sealed};

/// A line of `records.jsonl`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// How a job ended: the last line of its block. (Ends have keys of their own.)
    End(JobEnd),
    /// One completed iteration.
    Record(Box<Record>),
}

impl Line {
    /// Reads a line with its checksum; `None` if it is damaged.
    #[must_use]
    pub(super) fn open(bytes: &[u8]) -> Option<Self> {
        sealed::open(bytes).and_then(|json| serde_json::from_slice(&json).ok())
    }
}

/// Why a run cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file is not there or cannot be read.
    #[error("cannot read {}: {source}; give the directory of a finished run", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line is not what was written.
    #[error("{}:{line}: damaged; run the experiment again, which mends it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// Hands over the records of a run in the order of the file.
///
/// # Errors
/// If the file cannot be read, or at the first line that is damaged.
pub fn read_records(directory: &Path, mut receive: impl FnMut(Line)) -> Result<(), ReadError> {
    let path = directory.join(RECORDS);
    let missing = |source| ReadError::Missing {
        path: path.clone(),
        source,
    };
    let mut reader = BufReader::new(File::open(&path).map_err(missing)?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes).map_err(missing)? == 0 {
            break;
        }
        receive(Line::open(&bytes).ok_or_else(|| ReadError::Damaged {
            path: path.clone(),
            line,
        })?);
    }
    Ok(())
}
