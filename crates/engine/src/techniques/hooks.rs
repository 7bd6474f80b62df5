//! What a technique is: hooks into the search's numbered steps.

use super::{MadeMove, Node, Uses};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// Where in a node a window may be clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClampPoint {
    /// First thing, before draws and the table.
    Entry,
    /// When the table did not settle the node.
    AfterProbe,
}

/// Which side of the window mate distance moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MateBound {
    /// Alpha rose: the side to move can be mated no sooner.
    Lower,
    /// Beta fell: the side to move can mate no sooner.
    Upper,
}

/// What became of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamped {
    /// As it was.
    Kept,
    /// Narrower, but open; the flags tell which sides moved.
    Narrowed {
        /// The new window.
        window: Window,
        /// Whether alpha rose.
        lower: bool,
        /// Whether beta fell.
        upper: bool,
    },
    /// Closed: the node's value is settled as far as the caller asks.
    Cut {
        /// What the node returns.
        value: Score,
        /// The bound that closed the window.
        bound: MateBound,
    },
}

/// What a search of a node has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value, from the node's view.
    pub value: Score,
    /// The move that raised alpha last, if one did.
    pub best_move: Option<M>,
}

/// Searches that a technique may ask for below its node. Depth 0 asks for quiescence, where it is on.
///
/// A technique that asks names [`Uses::PATH`]; if none that is on does, the search panics. Where a technique changes what values mean, those of [`again`](Self::again) and
/// [`without`](Self::without) are as the node's parent sees them, and those after a move or a pass as the node does.
pub trait SubSearch<G: Game> {
    /// The value, from the node's view, of making a move and searching to `depth` with `window` (also from the node's view).
    fn after_move(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: Depth,
        window: Window,
    ) -> Score;

    /// The same of passing; `None` where passing is impossible.
    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score>;

    /// The node itself, searched to another depth with another window. Techniques see that it is searched
    /// [again](super::Arrival::is_again): one that asks for its node unconditionally would ask for ever.
    fn again(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Found<G::Move>;

    /// The value of the node if it did not have a move; alpha if it has no other. Nothing of it is read from the table or kept
    /// there at this node. At depth 0 no move counts, so that none is left out.
    fn without(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, window: Window) -> Score;
}

/// For techniques that search nothing below their node. Every value is as low as it can be.
pub(crate) struct NoSubSearch;

impl<G: Game> SubSearch<G> for NoSubSearch {
    #[inline(always)]
    fn after_move(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth, _: Window) -> Score {
        -Score::INFINITE
    }

    #[inline(always)]
    fn after_pass(&mut self, _: &Node<'_, G>, _: Depth, _: Window) -> Option<Score> {
        None
    }

    #[inline(always)]
    fn again(&mut self, _: &Node<'_, G>, _: Depth, _: Window) -> Found<G::Move> {
        Found {
            value: -Score::INFINITE,
            best_move: None,
        }
    }

    #[inline(always)]
    fn without(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth, _: Window) -> Score {
        -Score::INFINITE
    }
}

/// Hooks into the search. The defaults leave it as it is.
///
/// Hooks must be functions of their arguments: a technique with a memory would make results depend
/// on the order of the work.
pub trait Technique<G: Game> {
    /// What the technique uses, with the parameters that it has: everything, or what makes the search faster, no more than it
    /// needs. A hook that is left out is not asked.
    #[inline]
    fn uses(&self) -> Uses {
        Uses::ALL
    }

    /// Narrows or closes the window of a node other than the root (step 2, and 4 after the probe).
    #[inline]
    fn clamp(&self, _point: ClampPoint, _node: &Node<'_, G>) -> Clamped {
        Clamped::Kept
    }

    /// The depth that is enough to settle the window (step 2). Where it is less than the node's,
    /// the node is searched to it, and a value that fails low is returned as alpha.
    #[inline]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        node.depth
    }

    /// Whether a table entry may serve although its depth does not suffice (step 4).
    #[inline]
    fn trusts_entry(&self, _node: &Node<'_, G>, _entry: &Entry<G::Move>) -> bool {
        false
    }

    /// For a technique that changes what a value means: the window for the unchanged value that
    /// answers the question the node was asked (step 6). Pairs with [`Technique::reshape_value`].
    #[inline]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        node.window
    }

    /// The changed value (step 10).
    #[inline]
    fn reshape_value(&self, _node: &Node<'_, G>, value: Score) -> Score {
        value
    }

    /// A value to return without searching the moves (step 7), for nodes other than the root.
    #[inline]
    fn cutoff(&self, _node: &Node<'_, G>, _below: &mut dyn SubSearch<G>) -> Option<Score> {
        None
    }

    /// The move to try first where the table has none (step 8), for nodes other than the root; not asked in quiescence.
    #[inline]
    fn first_move(&self, _node: &Node<'_, G>, _below: &mut dyn SubSearch<G>) -> Option<G::Move> {
        None
    }

    /// Whether a move is passed over (step 9). Asked only once the node has a value that is no loss by mate, of a move or of
    /// standing pat: a node never looks mated because its moves were skipped.
    #[inline]
    fn skips(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> bool {
        false
    }

    /// Plies by which a move is searched deeper (step 9); not asked in quiescence.
    #[inline]
    fn extension(
        &self,
        _node: &Node<'_, G>,
        _mv: &MadeMove<'_, G>,
        _below: &mut dyn SubSearch<G>,
    ) -> u8 {
        0
    }

    /// Plies by which a move is searched less deep at first; if it beats alpha it is searched
    /// again without the reduction (step 9). Not asked in quiescence.
    #[inline]
    fn reduction(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> u8 {
        0
    }
}

/// Implements every hook by asking another technique: `$ask!(self, asked at node => answer)` says which one at a node, by the name
/// `asked`. A technique that is made of others is written by this, so that no hook can be forgotten.
macro_rules! forward_hooks {
    ($ask:ident) => {
        #[inline(always)]
        fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
            $ask!(self, asked at node => asked.clamp(point, node))
        }

        #[inline(always)]
        fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
            $ask!(self, asked at node => asked.enough_depth(node))
        }

        #[inline(always)]
        fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
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
        fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
            $ask!(self, asked at node => asked.cutoff(node, below))
        }

        #[inline(always)]
        fn first_move(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<G::Move> {
            $ask!(self, asked at node => asked.first_move(node, below))
        }

        #[inline(always)]
        fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
            $ask!(self, asked at node => asked.skips(node, mv))
        }

        #[inline(always)]
        fn extension(
            &self,
            node: &Node<'_, G>,
            mv: &MadeMove<'_, G>,
            below: &mut dyn SubSearch<G>,
        ) -> u8 {
            $ask!(self, asked at node => asked.extension(node, mv, below))
        }

        #[inline(always)]
        fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
            $ask!(self, asked at node => asked.reduction(node, mv))
        }
    };
}
pub(super) use forward_hooks;

/// The search without any technique, for comparison and for speed where all are off.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTechnique;

impl<G: Game> Technique<G> for NoTechnique {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::NONE
    }
}

/// Asks what is referred to.
macro_rules! behind {
    ($self:ident, $asked:ident at $node:ident => $answer:expr) => {{
        let $asked = &**$self;
        $answer
    }};
}

impl<G: Game, T: Technique<G> + ?Sized> Technique<G> for &T {
    #[inline(always)]
    fn uses(&self) -> Uses {
        (**self).uses()
    }

    forward_hooks!(behind);
}
