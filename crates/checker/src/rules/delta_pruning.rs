//! Delta pruning: quiescence skips a move after which the evaluation plus a margin does not exceed alpha.

use super::{MadeMove, OpenNode, Recorded, Rule};
use crate::value::{evaluation, is_mate};

super::parameters! {
    DeltaPruning {
        /// In centipawns.
        margin: u16 = 142,
        /// The most captured material.
        most_captured: u8 = 40,
    }
}

impl<G: Recorded> Rule<G> for DeltaPruning {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let alpha = node.window.alpha;
        node.in_quiescence
            && !node.in_check
            && !made.gives_check
            && !is_mate(alpha)
            && node.position.captured_material() <= self.most_captured
            && evaluation(made.evaluation_after + i32::from(self.margin)) <= alpha
    }
}
