//! Futility pruning: a quiet move near the horizon is skipped if the evaluation plus a margin does not exceed alpha.

use super::{MadeMove, OpenNode, Recorded, Rule};
use crate::value::{evaluation, is_mate};

super::parameters! {
    Futility {
        /// The margin for depth 1, 2, …, in centipawns.
        margins: Vec<u16> = vec![200],
        /// Whether moves that are not quiet count too, and the evaluation after the move decides.
        all_moves: bool = false,
    }
}

impl<G: Recorded> Rule<G> for Futility {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let Some(margin) = node.margin(&self.margins) else {
            return false;
        };
        let alpha = node.window.alpha;
        let e = if self.all_moves {
            made.evaluation_after
        } else {
            node.static_evaluation()
        };
        !node.in_quiescence
            && !node.in_check
            && (made.is_quiet || self.all_moves)
            && !made.gives_check
            && !is_mate(alpha)
            && evaluation(e + margin) <= alpha
    }
}
