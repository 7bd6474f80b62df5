//! Internal iterative reduction: without a move of the table, a node is searched to a smaller depth.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};

super::parameters! {
    InternalIterativeReduction {
        /// By how many plies.
        reduction: i32 = 1,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 4,
    }
}

impl<G: Recorded> Rule<G> for InternalIterativeReduction {
    fn node_depth(&self, node: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<i32> {
        let has_move = node.entry.as_ref().is_some_and(|entry| entry.mv.is_some());
        let is_reduced = node.depth >= self.min_depth && !has_move;
        Ok(node.depth - if is_reduced { self.reduction } else { 0 })
    }
}
