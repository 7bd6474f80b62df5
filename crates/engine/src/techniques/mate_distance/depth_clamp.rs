//! The depth is limited to the length of a mate that could change the result.
//!
//! If alpha is already a mate in n plies from the root, only a faster mate can raise it, at most
//! n - 2 plies from the root. Mate solvers prune in this way: they follow no line beyond the length
//! of the mate that they look for.

use super::{Depth, Node, Technique, Uses};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthClamp;

impl DepthClamp {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "depth-clamp",
        effect: Effect::MateExact,
        condition: "if a = M-n: d ← min(d, n-2-p + 1), with 1 ply to detect the mate; if v ≤ a: return a",
        source: "Chess Programming Wiki, Mate Search; the mate solver Chest",
        used_by: "Chest and other mate solvers",
    };
}

impl<G: Game> Technique<G> for DepthClamp {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::ENOUGH_DEPTH
    }

    #[inline]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        // Only nodes of the winning side are clamped. Those of the losing side are their children and inherit the depth.
        let alpha = node.window.alpha();
        let Some(to_beat) = alpha.mate_plies().filter(|_| alpha.is_win()) else {
            return node.depth;
        };
        // One ply more than the mate needs: the mated node must not be at the horizon.
        let enough = (to_beat + 1).saturating_sub(2 + node.ply.plies());
        node.depth.min(Depth::new(enough.min(255) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation, game::explicit_tree::ExplicitTree, score::Score, units::Ply,
        window::Window,
    };

    #[test]
    fn depth_is_what_a_faster_mate_needs() {
        let tree = ExplicitTree::parse("[1]").unwrap();
        let root = tree.root();
        let enough = |ply, alpha| {
            DepthClamp
                .enough_depth(&Node::new(
                    &root,
                    (
                        Ply::new(ply),
                        Depth::new(20),
                        Window::new(alpha, Score::INFINITE).unwrap(),
                    ),
                    false,
                    Evaluation::Zero,
                ))
                .plies()
        };
        // Alpha is a mate in 15 plies. At ply 4, a mate in 13 takes nine more plies, and one to detect it.
        assert_eq!(enough(4, Score::mate_in(15)), 10);
        assert_eq!(enough(4, Score::evaluation(0)), 20);
        assert_eq!(enough(20, Score::mate_in(15)), 0);
    }
}
