//! Searching a root, and reading the tree from the recording.

use plybench_checker::{
    game::Recorded,
    trace::{Reader, record_after},
};
use plybench_engine::search::SearchOptions;

use super::{SearchTree, TreeError, build};

/// The most nodes of all iterations up to the one that is drawn. It bounds the recording, which is kept in memory.
const MOST_SEARCHED: u64 = 100_000;

/// Which tree is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The name of the search.
    pub variant: &'q str,
    /// Its settings.
    pub options: &'q SearchOptions,
    /// The iteration, by its depth in plies. Iterations after it do not change its tree.
    pub iteration: u8,
    /// How a node's branches are ordered.
    pub order: build::BranchOrder,
}

/// Searches a root, after the positions of a game with these keys, and reads the tree from the recording.
///
/// # Errors
/// If the tree is too large, or the table does not fit into memory.
pub fn record<G: Recorded>(
    root: &G,
    past: &[u64],
    question: &Question<'_>,
) -> Result<SearchTree, TreeError> {
    let extent = (question.iteration, Some(MOST_SEARCHED));
    let trace = record_after(root, past, question.options, extent, Vec::new());
    let trace = trace.map_err(|error| TreeError::Trace(error.into()))?;
    build::tree(root, Reader::new(&trace[..])?, question)
}
