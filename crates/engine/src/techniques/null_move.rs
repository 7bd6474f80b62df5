//! Null move pruning: if passing fails high, so would the best move.
//!
//! It is not tried in check, twice in a row, with nothing but pawns (where zugzwang is likely), where beta is a mate score, or
//! where the static evaluation is below beta. micro-Max 4.7 tries it without a look at the evaluation and also after another pass:
//! parameters switch these conditions off. A mate that the reduced search finds is unproven, because the opponent replied to a pass
//! that is not a legal move; beta is returned instead.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, Node, SubSearch, Technique, Uses};
use crate::{game::Game, score::Score, window::Window};

/// The captured material when only kings and pawns are left.
const MOST_CAPTURED: u8 = 40;

/// Cuts off a node if passing fails high in a reduced search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NullMove {
    /// Plies by which the search after the pass is shallower, besides the pass itself.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which passing is tried.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// Whether a cutoff has to be confirmed by a search of the node itself to the same reduced depth, without passing at the node.
    /// This guards against zugzwang (after David-Tabibi and Netanyahu, "Verified Null-Move Pruning", 2002, who continue the search
    /// at a reduced depth instead).
    pub verify: bool,
    /// Whether passing is tried only if the static evaluation reaches beta.
    pub from_beta: bool,
    /// The most captured material at which passing is tried, on micro-Max's scale: a knight or bishop counts 2, a rook 3, a queen
    /// 6, and all pieces of both sides together 40. Late in the game a pass may avoid zugzwang.
    #[schemars(range(min = 0, max = 40))]
    pub most_captured: u8,
    /// Whether passing is tried right after the opponent has passed.
    pub in_a_row: bool,
}

impl NullMove {
    /// Reduced by two plies, from depth 2, not verified.
    pub const DEFAULT: Self = NullMove {
        reduction: 2,
        min_depth: 2,
        verify: false,
        from_beta: true,
        most_captured: MOST_CAPTURED,
        in_a_row: false,
    };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "null-move",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, e ≥ b (unless from-beta = false), not in check, not after a pass (unless in-a-row), at most most-captured is captured, and b is no mate and finite: pass and search to depth d - 1 - reduction; if v ≥ b: return v (b if v is a mate)",
        source: "Donninger, Null Move and Deep Search (1993); Goetsch and Campbell (1990)",
        used_by: "Stockfish, Fruit, micro-Max, nearly all engines",
    };
}

impl Default for NullMove {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<G: Game> Technique<G> for NullMove {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CUTOFF.and(Uses::PATH)
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        let beta = node.window.beta();
        if node.depth.plies() < self.min_depth
            || node.in_check
            || node.in_quiescence
            || (node.arrival.is_pass && !self.in_a_row)
            || node.arrival.is_again
            || beta.is_mate()
            || beta == Score::INFINITE
            || (self.from_beta && Score::evaluation(node.static_evaluation()) < beta)
            || (self.most_captured < MOST_CAPTURED
                && node.position.captured_material() > self.most_captured)
        {
            return None;
        }
        let window = Window::null_below(beta);
        let depth = node.depth.less(1 + self.reduction);
        let value = below.after_pass(node, depth, window)?;
        // At the horizon a verification would only repeat the evaluation.
        let is_trusted = !self.verify || depth.is_horizon();
        let is_cut =
            value >= beta && (is_trusted || below.again(node, depth, window).value >= beta);
        is_cut.then_some(if value.is_mate() { beta } else { value })
    }
}
