//! Seventh rank extension: a pawn move to the last rank before promotion is extended.

use super::{MadeMove, OpenNode, Recorded, Result, Rule, SubSearch};

super::parameters! {
    SeventhRank {
        /// The plies by which the line may have been extended before.
        line_limit: i32 = 6,
    }
}

impl<G: Recorded> Rule<G> for SeventhRank {
    fn extension(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        _: &mut dyn SubSearch<G>,
    ) -> Result<u8> {
        let nears_promotion = node.position.nears_promotion(made.mv);
        Ok((nears_promotion && node.extension < self.line_limit).into())
    }
}
