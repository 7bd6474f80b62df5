//! A job: one variant on one position.

use super::Way;
use crate::{searcher::Root, store::JobId};

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
    /// How it searches.
    pub way: Way,
    /// The position's name.
    pub position: String,
    /// The position itself.
    pub root: Root,
    /// How deep to search.
    pub depth: u8,
    /// When to end before that.
    pub limit: Limit,
}
