//! Check extension: a move that gives check is extended, or one that evades it.

use plybench_engine::game::CheckAnswer;
use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{MadeMove, Node, SubSearch},
    refused::Refused,
};

/// The move that is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extends {
    /// The one that gives check.
    Check,
    /// The one that evades it.
    Evasion,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CheckExtension {
    /// By how many plies.
    pub plies: u8,
    /// Which move.
    pub extends: Extends,
    /// Whether evasions that capture the checking piece count.
    pub captures: bool,
    /// Whether evasions that interpose a piece count.
    pub interpositions: bool,
}

impl Default for CheckExtension {
    fn default() -> Self {
        CheckExtension {
            plies: 1,
            extends: Extends::Check,
            captures: true,
            interpositions: true,
        }
    }
}

impl<G: Recorded> Rule<G> for CheckExtension {
    fn extension(
        &self,
        node: &Node<'_, G>,
        made: &MadeMove<G::Move>,
        _: &mut dyn SubSearch<G>,
    ) -> Result<u8, Refused> {
        let is_extended = match (self.extends, made.answer) {
            (Extends::Check, _) => made.gives_check,
            (Extends::Evasion, CheckAnswer::Flees) => node.in_check,
            (Extends::Evasion, CheckAnswer::Captures) => node.in_check && self.captures,
            (Extends::Evasion, CheckAnswer::Interposes) => node.in_check && self.interpositions,
        };
        Ok(if is_extended { self.plies } else { 0 })
    }
}
