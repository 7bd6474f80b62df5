//! Techniques that are chosen at run time: the built-in ones that options switch, and lists.
//!
//! Both reduce to the compositions that are known at compile time (`()`, [`On`] and pairs).

use super::{
    ClampPoint, MadeMove, Node, Technique, Uses,
    composition::{Below, Clamp, On, Techniques},
    credit::{Credited, Plies, TechniqueId},
    limited::Limited,
};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// Implements every method by calling it on other techniques. `$ask!(self, asked at node => answer)` has to evaluate `answer` with
/// `asked` bound to the techniques to use at `node`.
macro_rules! forward_techniques {
    ($ask:ident) => {
        #[inline(always)]
        fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamp {
            $ask!(self, asked at node => Techniques::clamp(asked, point, node))
        }

        #[inline(always)]
        fn enough_depth(&self, node: &Node<'_, G>) -> Option<Credited<Depth>> {
            $ask!(self, asked at node => asked.enough_depth(node))
        }

        #[inline(always)]
        fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> Option<TechniqueId> {
            $ask!(self, asked at node => asked.trusts_entry(node, entry))
        }

        #[inline(always)]
        fn reshape_window(&self, node: &Node<'_, G>) -> Window {
            $ask!(self, asked at node => asked.reshape_window(node))
        }

        #[inline(always)]
        fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
            $ask!(self, asked at node => asked.reshape_value(node, value))
        }

        #[inline(always)]
        fn cutoff(&self, node: &Node<'_, G>, below: &mut impl Below<G>) -> Option<Credited<Score>> {
            $ask!(self, asked at node => asked.cutoff(node, below))
        }

        #[inline(always)]
        fn first_move(
            &self,
            node: &Node<'_, G>,
            below: &mut impl Below<G>,
        ) -> Option<Credited<G::Move>> {
            $ask!(self, asked at node => asked.first_move(node, below))
        }

        #[inline(always)]
        fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Option<TechniqueId> {
            $ask!(self, asked at node => asked.skips(node, mv))
        }

        #[inline(always)]
        fn extension<S: Below<G>>(
            &self,
            node: &Node<'_, G>,
            mv: &MadeMove<'_, G>,
            below: &mut S,
        ) -> Plies {
            $ask!(self, asked at node => asked.extension(node, mv, below))
        }

        #[inline(always)]
        fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Plies {
            $ask!(self, asked at node => asked.reduction(node, mv))
        }
    };
}

/// A built-in technique that acts if it is on and the node is in its scope. It is a reference because a copy of a technique whose
/// hooks are called would be written to memory at every node, even if the technique is off.
#[derive(Clone, Copy)]
pub(super) struct Switched<'b, T> {
    pub(super) technique: &'b Option<Limited<T>>,
    /// Whether its scope has to be tested; known at compile time.
    pub(super) may_be_limited: bool,
    pub(super) by: TechniqueId,
}

/// Asks the technique if it is on and the node is in its scope, and none otherwise.
macro_rules! if_on {
    ($self:ident, $asked:ident at $node:ident => $answer:expr) => {
        match $self.technique {
            Some(on) if !$self.may_be_limited || on.scope.contains($node) => {
                let $asked = &On::new(&on.technique, $self.by);
                $answer
            }
            _ => {
                let $asked = &();
                $answer
            }
        }
    };
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for Switched<'_, T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn uses(&self) -> Uses {
        self.technique.as_ref().map_or(Uses::NONE, |on| on.uses())
    }

    forward_techniques!(if_on);
}

/// A list of techniques that is known only at run time. Their places are consecutive.
pub struct Listed<'l, G> {
    techniques: &'l [&'l dyn Technique<G>],
    /// The place of the first technique.
    place: usize,
}

impl<'l, G> Listed<'l, G> {
    pub(crate) const fn new(techniques: &'l [&'l dyn Technique<G>], place: usize) -> Self {
        Listed { techniques, place }
    }
}

impl<G> Clone for Listed<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Listed<'_, G> {}

/// Asks the first technique paired with the rest of the list, if there is one.
macro_rules! in_turn {
    ($self:ident, $asked:ident at $node:ident => $answer:expr) => {
        match $self.techniques {
            [] => {
                let $asked = &();
                $answer
            }
            [first, others @ ..] => {
                let first = On::new(*first, TechniqueId::at($self.place));
                let $asked = &(first, Listed::new(others, $self.place + 1));
                $answer
            }
        }
    };
}

impl<G: Game> Techniques<G> for Listed<'_, G> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.techniques.len()
    }

    #[inline(always)]
    fn uses(&self) -> Uses {
        let all = self.techniques.iter();
        all.fold(Uses::NONE, |uses, technique| uses.and(technique.uses()))
    }

    forward_techniques!(in_turn);
}
