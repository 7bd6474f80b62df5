//! Null move pruning: a node whose pass fails high in a reduced search fails high.

use plybench_engine::observe::SubSearchOf;

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{INFINITE, Window, is_mate};

super::parameters! {
    NullMove {
        /// Plies by which the search after the pass is shallower, besides the pass.
        reduction: u8 = 2,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 2,
        /// Whether a search of the node to the same depth has to confirm the cutoff.
        verify: bool = false,
        /// Whether the evaluation has to reach beta.
        from_beta: bool = true,
        /// The most captured material.
        most_captured: u8 = 40,
        /// Whether a pass may follow a pass.
        in_a_row: bool = false,
    }
}

impl<G: Recorded> Rule<G> for NullMove {
    fn cutoff(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let beta = node.window.beta;
        if node.in_quiescence
            || node.depth < self.min_depth
            || node.position.captured_material() > self.most_captured
            || self.from_beta && node.evaluation() < beta
            || node.in_check
            || is_mate(beta)
            || beta == INFINITE
            // Not twice in a row unless set, and not in a search that a technique requested of the node itself.
            || node.is_after_pass && !self.in_a_row
            || node.is_sub_search
        {
            return Ok(None);
        }
        let depth = (node.depth - 1 - i32::from(self.reduction)).max(0);
        let window = Window::new(beta - 1, beta);
        let mut fails_high = |of| -> Result<Option<i32>> {
            let found = below.search(of, node, depth, window)?;
            Ok(found
                .map(|found| found.value)
                .filter(|&value| value >= beta))
        };
        let Some(value) = fails_high(SubSearchOf::Pass)? else {
            return Ok(None);
        };
        if self.verify && depth > 0 && fails_high(SubSearchOf::Again)?.is_none() {
            return Ok(None);
        }
        Ok(Some(if is_mate(value) { beta } else { value }))
    }
}
