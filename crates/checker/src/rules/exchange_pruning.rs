//! Exchange pruning: a move is skipped that loses too much by captures on its square.

use super::{MadeMove, OpenNode, Recorded, Rule};

super::parameters! {
    ExchangePruning {
        /// What a capture or promotion may lose, in centipawns for each ply of depth.
        capture_margin: u16 = 148,
        /// The same for other moves.
        quiet_margin: u16 = 64,
        /// The largest depth of a node at which it acts outside quiescence.
        max_depth: i32 = 6,
        /// Whether quiescence skips what loses anything.
        in_quiescence: bool = true,
    }
}

impl<G: Recorded> Rule<G> for ExchangePruning {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let acts = if node.in_quiescence {
            self.in_quiescence
        } else {
            node.depth <= self.max_depth
        };
        let margin = match (node.in_quiescence, made.is_quiet) {
            (true, _) => 0,
            (false, true) => self.quiet_margin,
            (false, false) => self.capture_margin,
        };
        let gains = || node.position.exchange(made.mv);
        let loses_more = |gain: i32| gain + i32::from(margin) * node.depth < 0;
        acts && !node.in_check && gains().is_some_and(loses_more)
    }
}
