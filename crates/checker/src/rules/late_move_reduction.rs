//! Late move reduction: a late quiet move is first searched to a reduced depth.

use super::{MadeMove, OpenNode, Recorded, Rule};

super::parameters! {
    LateMoveReduction {
        /// By how many plies.
        reduction: u8 = 1,
        /// Moves at the start of the order that are never reduced.
        full_depth_moves: usize = 3,
        /// The smallest depth of the node.
        min_depth: i32 = 3,
    }
}

impl<G: Recorded> Rule<G> for LateMoveReduction {
    fn reduction(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> u8 {
        let is_reduced = node.depth >= self.min_depth
            && !node.in_check
            && made.is_quiet
            && !made.gives_check
            && made.number >= self.full_depth_moves;
        if is_reduced { self.reduction } else { 0 }
    }
}
