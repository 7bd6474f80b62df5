//! Delayed-loss bonus: a value below the static evaluation is worth one centipawn more for each ply
//! by which the loss is delayed.
//!
//! A side that is about to lose something prefers to lose it later, and a side that is about to gain
//! something prefers to gain it sooner, although the score does not count plies. Mate scores already
//! depend on the ply, so only evaluations are changed. With e the static evaluation, the value v
//! becomes v + 1 if v < e. Before the search the window is shifted to match.

use super::{Node, Technique};
use crate::{
    game::Game,
    score::Score,
    techniques::{Effect, Info},
    window::Window,
};

/// The form's entry in the registry.
pub(super) const INFO: Info = Info {
    name: "delayed-loss",
    effect: Effect::MateExact,
    condition: "before the search: if a < e: a ← a - 1, if b ≤ e: b ← b - 1; after it: if v < e: v ← v + 1 (mate scores excepted)",
    source: "H. G. Muller, micro-Max 4.7 and its page on the delayed-loss bonus",
    used_by: "micro-Max",
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct DelayedLoss;

impl<G: Game> Technique<G> for DelayedLoss {
    #[inline]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        // A value is raised only if it is an evaluation. So alpha at the lowest evaluation is lowered to a value that no node has,
        // and beta, which the lowest evaluation would reach in any case, is not.
        let evaluation = Score::evaluation(node.static_evaluation());
        let (alpha, beta) = (node.window.alpha(), node.window.beta());
        let alpha = if alpha < evaluation && alpha.shifted(0).is_some() {
            alpha.just_below()
        } else {
            alpha
        };
        let beta = if beta <= evaluation {
            beta.shifted(-1).unwrap_or(beta)
        } else {
            beta
        };
        Window::new(alpha, beta).unwrap_or(node.window)
    }

    #[inline]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        let evaluation = Score::evaluation(node.static_evaluation());
        // With fail-hard a mate that fails low is the bound between mates and evaluations, if that was searched: it is not raised
        // either.
        if value < evaluation {
            value.shifted(1).unwrap_or(value)
        } else {
            value
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::explicit_tree::ExplicitTree,
        units::{Depth, Ply},
    };

    /// Fail-hard: what lies outside the inner window is its nearer bound, and must still lie outside the node's window.
    #[test]
    fn a_mate_outside_the_window_stays_outside_with_fail_hard() {
        let tree = ExplicitTree::parse("10").unwrap();
        let root = tree.root();
        let raw = |number: i16| Score::from_raw(number).unwrap();
        let bounds = [
            -30_001, -29_990, -29_000, -20_002, -20_001, -20_000, -19_999, 0, 9, 10, 11, 20_000,
            20_001, 29_000, 29_990, 30_001,
        ];
        let values = [-30_000, -29_800, -20_000, -19_999, 0, 9, 10, 20_000, 29_900];
        for alpha in bounds {
            for beta in bounds.into_iter().filter(|&beta| beta > alpha) {
                let window = Window::new(raw(alpha), raw(beta)).unwrap();
                let node = Node::new(
                    &root,
                    Ply::new(1),
                    Depth::new(1),
                    window,
                    false,
                    Evaluation::Zero,
                );
                let inner = DelayedLoss.reshape_window(&node);
                for value in values {
                    let whole = DelayedLoss.reshape_value(&node, raw(value));
                    let clamped = DelayedLoss.reshape_value(&node, inner.clamp(raw(value)));
                    assert_eq!(
                        window.clamp(clamped),
                        window.clamp(whole),
                        "{value} in ({alpha}, {beta})"
                    );
                }
            }
        }
    }

    #[test]
    fn the_value_in_the_shifted_window_decides_the_original_window() {
        let tree = ExplicitTree::parse("10").unwrap();
        let root = tree.root();
        let at = |centipawns| Score::evaluation(centipawns);
        for alpha in 5..15 {
            for beta in alpha + 1..16 {
                let node = Node::new(
                    &root,
                    Ply::new(1),
                    Depth::new(1),
                    Window::new(at(alpha), at(beta)).unwrap(),
                    false,
                    Evaluation::Zero,
                );
                let inner = DelayedLoss.reshape_window(&node);
                for value in 0..20 {
                    let shaped = DelayedLoss.reshape_value(&node, at(value));
                    assert_eq!(inner.fails_low(at(value)), node.window.fails_low(shaped));
                    assert_eq!(inner.fails_high(at(value)), node.window.fails_high(shaped));
                }
            }
        }
        let mate = Score::mated_in(6);
        let root = tree.root();
        let node = Node::new(
            &root,
            Ply::new(1),
            Depth::new(1),
            Window::full(),
            false,
            Evaluation::Zero,
        );
        assert_eq!(DelayedLoss.reshape_value(&node, mate), mate);
    }
}
