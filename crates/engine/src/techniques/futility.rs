//! Futility pruning: next to the horizon a quiet move cannot make up for a hopeless evaluation.
//!
//! A few plies before the horizon a quiet move changes the evaluation by little. If even a margin does
//! not lift it to alpha, the move is passed over. Never in check, never a check, never where alpha
//! is a mate score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, MadeMove, Margins, Node, Technique, Uses};
use crate::{game::Game, score::Score};

/// Passes over quiet moves that cannot reach alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Futility {
    /// The most that a quiet move is expected to gain at depth 1, 2, …; beyond the last nothing is skipped.
    #[schemars(extend("unit" = "centipawns"))]
    pub margins: Margins,
}

impl Futility {
    /// At depth 1 alone, by 200 centipawns.
    pub const DEFAULT: Self = Futility {
        margins: Margins::one(200),
    };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "futility",
        effect: Effect::Heuristic,
        condition: "d has a margin, not in check, quiet, no check, a no mate, e + margin ≤ a: skip",
        source: "Heinz, Extended Futility Pruning (1998), after Schaeffer (1986)",
        used_by: "DarkThought, micro-Max, nearly all in some form",
    };
}

impl Default for Futility {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<G: Game> Technique<G> for Futility {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::SKIP
    }

    #[inline]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let Some(margin) = self.margins.at(node.depth.plies()) else {
            return false;
        };
        let alpha = node.window.alpha();
        !node.in_check
            && !node.in_quiescence
            && !mv.gives_check
            && !alpha.is_mate()
            && mv.is_quiet()
            && Score::evaluation(node.static_evaluation() + i32::from(margin)) <= alpha
    }
}
