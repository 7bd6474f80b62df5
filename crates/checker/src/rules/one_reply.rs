//! One reply extension: the only legal move is extended.

use plybench_engine::game::MoveKind;

use super::{MadeMove, OpenNode, Recorded, Result, Rule, SubSearch};

super::parameters! {
    OneReply {
        /// Whether it has to answer a check.
        only_in_check: bool = true,
        /// The plies by which the line may have been extended before.
        line_limit: i32 = 6,
    }
}

impl<G: Recorded> Rule<G> for OneReply {
    fn extension(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        _: &mut dyn SubSearch<G>,
    ) -> Result<u8> {
        if self.only_in_check && !node.in_check || node.extension >= self.line_limit {
            return Ok(0);
        }
        let mut has_another = false;
        node.position
            .for_each_move(MoveKind::All, |other| has_another |= other != made.mv);
        Ok((!has_another).into())
    }
}
