//! A job: one variant on one position.

use plybench_engine::{search::SearchOptions, table::TableSize};

use crate::{searcher::Root, store::JobId};

/// Bytes of a table's entry.
const ENTRY_BYTES: u64 = 16;
/// What a search takes besides its table.
const SEARCH_BYTES: u64 = 1 << 20;

/// Bytes that a job with these options may take.
#[must_use]
pub fn job_memory(options: &SearchOptions) -> u64 {
    let table = match options.table.size {
        TableSize::Off => 0,
        TableSize::Entries(entries) => u64::from(entries) * ENTRY_BYTES,
        TableSize::Mib(mib) => u64::from(mib) << 20,
    };
    table + SEARCH_BYTES
}

/// When a job ends before its depth is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The most nodes to enter.
    pub nodes: Option<u64>,
    /// Whether to end with the first iteration that is at least as deep as the mate it scores.
    pub stop_at_mate: bool,
}

/// A position, a variant and a depth, with the names that the records give them.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its name in records.
    pub id: JobId,
    /// The variant's name.
    pub variant: String,
    /// Its settings.
    pub options: SearchOptions,
    /// The position's name.
    pub position: String,
    /// The position itself.
    pub root: Root,
    /// How deep to search.
    pub depth: u8,
    /// When to end before that.
    pub limit: Limit,
}
