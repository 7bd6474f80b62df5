//! What a technique is: hooks into the search's numbered steps, and what they are shown.

use crate::{
    eval::Evaluation,
    game::{Game, MoveClass},
    score::Score,
    table::Entry,
    units::{Depth, Ply},
    window::Window,
};

/// A node, as the hooks see it.
pub struct Node<'p, G: Game> {
    /// The position, with the side to move whose view all scores take.
    pub position: &'p G,
    /// Distance from the root.
    pub ply: Ply,
    /// Plies to the horizon.
    pub depth: Depth,
    /// The window, as narrowed so far.
    pub window: Window,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the node belongs to the quiescence search.
    pub in_quiescence: bool,
    /// Whether the move that led here was a pass.
    pub after_pass: bool,
    /// The evaluation that the search uses.
    pub evaluation: Evaluation,
}

impl<G: Game> Node<'_, G> {
    /// The static evaluation in centipawns; computed at each call.
    #[inline]
    #[must_use]
    pub fn static_evaluation(&self) -> i32 {
        self.position.evaluate(self.evaluation)
    }
}

/// A move that has been made, as the hooks see it.
#[derive(Clone, Copy, Debug)]
pub struct MadeMove<'p, G: Game> {
    /// The position that it was made in.
    pub position: &'p G,
    /// The move.
    pub mv: G::Move,
    /// Place in the order of the node's moves, from 0.
    pub number: usize,
    /// Whether it gives check.
    pub gives_check: bool,
}

impl<G: Game> MadeMove<'_, G> {
    /// Whether it neither captures nor promotes; computed at each call.
    #[inline]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.position.classify(self.mv) == MoveClass::Quiet
    }
}

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

/// Searches that a cutoff technique may ask for below its node.
pub trait SubSearch<G: Game> {
    /// The value of the node itself, searched to another depth with another window. It is searched as after a pass, so that
    /// a technique that passes does not ask for ever. Where a technique changes what values mean, value and window are changed
    /// ones, as the node's parent sees them.
    fn again(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Score;

    /// The value, from the node's view, of passing and searching to `depth` with `window` (also
    /// from the node's view); `None` where passing is impossible.
    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score>;
}

/// Hooks into the search. The defaults leave it as it is.
///
/// Hooks must be functions of their arguments: a technique with a memory would make results depend
/// on the order of the work.
pub trait Technique<G: Game> {
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
    fn cutoff(&self, _node: &Node<'_, G>, _below: &mut impl SubSearch<G>) -> Option<Score> {
        None
    }

    /// Whether a move is passed over (step 9). Asked only once a move has been searched and the
    /// best value is no loss by mate: a node never looks mated because its moves were skipped.
    #[inline]
    fn skips(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> bool {
        false
    }

    /// Plies by which a move is searched deeper (step 9); not asked in quiescence.
    #[inline]
    fn extension(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> u8 {
        0
    }

    /// Plies by which a move is searched less deep at first; if it beats alpha it is searched
    /// again without the reduction (step 9). Not asked in quiescence.
    #[inline]
    fn reduction(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> u8 {
        0
    }
}

/// Implements every hook by asking another technique: `$ask!(self, asked => answer)` says which one, by the name `asked`. A
/// technique that is made of others is written by this, so that no hook can be forgotten.
macro_rules! forward_hooks {
    ($ask:ident) => {
        #[inline(always)]
        fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
            $ask!(self, asked => asked.clamp(point, node))
        }

        #[inline(always)]
        fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
            $ask!(self, asked => asked.enough_depth(node))
        }

        #[inline(always)]
        fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
            $ask!(self, asked => asked.trusts_entry(node, entry))
        }

        #[inline(always)]
        fn reshape_window(&self, node: &Node<'_, G>) -> Window {
            $ask!(self, asked => asked.reshape_window(node))
        }

        #[inline(always)]
        fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
            $ask!(self, asked => asked.reshape_value(node, value))
        }

        #[inline(always)]
        fn cutoff(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<Score> {
            $ask!(self, asked => asked.cutoff(node, below))
        }

        #[inline(always)]
        fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
            $ask!(self, asked => asked.skips(node, mv))
        }

        #[inline(always)]
        fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
            $ask!(self, asked => asked.extension(node, mv))
        }

        #[inline(always)]
        fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
            $ask!(self, asked => asked.reduction(node, mv))
        }
    };
}
pub(super) use forward_hooks;
