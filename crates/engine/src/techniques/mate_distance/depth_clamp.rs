//! The depth is limited to the length of a mate that could change the result.
//!
//! If alpha is already a mate in n plies from the root, only a faster mate can raise it. The side to move at ply p can mate only an
//! odd number of plies after p. So the faster mate is n - 2 plies from the root, or n - 1 if alpha is not a mate that this side can
//! give, as in the null windows of MTD(f). Mate solvers prune in this way: they follow no line beyond the length of the mate that
//! they look for.

use super::{Depth, Node, Technique};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form's entry in the registry.
pub(super) const INFO: Info = Info {
    name: "depth-clamp",
    effect: Effect::MateExact,
    condition: "if a = M-n: d ← min(d, m-p+1), where m is the largest number below n with m-p odd (the last ply detects the mate); if v ≤ a: return a",
    source: "Chess Programming Wiki, Mate Search; the mate solver Chest",
    used_by: "Chest and other mate solvers",
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthClamp;

impl<G: Game> Technique<G> for DepthClamp {
    #[inline]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        // Only nodes of the winning side are clamped. Those of the losing side are their children and inherit the depth.
        let alpha = node.window.alpha();
        let Some(to_beat) = alpha.mate_plies().filter(|_| alpha.is_win()) else {
            return node.depth;
        };
        let ply = node.ply.plies();
        let faster = to_beat.saturating_sub(if to_beat.abs_diff(ply) % 2 == 1 { 2 } else { 1 });
        // One ply more than the mate needs: the mated node must not be at the horizon.
        let enough = (faster + 1).saturating_sub(ply);
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
                    Ply::new(ply),
                    Depth::new(20),
                    Window::new(alpha, Score::INFINITE).unwrap(),
                    false,
                    Evaluation::Zero,
                ))
                .plies()
        };
        // Alpha is a mate in 15 plies. At ply 4, a mate in 13 takes nine more plies, and one to detect it.
        assert_eq!(enough(4, Score::mate_in(15)), 10);
        // No mate at ply 4 takes 16 plies or 14: the faster one takes 15.
        assert_eq!(enough(4, Score::mate_in(16)), 12);
        assert_eq!(enough(4, Score::evaluation(0)), 20);
        assert_eq!(enough(20, Score::mate_in(15)), 0);
    }
}
