//! Check extension: a move that gives check is extended, or one that evades it.

use plybench_engine::game::CheckAnswer;
use serde::Deserialize;

use super::{MadeMove, OpenNode, Recorded, Result, Rule, SubSearch};

/// The move that is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extends {
    /// The one that gives check.
    Check,
    /// The one that evades it.
    Evasion,
}

super::parameters! {
    CheckExtension {
        /// By how many plies.
        plies: u8 = 1,
        /// Whether the move that gives check or the one that evades it is extended.
        extends: Extends = Extends::Check,
        /// Whether evasions that capture the checking piece count.
        captures: bool = true,
        /// Whether evasions that interpose a piece count.
        interpositions: bool = true,
    }
}

impl<G: Recorded> Rule<G> for CheckExtension {
    fn extension(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        _: &mut dyn SubSearch<G>,
    ) -> Result<u8> {
        let is_extended = match (self.extends, made.answer) {
            (Extends::Check, _) => made.gives_check,
            (Extends::Evasion, CheckAnswer::Flees) => node.in_check,
            (Extends::Evasion, CheckAnswer::Captures) => node.in_check && self.captures,
            (Extends::Evasion, CheckAnswer::Interposes) => node.in_check && self.interpositions,
        };
        Ok(if is_extended { self.plies } else { 0 })
    }
}
