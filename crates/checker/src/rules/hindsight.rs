//! Hindsight: after a reduced move, the sum of both sides' evaluations corrects the depth of the node.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};

super::parameters! {
    Hindsight {
        /// The smallest reduction after which a move that lost nothing gets a ply back.
        deeper_from: i32 = 3,
        /// The smallest reduction after which a move that lost much gets one ply less.
        shallower_from: i32 = 2,
        /// What it has to lose, in centipawns.
        margin: u16 = 166,
    }
}

impl<G: Recorded> Rule<G> for Hindsight {
    fn node_depth(&self, node: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<i32> {
        let before = node.evaluation_one_ply_up.filter(|_| !node.in_check);
        let Some(lost) = before.map(|before| before + node.static_evaluation()) else {
            return Ok(node.depth);
        };
        let (is_deeper, is_shallower) = (
            node.reduction >= self.deeper_from.max(1) && lost <= 0,
            node.reduction >= self.shallower_from.max(1) && lost > self.margin.into(),
        );
        Ok(node.depth + i32::from(is_deeper) - i32::from(is_shallower && node.depth > 1))
    }
}
