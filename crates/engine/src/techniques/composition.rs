//! Techniques made of techniques: none, two in turn, one that may be off.

use super::{ClampPoint, Clamped, MadeMove, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// The search without any technique, for comparison and for speed where all are off.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTechnique;

impl<G: Game> Technique<G> for NoTechnique {}

/// The first result that says something, in the order of the two techniques.
macro_rules! chain {
    ($first:expr, $second:expr) => {
        match $first {
            Clamped::Kept => $second,
            settled => settled,
        }
    };
}

impl<G: Game, A: Technique<G>, B: Technique<G>> Technique<G> for (A, B) {
    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        chain!(self.0.clamp(point, node), self.1.clamp(point, node))
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
        self.1.reshape_window(&Node { window, ..*node })
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
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        self.0.skips(node, mv) || self.1.skips(node, mv)
    }

    #[inline(always)]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        self.0.extension(node, mv).max(self.1.extension(node, mv))
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        self.0.reduction(node, mv).max(self.1.reduction(node, mv))
    }
}

/// A technique that is either on or not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switched<T>(pub(super) bool, pub(super) T);

impl<G: Game, T: Technique<G>> Technique<G> for Switched<T> {
    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if self.0 {
            self.1.clamp(point, node)
        } else {
            Clamped::Kept
        }
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        if self.0 {
            self.1.enough_depth(node)
        } else {
            node.depth
        }
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        self.0 && self.1.trusts_entry(node, entry)
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        if self.0 {
            self.1.reshape_window(node)
        } else {
            node.window
        }
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        if self.0 {
            self.1.reshape_value(node, value)
        } else {
            value
        }
    }

    #[inline(always)]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<Score> {
        if self.0 {
            self.1.cutoff(node, below)
        } else {
            None
        }
    }

    #[inline(always)]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        self.0 && self.1.skips(node, mv)
    }

    #[inline(always)]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        if self.0 {
            self.1.extension(node, mv)
        } else {
            0
        }
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        if self.0 {
            self.1.reduction(node, mv)
        } else {
            0
        }
    }
}
