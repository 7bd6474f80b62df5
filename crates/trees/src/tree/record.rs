//! Searching a root, and building the tree from the steps of the search.

use plybench_checker::{game::Recorded, trace::observe};
use plybench_engine::search::{Limits, Search, SearchOptions, Sound};

use super::{
    SearchTree, TreeError,
    build::{self, Builder},
};

/// The most nodes of all iterations up to the one that is drawn.
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

/// Searches a root, after the positions of a game with these keys, and builds the tree from its steps.
///
/// # Errors
/// If the tree is too large, or the table does not fit into memory.
pub fn record<G: Recorded>(
    root: &G,
    past: &[u64],
    question: &Question<'_>,
) -> Result<SearchTree, TreeError> {
    let limits = Limits {
        nodes: Some(MOST_SEARCHED),
        stop: None,
    };
    let search = Search::dynamic(root, question.options, &Sound, &[]).after(past);
    let (mut builder, mut failed) = (Builder::new(root, question), None);
    let summary = observe(search, question.iteration, limits, &mut |step| {
        // The summary tells how many nodes there are.
        if failed.is_none() && !builder.is_full() {
            failed = builder.step(step).err();
        }
    });
    match failed {
        Some(error) => Err(error),
        None => builder.finish(&summary, root.root_text(), MOST_SEARCHED),
    }
}
