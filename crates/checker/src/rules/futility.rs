//! Futility pruning: a quiet move near the horizon is skipped if the evaluation plus a margin does not exceed alpha.

use super::{MadeMove, OpenNode, Recorded, Rule};
use crate::value::{evaluation, is_mate};

super::parameters! {
    Futility {
        /// The margin for depth 1, 2, …, in centipawns.
        margins: Vec<u16> = vec![200],
        /// Whether moves that are not quiet count too, and the evaluation after the move decides.
        all_moves: bool = false,
        /// The constant of the formula, in centipawns.
        base: u16 = 77,
        /// What the formula adds for each ply, in centipawns.
        per_ply: u16 = 52,
        /// The largest depth with which the formula applies; 0 if the margins do.
        max_depth: i32 = 0,
        /// Whether the formula counts the plies of the move's first search.
        by_reduced_depth: bool = false,
        /// What the formula divides the move's history score by; 0 for none.
        history_divisor: u16 = 0,
    }
}

impl<G: Recorded> Rule<G> for Futility {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let margin = match self.max_depth {
            0 => node.margin(&self.margins),
            most => {
                let depth = made.depth(node, self.by_reduced_depth);
                let by_history = made.history.checked_div(self.history_divisor.into());
                let grown = i32::from(self.base) + i32::from(self.per_ply) * depth;
                let margin = grown + by_history.unwrap_or(0);
                (depth <= most).then_some(margin.max(0))
            }
        };
        let Some(margin) = margin else {
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
