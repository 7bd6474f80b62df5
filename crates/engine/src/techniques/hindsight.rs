//! Hindsight: the evaluation of a node shows whether the reduction of the move to it was right.
//!
//! A late move is reduced before anybody has seen the position after it. Seen from the node, two sums tell more: if both sides'
//! evaluations add up to more than a margin, the opponent's move has lost ground, and the node is searched one ply less; if a move that
//! was reduced a lot has not lost ground, the node gets a ply back. An evaluation of material and squares changes little by a move that
//! captures nothing, so with it few nodes lose a ply.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, units::Depth};

/// Corrects the depth of a node after a reduced move by its evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Hindsight {
    /// The smallest reduction of the move after which the node is searched one ply deeper.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub deeper_from: u8,
    /// The smallest reduction of the move after which the node is searched one ply less.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub shallower_from: u8,
    /// What the opponent's move has to lose for one ply less.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
}

impl Hindsight {
    /// Deeper from a reduction of 3, shallower from 2 with a loss of more than 166 centipawns: the values of Stockfish.
    pub const DEFAULT: Self = Hindsight {
        deeper_from: 3,
        shallower_from: 2,
        margin: 166,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "hindsight",
        effect: Effect::Heuristic,
        condition: "r is the reduction of the move to the node, e' the opponent's evaluation before it; not in check here or there; if r ≥ deeper-from and e + e' ≤ 0: search the node to depth d + 1; else if d ≥ 2, r ≥ shallower-from and e + e' > margin: to depth d - 1",
        source: "Stockfish (search.cpp, hindsight adjustments)",
        used_by: "Stockfish",
    };
}

impl<G: Game> Technique<G> for Hindsight {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::NODE_DEPTH
            .and(Hooks::INHERITED)
            .and(Hooks::IMPROVING)
    }

    #[inline]
    fn node_depth(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Depth {
        let reduction = node.inherited.reduction;
        let Some(before) = node.evaluation_one_ply_up.filter(|_| !node.in_check) else {
            return node.depth;
        };
        if reduction == 0 {
            return node.depth;
        }
        let lost = node.static_evaluation() + before;
        if reduction >= self.deeper_from && lost <= 0 {
            node.depth.more(1)
        } else if node.depth.plies() >= 2
            && reduction >= self.shallower_from
            && lost > i32::from(self.margin)
        {
            node.depth.less(1)
        } else {
            node.depth
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::{NoSubSearch, asked::at};

    /// The depth to which a node of this depth is searched at which the side to move has 500.
    fn searched(depth: u8, reduction: u8, before: Option<i32>, in_check: bool) -> u8 {
        let technique = Hindsight {
            deeper_from: 3,
            shallower_from: 2,
            margin: 100,
        };
        at(
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            |node| {
                node.depth = Depth::new(depth);
                node.inherited.reduction = reduction;
                node.evaluation_one_ply_up = before;
                node.in_check = in_check;
            },
            |node| technique.node_depth(node, &mut NoSubSearch).plies(),
        )
    }

    #[test]
    fn a_reduced_move_that_lost_nothing_gets_a_ply_back_and_one_that_lost_much_loses_one() {
        for (depth, reduction, before, wanted) in [
            (5, 3, -500, 6),
            (5, 3, -499, 5),
            (5, 2, -500, 5),
            (5, 2, -400, 5),
            (5, 2, -399, 4),
            (5, 3, -399, 4),
            (5, 1, -399, 5),
            (5, 0, -399, 5),
            (2, 2, -399, 1),
            (1, 2, -399, 1),
        ] {
            let found = searched(depth, reduction, Some(before), false);
            assert_eq!(found, wanted, "{depth} {reduction} {before}");
        }
    }

    #[test]
    fn nothing_is_known_in_check_or_after_a_check() {
        assert_eq!(searched(5, 3, Some(-500), true), 5);
        assert_eq!(searched(5, 3, None, false), 5);
    }
}
