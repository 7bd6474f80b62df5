//! Check extension: a move that gives check, or one that evades it, is searched deeper.
//!
//! A check forces the reply, so it is a cheap way to push an unwelcome discovery beyond the horizon, and a check at the horizon may
//! be mate. Inside the tree it makes no difference which of the two moves is extended. At the horizon it does: the evasion is never
//! searched there, so only the extension of the checking move sees what comes of the check. micro-Max 4.7 does not recognize moves
//! that give check, and extends evasions. Its page notes that evasions which capture the checking piece or interpose another delay
//! nothing and could be left out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, MadeMove, Node, SubSearch, Technique, Uses};
use crate::game::{CheckAnswer, Game};

/// The move that is extended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Extends {
    /// The move that gives check.
    #[default]
    Check,
    /// The move that evades it.
    Evasion,
}

/// Searches moves that give check, or those that evade it, deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CheckExtension {
    /// Plies by which a checking move is extended. With 2, a check and its evasion together use no depth, so the search follows
    /// checks for as long as there are any: set a node limit.
    #[schemars(range(min = 1, max = 2), extend("unit" = "plies"))]
    pub plies: u8,
    /// The move that is extended. An evasion is not extended at the horizon, where it is not searched.
    pub extends: Extends,
    /// Whether evasions that capture the checking piece are extended. It concerns only `extends = "evasion"`.
    pub captures: bool,
    /// Whether evasions that interpose a piece are extended. It concerns only `extends = "evasion"`.
    pub interpositions: bool,
}

impl CheckExtension {
    /// Extends moves that give check by one ply.
    pub const DEFAULT: Self = CheckExtension {
        plies: 1,
        extends: Extends::Check,
        captures: true,
        interpositions: true,
    };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "check-extension",
        effect: Effect::Heuristic,
        condition: "if the move gives check (extends = \"evasion\": if in check, and the move flees, or captures or interposes where that is set): extend it by plies",
        source: "H. G. Muller, micro-Max 4.7, check extension",
        used_by: "micro-Max (evasions); nearly all engines before 2015",
    };
}

impl Default for CheckExtension {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<G: Game> Technique<G> for CheckExtension {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::EXTENSION
    }

    #[inline]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        let is_extended = match self.extends {
            Extends::Check => mv.gives_check,
            Extends::Evasion => {
                node.in_check
                    && match mv.position.answer_to_check(mv.mv) {
                        CheckAnswer::Flees => true,
                        CheckAnswer::Captures => self.captures,
                        CheckAnswer::Interposes => self.interpositions,
                    }
            }
        };
        if is_extended { self.plies } else { 0 }
    }
}
