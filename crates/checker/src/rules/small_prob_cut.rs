//! Small ProbCut: a node is cut off if the table's value of a slightly shallower search beats beta by a margin.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::{
    trace::Bound,
    value::{from_table, is_mate, shifted},
};

super::parameters! {
    SmallProbCut {
        /// How far above beta the entry's value has to be, in centipawns.
        margin: u16 = 200,
        /// Plies by which the entry may be shallower than the node.
        slack: u8 = 4,
    }
}

impl<G: Recorded> Rule<G> for SmallProbCut {
    fn cutoff(&self, node: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let Some(entry) = &node.entry else {
            return Ok(None);
        };
        let value = from_table(entry.value, node.ply);
        let is_known = entry.bound != Bound::Upper
            && entry.depth + i32::from(self.slack) >= node.depth
            && !is_mate(value);
        let raised = shifted(node.window.beta, self.margin.into());
        Ok(raised.filter(|&raised| is_known && value >= raised))
    }
}
