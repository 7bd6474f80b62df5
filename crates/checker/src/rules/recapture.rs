//! Recapture extension: a capture where the move before arrived is extended if it restores the root's material.

use super::{MadeMove, OpenNode, Recorded, Result, Rule, SubSearch};

super::parameters! {
    Recapture {
        /// How far from it the material may be, in centipawns.
        margin: i32 = 10,
        /// The plies by which the line may have been extended before.
        line_limit: i32 = 6,
    }
}

impl<G: Recorded> Rule<G> for Recapture {
    fn extension(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        _: &mut dyn SubSearch<G>,
    ) -> Result<u8> {
        let Some(before) = node.before else {
            return Ok(0);
        };
        let is_extended = node.position.recaptures(made.mv, before)
            && (made.material_after - node.balance).abs() <= self.margin
            && node.extension < self.line_limit;
        Ok(is_extended.into())
    }
}
