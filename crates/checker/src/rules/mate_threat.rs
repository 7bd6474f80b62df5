//! Mate threat extension: a node whose side to move is mated after a pass is searched one ply deeper.

use plybench_engine::observe::SubSearchOf;

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{LONGEST_MATE, MATE, Window, is_loss};

super::parameters! {
    MateThreat {
        /// Plies by which the search after the pass is shallower, besides the pass.
        reduction: u8 = 0,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 2,
        /// The largest.
        max_depth: i32 = 2,
        /// The plies by which the line may have been extended before.
        line_limit: i32 = 6,
    }
}

impl<G: Recorded> Rule<G> for MateThreat {
    fn node_depth(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<i32> {
        if !(self.min_depth..=self.max_depth).contains(&node.depth)
            || node.in_check
            || node.is_after_pass
            || node.is_sub_search
            || node.extension >= self.line_limit
        {
            return Ok(node.depth);
        }
        let depth = (node.depth - 1 - i32::from(self.reduction)).max(0);
        let slowest = LONGEST_MATE - MATE;
        let window = Window::new(slowest, slowest + 1);
        let found = below.search(SubSearchOf::Pass, node, depth, window)?;
        let is_threatened = found.is_some_and(|found| is_loss(found.value));
        Ok(node.depth + i32::from(is_threatened))
    }
}
