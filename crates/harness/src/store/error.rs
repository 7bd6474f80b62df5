//! Why records cannot be kept or read.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::schema::{READER_OF_VERSION_1, SCHEMA};
use crate::user_file;

/// Something could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {source}; make room or give another place (--out)", path.display())]
pub struct StoreError {
    /// The file or directory.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

/// Why a run's directory cannot be worked with.
#[derive(Debug, Error)]
pub enum RunError {
    /// Something could not be written.
    #[error(transparent)]
    Write(#[from] StoreError),
    /// Something could not be read.
    #[error("cannot read {}: {source}; give the directory of a run, and files that can be read", path.display())]
    Read {
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
        line: u64,
    },
    /// The file is of another version of the format.
    #[error("{} has records in format {found}; this build reads format {SCHEMA}{}", path.display(), reader_of(*found))]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The records are of a search that enters other nodes.
    #[error("{} has records of {found}, not of {wanted}; {mend}", path.display())]
    Searcher {
        /// The file.
        path: PathBuf,
        /// What searched.
        found: String,
        /// What should have.
        wanted: String,
        /// What to do about it.
        mend: &'static str,
    },
    /// Another process is at work there.
    #[error("another process is at work on {}: {holder}; wait for it, or give another directory", directory.display())]
    Locked {
        /// The directory.
        directory: PathBuf,
        /// What the lock says.
        holder: String,
    },
    /// The file has the name of one that a run writes, and somebody else wrote it.
    #[error(
        "{} was not written by a run; give another directory, or move the file away",
        .0.display()
    )]
    Strange(PathBuf),
    /// There are jobs with other settings or limits than the experiment file gives them now, or of another engine.
    #[error("{jobs} of the jobs in {} have other settings or limits than the experiment file gives them now, or are of another engine; {mend}", path.display())]
    Outdated {
        /// The file.
        path: PathBuf,
        /// How many.
        jobs: usize,
        /// What to do about it.
        mend: &'static str,
    },
    /// Two parts have different records of one job.
    #[error("variant {variant:?} on {position:?} is not the same in {} and {}; they are not of one experiment and build", one.display(), other.display())]
    Conflict {
        /// The job's variant.
        variant: String,
        /// The job's position.
        position: String,
        /// The first file.
        one: PathBuf,
        /// The second.
        other: PathBuf,
    },
}

/// Which build reads records of a format.
fn reader_of(schema: u32) -> String {
    match schema {
        1 => format!(
            "; the last build that reads them is that of commit {READER_OF_VERSION_1}; or run the experiment again in another directory"
        ),
        newer if newer > SCHEMA => "; use a newer build".to_owned(),
        _ => String::new(),
    }
}

impl RunError {
    /// Whether what the user gave is at fault, and not the system.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        match self {
            RunError::Write(_) | RunError::Locked { .. } => false,
            RunError::Read { source, .. } => user_file::is_at_fault(source),
            _ => true,
        }
    }
}

/// What a failure to write a file is.
pub(super) fn writing(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |source| StoreError {
        path: path.to_owned(),
        source,
    }
}

/// What a failure to read a file is.
pub(super) fn reading(path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::Read {
        path: path.to_owned(),
        source,
    }
}
