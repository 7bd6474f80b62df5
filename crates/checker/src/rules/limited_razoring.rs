//! Limited razoring: a node far below alpha is searched one ply less.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{evaluation, is_mate};

super::parameters! {
    LimitedRazoring {
        /// In centipawns.
        margin: u16 = 900,
        /// The depth of the nodes at which it acts.
        depth: i32 = 3,
        /// The fewest pieces of the opponent.
        min_pieces: u8 = 4,
    }
}

impl<G: Recorded> Rule<G> for LimitedRazoring {
    fn node_depth(&self, node: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<i32> {
        let (e, alpha) = (node.static_evaluation(), node.window.alpha);
        let [_, of_the_opponent] = node.position.pieces();
        let is_reduced = node.depth == self.depth
            && !node.in_check
            && !is_mate(alpha)
            && of_the_opponent >= self.min_pieces
            && evaluation(e + i32::from(self.margin)) <= alpha;
        Ok(node.depth - i32::from(is_reduced))
    }
}
