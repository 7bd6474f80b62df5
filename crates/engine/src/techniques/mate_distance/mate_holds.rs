//! A proven mate holds at any depth: a position whose table entry shows one is not searched again to a
//! greater depth.
//!
//! A deeper search cannot refute "the side to move mates at least this soon" or "the side to move is
//! mated at least this soon". The opposite bounds, that there is no faster mate, hold only if the
//! entry was searched at least as deep as the mate is long.

use super::{Entry, Node, Technique};
use crate::{
    game::Game,
    table::Bound,
    techniques::{Effect, Info},
};

/// The form's entry in the registry.
pub(super) const INFO: Info = Info {
    name: "mate-holds",
    effect: Effect::MateExact,
    condition: "if the table entry shows a win ≥ b, a loss ≤ a, or an exact mate no longer than its depth: use it at any d",
    source: "H. G. Muller, micro-Max 4.7",
    used_by: "micro-Max; Goldfish and Lynx at the root",
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateHolds;

impl<G: Game> Technique<G> for MateHolds {
    #[inline]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        let score = entry.score(node.ply);
        let Some(plies) = score.mate_plies() else {
            return false;
        };
        let from_here = plies.saturating_sub(node.ply.plies());
        match entry.bound() {
            Bound::Exact if from_here <= u16::from(entry.depth().plies()) => true,
            Bound::Exact | Bound::Lower if score.is_win() => node.window.fails_high(score),
            Bound::Exact | Bound::Upper if score.is_loss() => node.window.fails_low(score),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::explicit_tree::ExplicitTree,
        score::Score,
        units::{Depth, Ply},
        window::Window,
    };

    #[test]
    fn only_what_a_deeper_search_cannot_refute_is_trusted() {
        let tree = ExplicitTree::parse("[1]").unwrap();
        let root = tree.root();
        let ply = Ply::new(2);
        let trusts = |bound, score: Score, depth, alpha, beta| {
            let node = Node::new(
                &root,
                ply,
                Depth::new(20),
                Window::new(alpha, beta).unwrap(),
                false,
                Evaluation::Zero,
            );
            let entry = Entry::new(1, score.at_node(ply), Depth::new(depth), bound, Some(0u16));
            MateHolds.trusts_entry(&node, &entry)
        };
        let (zero, ten) = (Score::evaluation(0), Score::evaluation(10));
        let (win, loss) = (Score::mate_in(7), Score::mated_in(6));
        assert!(trusts(Bound::Lower, win, 3, zero, ten));
        assert!(trusts(Bound::Upper, loss, 3, zero, ten));
        assert!(!trusts(
            Bound::Upper,
            win,
            3,
            Score::mate_in(9),
            Score::mate_in(1)
        ));
        assert!(
            !trusts(Bound::Exact, win, 3, zero, Score::mate_in(1)),
            "a faster mate may exist"
        );
        assert!(trusts(Bound::Exact, win, 5, zero, Score::mate_in(1)));
        assert!(
            !trusts(Bound::Lower, ten, 3, zero, ten),
            "an evaluation is no proof"
        );
    }
}
