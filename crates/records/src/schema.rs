//! The first line of a file of records: the format, and the searcher of the records.

use std::path::Path;

use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{
    RECORDS, RunError, counts,
    lines::{self, Line},
    run_file::RunFile,
};

/// The version of the format that is written and read.
pub const SCHEMA: u32 = 3;

/// How the first line begins.
pub(super) const OPENING: &[u8] = b"{\"plybench-records\":";
/// A searcher, as the first line names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearcherRecord {
    /// The program's name, as it reports it.
    #[serde(rename = "searcher")]
    pub name: String,
    /// Its version: two searchers of the same name, version and settings have the same results.
    pub version: String,
    /// The version of its [counts](counts::VERSION). With different versions the search is the same, but the records differ.
    #[serde(default = "first")]
    pub counts: u32,
}

/// The version of counts if the first line has none.
fn first() -> u32 {
    1
}

impl SearcherRecord {
    /// The search of this build.
    #[must_use]
    pub fn skeleton() -> Self {
        SearcherRecord {
            name: "plybench-engine".to_owned(),
            version: plybench_engine::SEARCH_VERSION.to_string(),
            counts: counts::VERSION,
        }
    }

    /// A description with the version of its counts.
    #[must_use]
    pub fn with_counts(&self) -> String {
        format!("{self} with counts of version {}", self.counts)
    }
}

impl Default for SearcherRecord {
    fn default() -> Self {
        SearcherRecord::skeleton()
    }
}

impl std::fmt::Display for SearcherRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} version {}", self.name, self.version)
    }
}

/// A searcher with its settings: everything that can change its results, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The program and its version.
    pub searcher: SearcherRecord,
    /// Its settings as canonical text: those that are not at their defaults, one per line.
    pub settings: String,
}

/// The first line of a file of records, as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(rename = "plybench-records")]
    schema: u32,
    #[serde(flatten)]
    searcher: SearcherRecord,
}

/// A record of version 1, which had its counts in fields of their own.
#[derive(Deserialize)]
struct Version1 {
    #[serde(rename = "ends")]
    _ends: IgnoredAny,
}

/// What may stand in the first line.
#[derive(Deserialize)]
#[serde(untagged)]
enum FirstLine {
    Header(Header),
    Version1(Version1),
}

impl Header {
    pub(super) fn of(searcher: &SearcherRecord) -> Self {
        Header {
            schema: SCHEMA,
            searcher: searcher.clone(),
        }
    }
}

/// The searcher that a first line names; none if the line is missing or damaged.
///
/// # Errors
/// If it is of another format.
pub(super) fn searcher(line: &Line, path: &Path) -> Result<Option<SearcherRecord>, RunError> {
    // Of a copy: reading changes a line, which may have to be read as a job.
    let found = match lines::read::<FirstLine>(&mut line.bytes.to_vec()) {
        Some(FirstLine::Header(header)) if header.schema == SCHEMA => {
            return Ok(Some(header.searcher));
        }
        Some(FirstLine::Header(header)) => header.schema,
        Some(FirstLine::Version1(_)) => 1,
        None => return Ok(None),
    };
    Err(RunError::Schema {
        path: path.to_owned(),
        found,
    })
}

/// Refuses a directory whose records are of another format.
pub(super) fn check(directory: &Path) -> Result<(), RunError> {
    let file = RunFile::open(directory.join(RECORDS))?;
    let mut lines = lines::Lines::of_file(&file);
    let first = lines.next()?;
    first.map_or(Ok(()), |line| searcher(&line, &file.path).map(drop))
}
