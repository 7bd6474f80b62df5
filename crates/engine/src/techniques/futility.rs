//! Futility pruning: near the horizon a quiet move cannot make up for a hopeless evaluation.
//!
//! A few plies above the horizon a quiet move changes the evaluation only a little. If the evaluation
//! plus a margin does not exceed alpha, the move is skipped. Nothing is skipped in check, checking
//! moves are never skipped, and no move is skipped where alpha is a mate score.
//!
//! micro-Max 4.7 compares the evaluation after the move instead, so that a capture counts what it captures: with `all-moves`,
//! captures and promotions are skipped too, and a margin of 0 makes sense.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, MadeMove, Margins, Node, Technique, Uses};
use crate::{game::Game, score::Score};

/// Skips quiet moves near the horizon if the evaluation plus a margin does not exceed alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Futility {
    /// The most that a quiet move is expected to gain at depth 1, 2, …. Nothing is skipped at greater depths.
    #[schemars(extend("unit" = "centipawns"))]
    pub margins: Margins,
    /// Whether captures and promotions can be skipped too. The margin is then added to the evaluation after the move.
    pub all_moves: bool,
}

impl Futility {
    /// A margin of 200 centipawns at depth 1 only.
    pub const DEFAULT: Self = Futility {
        margins: Margins::of(&[200]),
        all_moves: false,
    };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "futility",
        effect: Effect::Heuristic,
        condition: "if d has a margin, not in check, the move is quiet (unless all-moves) and gives no check, a is not a mate, and e + margin ≤ a (all-moves: e after the move): skip it",
        source: "Heinz, Extended Futility Pruning (1998), after Schaeffer (1986)",
        used_by: "DarkThought, micro-Max, nearly all engines in some form",
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
        if node.in_check || node.in_quiescence || mv.gives_check || alpha.is_mate() {
            return false;
        }
        let evaluation = if self.all_moves {
            node.evaluation_after(mv)
        } else if mv.is_quiet() {
            node.static_evaluation()
        } else {
            return false;
        };
        Score::evaluation(evaluation + i32::from(margin)) <= alpha
    }
}
