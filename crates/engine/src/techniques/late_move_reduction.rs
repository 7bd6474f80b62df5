//! Late move reduction: moves that come late in the order get a shallower first look.
//!
//! If the reduced search beats alpha after all, the move is searched again at full depth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Info, MadeMove, Node, Technique, Uses};
use crate::game::Game;

/// Searches late quiet moves less deep at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LateMoveReduction {
    /// Plies by which a late move is searched less deep.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// How many moves of a node are searched to its full depth.
    #[schemars(range(min = 1, max = 255), extend("unit" = "moves"))]
    pub full_depth_moves: u8,
    /// The least depth of a node at which moves are reduced.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
}

impl LateMoveReduction {
    /// By one ply from the fourth move on, from depth 3 on.
    pub const DEFAULT: Self = LateMoveReduction {
        reduction: 1,
        full_depth_moves: 3,
        min_depth: 3,
    };

    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "late-move-reduction",
        effect: Effect::Heuristic,
        condition: "d ≥ min-depth, at least full-depth-moves before it, quiet, no check, not in check: d - reduction, again if > a",
        source: "Romstad, An Introduction to Late Move Reductions (2006)",
        used_by: "Glaurung, Fruit, Stockfish, nearly all with larger reductions",
    };
}

impl Default for LateMoveReduction {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<G: Game> Technique<G> for LateMoveReduction {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::REDUCTION
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        let is_late = node.depth.plies() >= self.min_depth
            && mv.number >= usize::from(self.full_depth_moves)
            && !mv.gives_check
            && !node.in_check
            && !node.in_quiescence
            && mv.is_quiet();
        if is_late { self.reduction } else { 0 }
    }
}
