//! Internal iterative reduction: a node for which the table has no move is searched to a smaller depth.
//!
//! Without a move to try first, a node takes more work, and that the table has none says that nobody has looked at it closely. Internal
//! iterative deepening finds such a move by a shallower search of the node; today's engines are content with the shallower search, and
//! the next iteration has its move (Schröder, Rebel, 2020).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, units::Depth};

/// Searches a node to a smaller depth if the table has no move for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct InternalIterativeReduction {
    /// Plies by which the node's depth is smaller; at least one ply is left.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which a node is reduced.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
}

impl InternalIterativeReduction {
    /// One ply, from depth 4: the values of akimbo.
    pub const DEFAULT: Self = InternalIterativeReduction {
        reduction: 1,
        min_depth: 4,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "internal-iterative-reduction",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth and the table has no move for the node: search it to depth d - reduction",
        source: "Schröder, Rebel (2020), in the Chess Programming Wiki, Internal Iterative Reductions; the defaults are those of akimbo (search.rs)",
        used_by: "Rebel, Stockfish, akimbo, Lynx, 4ku",
    };
}

impl<G: Game> Technique<G> for InternalIterativeReduction {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::NODE_DEPTH.and(Hooks::ENTRY)
    }

    #[inline]
    fn node_depth(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Depth {
        let has_move = || node.entry.is_some_and(|entry| entry.best_move().is_some());
        if node.depth.plies() >= self.min_depth && !has_move() {
            node.depth.less(self.reduction).max(Depth::new(1))
        } else {
            node.depth
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        score::Score,
        table::{Bound, Entry},
        techniques::{NoSubSearch, asked::at},
    };

    #[test]
    fn a_node_of_enough_depth_is_reduced_unless_the_table_has_a_move() {
        let technique = InternalIterativeReduction {
            reduction: 2,
            min_depth: 4,
        };
        let entry = |mv| {
            let score = Score::evaluation(0).at_node(crate::units::Ply::new(1));
            Entry::new(1, score, Depth::new(1), Bound::Lower, mv)
        };
        for (entry, depth, searched) in [
            (None, 3, 3),
            (None, 4, 2),
            (None, 9, 7),
            (Some(entry(None)), 4, 2),
            (Some(entry(Some(Default::default()))), 9, 9),
        ] {
            let found = at(
                "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                |node| (node.depth, node.entry) = (Depth::new(depth), entry),
                |node| technique.node_depth(node, &mut NoSubSearch),
            );
            assert_eq!(found, Depth::new(searched), "{depth}");
        }
    }

    #[test]
    fn one_ply_is_left() {
        let technique = InternalIterativeReduction {
            reduction: 16,
            min_depth: 2,
        };
        let found = at(
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            |_| {},
            |node| technique.node_depth(node, &mut NoSubSearch),
        );
        assert_eq!(found, Depth::new(1));
    }
}
