//! Internal iterative deepening: if the table has no move, a shallower search of the same node finds one to try first.
//!
//! Alpha-beta depends on good first moves, and the table has one only for positions that were searched before. For others, a search
//! two plies shallower costs little and finds the move to try first. Only the order of the moves changes, so the value stays the
//! same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::game::Game;

/// Finds the move to try first with a shallower search of the same node, if the table has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct InternalIterativeDeepening {
    /// Plies by which the search for the move is shallower.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which a move is searched for.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
}

impl InternalIterativeDeepening {
    /// Two plies shallower, from depth 4.
    pub const DEFAULT: Self = InternalIterativeDeepening {
        reduction: 2,
        min_depth: 4,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "internal-iterative-deepening",
        effect: Effect::Exact,
        condition: "if p > 0, d ≥ min-depth and the table has no move: search the node to depth d - reduction, and try its best move first",
        source: "after Slate and Atkin, Chess 4.5: The Northwestern University Chess Program (1977), who deepen iteratively at the root",
        used_by: "Crafty, Fruit, Stockfish until 2020",
    };
}

impl<G: Game> Technique<G> for InternalIterativeDeepening {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::FIRST_MOVE.and(Hooks::PATH)
    }

    #[inline]
    fn first_move(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<G::Move> {
        if node.depth.plies() < self.min_depth {
            return None;
        }
        let depth = node.depth.less(self.reduction);
        below.again(node, depth, node.window).best_move
    }
}
