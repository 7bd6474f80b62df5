//! Late move pruning: near the horizon a quiet move is skipped if its number is too large for the depth.

use super::{MadeMove, OpenNode, Recorded, Rule};

super::parameters! {
    LateMovePruning {
        /// Moves that are searched at any depth.
        base: i32 = 2,
        /// What the square of the depth is divided by.
        divisor: i32 = 2,
        /// The largest depth of a node at which it acts.
        max_depth: i32 = 8,
        /// Whether an improving side searches twice as many further moves.
        more_if_improving: bool = true,
    }
}

impl<G: Recorded> Rule<G> for LateMovePruning {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let times = 1 + i32::from(self.more_if_improving && node.is_improving());
        let most = self.base + times * node.depth * node.depth / self.divisor.max(1);
        node.depth <= self.max_depth
            && node.window.is_null()
            && !node.in_check
            && !node.in_quiescence
            && made.is_quiet
            && made.number + 1 > most as usize
    }
}
