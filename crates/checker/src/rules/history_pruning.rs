//! History pruning: a quiet move near the horizon is skipped if its history score is too low.

use super::{MadeMove, OpenNode, Recorded, Rule};

super::parameters! {
    HistoryPruning {
        /// How far below 0 for each ply of depth.
        margin: u16 = 1682,
        /// The largest depth.
        max_depth: i32 = 5,
        /// Whether the depth is that of the move's first search.
        by_reduced_depth: bool = false,
    }
}

impl<G: Recorded> Rule<G> for HistoryPruning {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let depth = made.depth(node, self.by_reduced_depth);
        depth <= self.max_depth
            && node.window.is_null()
            && !node.in_check
            && !node.in_quiescence
            && made.is_quiet
            && made.history + i32::from(self.margin) * depth < 0
    }
}
