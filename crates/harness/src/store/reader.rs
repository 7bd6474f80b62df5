//! Reading the records of a run, line by line.
//!
//! Of a run that is still at work, what it is just writing is not there yet. Where nobody is at work, a
//! file that breaks off is damaged.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{JobEnd, RECORDS, Record, lock::holder, sealed};

/// A line of `records.jsonl`.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// How a job ended: the last line of its block.
    End(JobEnd),
    /// One completed iteration.
    Record(Box<Record>),
}

impl Line {
    /// Reads a line with its checksum; `None` if it is damaged.
    #[must_use]
    pub(super) fn open(bytes: &[u8]) -> Option<Self> {
        let json = sealed::open(bytes)?;
        // Neither can be read as the other, and most are records.
        if let Ok(record) = serde_json::from_slice(&json) {
            return Some(Line::Record(Box::new(record)));
        }
        serde_json::from_slice(&json).ok().map(Line::End)
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
    read_lines(directory, holder(directory).is_some(), |line| {
        receive(line);
        Some(ControlFlow::Continue(()))
    })
}

/// A job that came to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeJob {
    /// Its iterations, from depth 1.
    pub records: Vec<Record>,
    /// How it ended.
    pub end: JobEnd,
}

/// Hands over the jobs of a run in the order of the file, until the receiver has had enough.
///
/// # Errors
/// If the file cannot be read, or at the first line that is damaged or belongs to no whole job.
pub fn read_jobs(
    directory: &Path,
    mut receive: impl FnMut(WholeJob) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut records: Vec<Record> = Vec::new();
    let mut lines = 0;
    let at_work = holder(directory).is_some();
    read_lines(directory, at_work, |line| {
        lines += 1;
        match line {
            Line::Record(record) => {
                let follows = usize::from(record.depth) == records.len() + 1
                    && records.first().is_none_or(|first| first.job == record.job);
                records.push(*record);
                follows.then_some(ControlFlow::Continue(()))
            }
            Line::End(end) => {
                let records = mem::take(&mut records);
                let is_whole = usize::from(end.depth) == records.len()
                    && records.first().is_none_or(|first| first.job == end.job);
                is_whole.then(|| receive(WholeJob { records, end }))
            }
        }
    })?;
    if records.is_empty() || at_work {
        return Ok(());
    }
    Err(ReadError::Damaged {
        path: directory.join(RECORDS),
        line: lines,
    })
}

/// Hands over each line; `None` from the receiver says that the line is not what was to come.
fn read_lines(
    directory: &Path,
    at_work: bool,
    mut receive: impl FnMut(Line) -> Option<ControlFlow<()>>,
) -> Result<(), ReadError> {
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
        if at_work && !bytes.ends_with(b"\n") {
            break;
        }
        let received = Line::open(&bytes).and_then(&mut receive);
        match received.ok_or_else(|| ReadError::Damaged {
            path: path.clone(),
            line,
        })? {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(()) => break,
        }
    }
    Ok(())
}
