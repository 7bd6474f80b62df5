//! Singular extension: the table's move is extended if all others are far worse.

use plybench_engine::observe::SubSearchOf;

use super::{MadeMove, OpenNode, Recorded, Result, Rule, SubSearch};
use crate::{
    trace::Bound,
    value::{Window, from_table, shifted},
};

super::parameters! {
    SingularExtension {
        /// In centipawns for each ply of the node's depth.
        margin: u8 = 2,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 6,
        /// Plies by which the entry may be shallower than the node.
        slack: u8 = 3,
    }
}

impl<G: Recorded> Rule<G> for SingularExtension {
    fn extension(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<u8> {
        let Some(entry) = &node.entry else {
            return Ok(0);
        };
        let is_candidate = !node.is_root()
            && node.depth >= self.min_depth
            && !node.is_sub_search
            && entry.mv == Some(made.mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - i32::from(self.slack);
        let threshold = shifted(
            from_table(entry.value, node.ply),
            -i32::from(self.margin) * node.depth,
        );
        let Some(threshold) = threshold.filter(|_| is_candidate) else {
            return Ok(0);
        };
        let window = Window::new(threshold - 1, threshold);
        let others = SubSearchOf::Without(made.mv);
        let found = below.search(others, node, (node.depth - 1) / 2, window)?;
        Ok(found.is_some_and(|found| found.value < threshold).into())
    }
}
