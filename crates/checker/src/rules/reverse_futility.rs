//! Reverse futility pruning: a node is cut off if the evaluation minus a margin for each ply of depth reaches beta.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{evaluation, is_mate};

super::parameters! {
    ReverseFutility {
        /// In centipawns for each ply of the node's depth.
        margin: u16 = 65,
        /// The largest depth of a node at which it acts.
        max_depth: i32 = 8,
        /// How much smaller the margin is if the side to move is improving; never below 0.
        less_if_improving: u16 = 0,
    }
}

impl<G: Recorded> Rule<G> for ReverseFutility {
    fn cutoff(&self, node: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let beta = node.window.beta;
        let less = match node.is_improving() {
            true => i32::from(self.less_if_improving),
            false => 0,
        };
        let margin = i32::from(self.margin) * node.depth - less;
        let lowered = node.static_evaluation() - margin.max(0);
        let is_cut = node.window.is_null()
            && node.depth <= self.max_depth
            && !node.in_check
            && !node.in_quiescence
            && !is_mate(beta)
            && evaluation(lowered) >= beta;
        Ok(is_cut.then(|| node.evaluation()))
    }
}
