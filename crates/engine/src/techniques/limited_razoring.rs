//! Limited razoring: a node three plies from the horizon that is a queen below alpha is searched one ply less.
//!
//! Razoring proper drops such a node into quiescence and misses what a quiet move prepares. DarkThought only takes one ply away, and not
//! when the opponent has few pieces left, where passed pawns decide (Heinz, "Extended Futility Pruning", ICCA Journal 21(2), 1998).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, units::Depth};

/// Searches a node one ply less if the evaluation plus a margin does not exceed alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LimitedRazoring {
    /// The most that the moves are expected to gain.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
    /// The depth of the nodes that are reduced.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub depth: u8,
    /// The fewest pieces besides king and pawns that the opponent has.
    #[schemars(range(min = 0, max = 16), extend("unit" = "pieces"))]
    pub min_pieces: u8,
}

impl LimitedRazoring {
    /// A queen, at depth 3, against more than three pieces: DarkThought's.
    pub const DEFAULT: Self = LimitedRazoring {
        margin: 900,
        depth: 3,
        min_pieces: 4,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "limited-razoring",
        effect: Effect::Heuristic,
        condition: "if d = depth, not in check, the opponent has at least min-pieces, a is not a mate, and e + margin ≤ a: search the node to depth d - 1",
        source: "Heinz, Extended Futility Pruning, ICCA Journal 21(2) (1998)",
        used_by: "DarkThought",
    };
}

impl<G: Game> Technique<G> for LimitedRazoring {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::NODE_DEPTH
    }

    #[inline]
    fn node_depth(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Depth {
        let alpha = node.window.alpha();
        if node.depth.plies() == self.depth
            && !node.in_check
            && !alpha.is_mate()
            && node.position.pieces()[1] >= self.min_pieces
            && Score::evaluation(node.static_evaluation() + i32::from(self.margin)) <= alpha
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
    use crate::{
        game::chess::Chess,
        techniques::{
            NoSubSearch,
            asked::{above, at},
        },
        window::Window,
    };

    /// Whether a node of depth 3, changed like this, is reduced. Black has two pieces, and White is a knight behind, 320.
    fn is_reduced(change: impl Fn(&mut Node<'_, Chess>)) -> bool {
        let technique = LimitedRazoring {
            margin: 50,
            depth: 3,
            min_pieces: 2,
        };
        at(
            "2b1k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1",
            |node| {
                node.depth = Depth::new(3);
                node.window = above(-270);
                change(node);
            },
            |node| technique.node_depth(node, &mut NoSubSearch) < node.depth,
        )
    }

    #[test]
    fn every_condition_is_needed() {
        assert!(is_reduced(|_| {}));
        assert!(is_reduced(|node| node.window = above(0)));
        assert!(!is_reduced(|node| node.window = above(-271)));
        assert!(!is_reduced(|node| node.in_check = true));
        assert!(!is_reduced(|node| node.depth = Depth::new(2)));
        assert!(!is_reduced(|node| node.depth = Depth::new(4)));
        let mate = Window::null_above(Score::mate_in(9));
        assert!(!is_reduced(|node| node.window = mate));
        let more = LimitedRazoring {
            min_pieces: 3,
            margin: 0,
            depth: 3,
        };
        let found = at(
            "2b1k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1",
            |node| (node.depth, node.window) = (Depth::new(3), above(0)),
            |node| more.node_depth(node, &mut NoSubSearch),
        );
        assert_eq!(found, Depth::new(3));
    }
}
