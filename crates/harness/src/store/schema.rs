//! The first line of a file of records: which format it has, and which search its records are of.

use serde::{Deserialize, Serialize};

/// The format that is written and read. Version 1 had no first line.
pub const SCHEMA: u32 = 2;
/// How the first line begins.
pub(super) const OPENING: &[u8] = b"{\"plybench-records\":";
/// The last commit whose build reads version 1.
pub(super) const READER_OF_VERSION_1: &str = "5898ce7";

/// What searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searcher {
    /// Its name.
    #[serde(rename = "searcher")]
    pub name: String,
    /// Its version: two searchers of one name and version give the same records.
    pub version: String,
}

impl Searcher {
    /// The search of this build.
    #[must_use]
    pub fn own() -> Self {
        Searcher {
            name: "plybench-engine".to_owned(),
            version: plybench_engine::SEARCH_VERSION.to_string(),
        }
    }
}

impl std::fmt::Display for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} version {}", self.name, self.version)
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(rename = "plybench-records")]
    pub(super) schema: u32,
    #[serde(flatten)]
    pub(super) searcher: Searcher,
}

impl Header {
    pub(super) fn of(searcher: Searcher) -> Self {
        Header {
            schema: SCHEMA,
            searcher,
        }
    }
}
