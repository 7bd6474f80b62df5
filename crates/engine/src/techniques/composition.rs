//! Techniques made of techniques: none, and two in turn.

use super::{ClampPoint, Clamped, MadeMove, Node, SubSearch, Technique, Uses};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// The search without any technique, for comparison and for speed where all are off.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTechnique;

impl<G: Game> Technique<G> for NoTechnique {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::NONE
    }
}

impl<G: Game, A: Technique<G>, B: Technique<G>> Technique<G> for (A, B) {
    #[inline(always)]
    fn uses(&self) -> Uses {
        self.0.uses().and(self.1.uses())
    }

    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        match self.0.clamp(point, node) {
            Clamped::Kept => self.1.clamp(point, node),
            Clamped::Narrowed {
                window,
                lower,
                upper,
            } => match self.1.clamp(point, &node.with_window(window)) {
                Clamped::Kept => Clamped::Narrowed {
                    window,
                    lower,
                    upper,
                },
                Clamped::Narrowed {
                    window,
                    lower: second_lower,
                    upper: second_upper,
                } => Clamped::Narrowed {
                    window,
                    lower: lower || second_lower,
                    upper: upper || second_upper,
                },
                cut => cut,
            },
            cut => cut,
        }
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        self.0.enough_depth(node).min(self.1.enough_depth(node))
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        self.0.trusts_entry(node, entry) || self.1.trusts_entry(node, entry)
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        let window = self.0.reshape_window(node);
        self.1.reshape_window(&node.with_window(window))
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        let value = self.1.reshape_value(node, value);
        self.0.reshape_value(node, value)
    }

    #[inline(always)]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<Score> {
        self.0
            .cutoff(node, below)
            .or_else(|| self.1.cutoff(node, below))
    }

    #[inline(always)]
    fn first_move(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<G::Move> {
        self.0
            .first_move(node, below)
            .or_else(|| self.1.first_move(node, below))
    }

    #[inline(always)]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        self.0.skips(node, mv) || self.1.skips(node, mv)
    }

    #[inline(always)]
    fn extension(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut impl SubSearch<G>,
    ) -> u8 {
        self.0
            .extension(node, mv, below)
            .max(self.1.extension(node, mv, below))
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        self.0.reduction(node, mv).max(self.1.reduction(node, mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::explicit_tree::{ExplicitTree, TreePosition},
        techniques::MateBound,
        units::Ply,
    };

    /// Raises alpha to, or lowers beta to, a number; closes the window where they meet.
    #[derive(Clone, Copy)]
    struct To(MateBound, i32);

    impl<G: Game> Technique<G> for To {
        fn uses(&self) -> Uses {
            Uses::CLAMP
        }

        fn clamp(&self, _: ClampPoint, node: &Node<'_, G>) -> Clamped {
            let (To(bound, to), window) = (*self, node.window);
            let value = Score::evaluation(to);
            let (alpha, beta) = match bound {
                MateBound::Lower => (window.alpha().max(value), window.beta()),
                MateBound::Upper => (window.alpha(), window.beta().min(value)),
            };
            match Window::new(alpha, beta) {
                None => Clamped::Cut { value, bound },
                Some(same) if same == window => Clamped::Kept,
                Some(window) => Clamped::Narrowed {
                    window,
                    lower: bound == MateBound::Lower,
                    upper: bound == MateBound::Upper,
                },
            }
        }
    }

    #[test]
    fn the_second_clamp_sees_what_the_first_left() {
        let tree = ExplicitTree::parse("[1, 2]").unwrap();
        let position = tree.root();
        let clamped = |techniques: &dyn Fn(&Node<'_, TreePosition<'_>>) -> Clamped| {
            techniques(&Node::new(
                &position,
                (Ply::new(1), Depth::new(1), Window::full()),
                false,
                Evaluation::Zero,
            ))
        };
        let (low, high) = (To(MateBound::Lower, 10), To(MateBound::Upper, 20));
        let both = Clamped::Narrowed {
            window: Window::new(Score::evaluation(10), Score::evaluation(20)).unwrap(),
            lower: true,
            upper: true,
        };
        assert_eq!(
            clamped(&|node| (low, high).clamp(ClampPoint::Entry, node)),
            both
        );
        assert_eq!(
            clamped(&|node| (high, low).clamp(ClampPoint::Entry, node)),
            both
        );
        let crossing = To(MateBound::Upper, 5);
        assert_eq!(
            clamped(&|node| (low, (NoTechnique, crossing)).clamp(ClampPoint::Entry, node)),
            Clamped::Cut {
                value: Score::evaluation(5),
                bound: MateBound::Upper
            }
        );
    }
}
