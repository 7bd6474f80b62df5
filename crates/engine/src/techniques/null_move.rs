//! Null move pruning: if passing still fails high, so would the best move.
//!
//! Not in check, not twice in a row, not with nothing but pawns (where having to move is likely to
//! be a burden), and not where the window asks about mates. A mate that the reduced search claims
//! is unproven, since the opponent answered a move that was never made; it is returned as beta.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, Node, SubSearch, Technique, Uses};
use crate::{game::Game, score::Score, window::Window};

/// Cuts where passing fails high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NullMove {
    /// Plies by which the search after passing is less deep, besides the pass itself.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The least depth at which passing is tried.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// Whether a cutoff has to be confirmed by a search of the node itself, as much less deep and without passing there, against
    /// positions in which having to move is a burden (after David-Tabibi and Netanyahu, "Verified Null-Move Pruning", 2002, who
    /// search on at a reduced depth instead).
    pub verify: bool,
}

impl NullMove {
    /// Reduced by two plies, from depth 2 on, not verified.
    pub const DEFAULT: Self = NullMove {
        reduction: 2,
        min_depth: 2,
        verify: false,
    };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "null-move",
        effect: Effect::Heuristic,
        condition: "d ≥ min-depth, e ≥ b, not in check, b no mate: value after a pass at depth d - 1 - reduction ≥ b",
        source: "Donninger, Null Move and Deep Search (1993); Goetsch and Campbell (1990)",
        used_by: "Stockfish, Fruit, micro-Max, nearly all",
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
            || node.arrival.is_pass
            || node.arrival.is_again
            || beta.is_mate()
            || beta == Score::INFINITE
            || Score::evaluation(node.static_evaluation()) < beta
        {
            return None;
        }
        let window = Window::null_below(beta);
        let depth = node.depth.less(1 + self.reduction);
        let value = below.after_pass(node, depth, window)?;
        // At the horizon only the evaluation would be asked again.
        let is_trusted = !self.verify || depth.is_horizon();
        let is_cut =
            value >= beta && (is_trusted || below.again(node, depth, window).value >= beta);
        is_cut.then_some(if value.is_mate() { beta } else { value })
    }
}
