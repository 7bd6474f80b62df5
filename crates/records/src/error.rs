//! Why records cannot be written or read.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::SCHEMA;
use plybench_files::user_file;
use plybench_text::{echo, plural::count};

/// Something could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {source}; give another directory with --out{}", path.display(), or_space(source))]
pub struct StoreError {
    /// The file or directory.
    pub path: PathBuf,
    /// Why the system could not write it.
    pub source: io::Error,
}

/// Why a run's directory cannot be used.
#[derive(Debug, Error)]
pub enum RunError {
    /// Something could not be written.
    #[error(transparent)]
    Write(#[from] StoreError),
    /// Something could not be read.
    #[error("cannot read {}: {source}; give the directory of a run with readable files", path.display())]
    Read {
        /// The file that could not be read.
        path: PathBuf,
        /// Why the system could not read it.
        source: io::Error,
    },
    /// A line is not as it was written.
    #[error("{}:{line}: damaged; run the experiment again to repair it", path.display())]
    Damaged {
        /// The file that has the line.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
    /// The file is of another version of the format.
    #[error("{} has records in format {found}; this build reads format {SCHEMA}{}", path.display(), reader(*found))]
    Schema {
        /// The file of records.
        path: PathBuf,
        /// The version of the format that it is in.
        found: u32,
    },
    /// The records are of another searcher or version.
    #[error("{} has records of {found}, not of {wanted}; {hint}", path.display())]
    Searcher {
        /// The file of records.
        path: PathBuf,
        /// The searcher of the records.
        found: String,
        /// The searcher that is wanted.
        wanted: String,
        /// What the user can do.
        hint: &'static str,
    },
    /// Another process is working on the directory.
    #[error("another process is working on {}: {holder}; wait until it ends, or give another directory", directory.display())]
    Locked {
        /// The directory that is locked.
        directory: PathBuf,
        /// The process, as its lock names it.
        holder: String,
    },
    /// The file has the name of one that a run writes, but no run wrote it.
    #[error(
        "{} was not written by a run; give another directory, or move the file away",
        .0.display()
    )]
    Foreign(PathBuf),
    /// There are jobs with other settings or limits than in the experiment file, or of another engine.
    #[error("{} has {} with other settings, limits or engine than the experiment file ({}); {hint}", path.display(), count(*jobs, "job"), named(variants))]
    Outdated {
        /// The file of records.
        path: PathBuf,
        /// How many jobs no longer match.
        jobs: usize,
        /// The names of their variants.
        variants: Vec<String>,
        /// What the user can do.
        hint: &'static str,
    },
    /// Two parts have different records of one job.
    #[error("variant {variant:?} on {position:?} differs between {} and {}; merge parts of the same experiment and build", one.display(), other.display())]
    Conflict {
        /// The variant that was searched, by its name.
        variant: String,
        /// The position that was searched, by its name.
        position: String,
        /// The file that was read first.
        one: PathBuf,
        /// The file that differs from it.
        other: PathBuf,
    },
}

/// A way out besides another directory.
fn or_space(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotADirectory => "",
        _ => ", or free disk space",
    }
}

/// How many variants a message names.
const NAMED: usize = 3;

/// The first few variants by name, and how many there are besides.
fn named(variants: &[String]) -> String {
    let first = &variants[..variants.len().min(NAMED)];
    let quoted: Vec<String> = first
        .iter()
        .map(|name| format!("{:?}", echo(name)))
        .collect();
    let names = quoted.join(", ");
    match variants.len() - first.len() {
        0 if variants.len() == 1 => format!("variant {names}"),
        0 => format!("variants {names}"),
        more => format!("variants {names} and {more} more"),
    }
}

/// Says which build reads records of another format: version 1 had no first line, version 2 a line for each iteration.
fn reader(schema: u32) -> String {
    let commit = match schema {
        1 => "5898ce7",
        2 => "58fc92f",
        newer if newer > SCHEMA => return "; use a newer build".to_owned(),
        _ => return String::new(),
    };
    format!(
        "; the build of commit {commit} reads them; use that one, or run the experiment again in another directory"
    )
}

impl RunError {
    /// Whether the user's input is at fault, and not the system.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        match self {
            RunError::Locked { .. } => false,
            RunError::Write(error) => user_file::is_of_wrong_kind(&error.source),
            RunError::Read { source, .. } => user_file::is_at_fault(source),
            _ => true,
        }
    }
}

/// Turns an I/O error of writing a file into a [`StoreError`].
pub(super) fn writing(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |source| StoreError {
        path: path.to_owned(),
        source,
    }
}

/// Turns an I/O error of reading a file into a [`RunError`].
pub(super) fn reading(path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::Read {
        path: path.to_owned(),
        source,
    }
}
