//! Check extension: a move that gives check is searched deeper.
//!
//! A check forces the reply, so it is a cheap way to push an unwelcome discovery beyond the horizon,
//! and a check at the horizon may be mate. The checking move is extended, not the evasion: at the
//! horizon the evasion would never be searched.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, MadeMove, Node, SubSearch, Technique, Uses};
use crate::game::Game;

/// Searches moves that give check deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CheckExtension {
    /// Plies by which a checking move is extended. With 2, a check and its evasion together use no depth, so the search follows
    /// checks for as long as there are any: set a node limit.
    #[schemars(range(min = 1, max = 2), extend("unit" = "plies"))]
    pub plies: u8,
}

impl CheckExtension {
    /// Extends by one ply.
    pub const DEFAULT: Self = CheckExtension { plies: 1 };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "check-extension",
        effect: Effect::Heuristic,
        condition: "if the move gives check: extend it by plies",
        source: "H. G. Muller, micro-Max 4.7, check extension",
        used_by: "micro-Max (extends the evasion)",
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
    fn extension(&self, _: &Node<'_, G>, mv: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        if mv.gives_check { self.plies } else { 0 }
    }
}
