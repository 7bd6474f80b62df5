//! Internal iterative deepening: without a move of the table, a shallower search of the node finds the one to try first.

use plybench_engine::observe::SubSearchOf;

use super::{OpenNode, Recorded, Result, Rule, SubSearch};

super::parameters! {
    InternalIterativeDeepening {
        /// Plies by which the search is shallower.
        reduction: u8 = 2,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 4,
    }
}

impl<G: Recorded> Rule<G> for InternalIterativeDeepening {
    fn first_move(
        &self,
        node: &OpenNode<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Option<G::Move>> {
        if node.depth < self.min_depth {
            return Ok(None);
        }
        let depth = (node.depth - i32::from(self.reduction)).max(0);
        let found = below.search(SubSearchOf::Again, node, depth, node.window)?;
        Ok(found.and_then(|found| found.best_move))
    }
}
