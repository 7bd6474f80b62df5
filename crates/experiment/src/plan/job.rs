//! A job: one variant on one position.

use std::sync::Arc;

use super::SearchMethod;
use crate::searcher::Root;
use plybench_records::{JobId, PositionRecord};

/// When a job ends before its depth is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The most nodes to enter.
    pub nodes: Option<u64>,
    /// Whether to end with the first iteration that is at least as deep as the mate it scores.
    pub stop_at_mate: bool,
}

/// A second search, if the first ends at its node limit and misses the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IfMissed {
    /// The most nodes of the second search.
    pub nodes: u64,
    /// The position, which has best moves or moves to avoid.
    pub position: Arc<PositionRecord>,
}

/// A position, a variant and a depth, with their names in the records.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its id in records: a hash of all that decides its result.
    pub id: JobId,
    /// The variant's name in the experiment file.
    pub variant: String,
    /// What searches, with its settings.
    pub method: SearchMethod,
    /// The position's name in the experiment file or data set; unique in the plan.
    pub position: String,
    /// The position from which the search starts.
    pub root: Root,
    /// The last depth to search, in plies.
    pub depth: u8,
    /// When to end before that.
    pub limit: Limit,
    /// The mate that the position's data set claims, in moves of the mating side, negative if the side to move is mated; of a method
    /// that asks for it.
    pub claim: Option<i32>,
    /// When to search again with more nodes.
    pub if_missed: Option<IfMissed>,
    /// Whether a kept process of an engine is compared with a fresh one. It is no part of the id, since it changes no result of an
    /// engine that is kept rightly.
    pub is_compared: bool,
}
