//! The [`Technique`] trait: hooks into the search's numbered steps.

use super::{Hooks, MadeMove, Node, TechniqueId};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// The points in a node at which the window may be clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClampPoint {
    /// At the start of the node, before draws and the table.
    Entry,
    /// After the table probe, if the entry did not end the node.
    AfterProbe,
}

/// The bound of a window that mate distance pruning moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MateBound {
    /// Alpha was raised: the side to move cannot be mated sooner.
    Lower,
    /// Beta was lowered: the side to move cannot mate sooner.
    Upper,
}

/// The result of clamping a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamped {
    /// The window is unchanged.
    Kept,
    /// The window is narrower, but still open. The flags tell which bounds moved.
    Narrowed {
        /// The new window, which lies within the old one.
        window: Window,
        /// Whether alpha was raised.
        lower: bool,
        /// Whether beta was lowered.
        upper: bool,
    },
    /// The window is closed: the returned value answers the caller's window.
    Cut {
        /// The value that the node returns.
        value: Score,
        /// The bound that closed the window.
        bound: MateBound,
    },
}

/// The result of another search of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value, from the node's point of view.
    pub value: Score,
    /// The last move that raised alpha, if any did.
    pub best_move: Option<M>,
}

/// Searches that a technique may request below its node. Depth 0 means quiescence, if it is on.
///
/// A technique that uses this must include [`Hooks::PATH`] in [`Technique::hooks`]. If a technique
/// [reshapes](Technique::reshape_value) values, [`again`](Self::again) and [`without`](Self::without) return the node's reshaped
/// value, as its parent sees it. The values after a move or a pass are the child's, as the node sees them.
///
/// # Panics
/// A search panics if it is requested while no technique that is on includes [`Hooks::PATH`].
pub trait SubSearch<G: Game> {
    /// The value of searching the position after a move to `depth` with `window`. Value and window are from the node's point of
    /// view.
    fn after_move(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: Depth,
        window: Window,
    ) -> Score;

    /// The same after a pass; `None` if passing is impossible.
    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score>;

    /// Searches the node itself to another depth with another window. Techniques see that it is searched
    /// [again](super::StackEntry::is_again); one that requests this unconditionally would recurse without end.
    fn again(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Found<G::Move>;

    /// The least value that a move has, from the node's point of view, as far as the table knows: its entry of the position after
    /// the move bounds it from below and was searched to a depth that suffices for `depth`, at least 1. `None` if the position is a
    /// draw by rule, which the table does not know, and at a node that leaves out a move.
    fn known_after(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth) -> Option<Score>;

    /// The value of the node without one of its moves; alpha if it has no other. At this node the table is neither read nor
    /// written. At depth 0 the moves do not matter, so none is left out, except in quiescence.
    fn without(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, window: Window) -> Score;

    /// Whether the search makes a legal move nowhere: an under-promotion, if its options leave these out. A technique that searches
    /// the position's moves must pass over such a move.
    fn leaves_out(&self, _position: &G, _mv: G::Move) -> bool {
        false
    }

    /// Tells which technique makes the following requests.
    #[doc(hidden)]
    fn on_behalf_of(&mut self, _by: TechniqueId) {}
}

/// What a technique lacks that requests a search without having declared it.
pub(crate) const MISSING_PATH: &str =
    "Technique::hooks lacks Hooks::PATH, which a technique needs to search below its node";

/// Stands in for searches below a node where no technique that is on declares that it requests any.
pub(crate) struct NoSubSearch;

impl<G: Game> SubSearch<G> for NoSubSearch {
    fn after_move(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth, _: Window) -> Score {
        panic!("{MISSING_PATH}")
    }

    fn after_pass(&mut self, _: &Node<'_, G>, _: Depth, _: Window) -> Option<Score> {
        panic!("{MISSING_PATH}")
    }

    fn again(&mut self, _: &Node<'_, G>, _: Depth, _: Window) -> Found<G::Move> {
        panic!("{MISSING_PATH}")
    }

    fn known_after(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth) -> Option<Score> {
        panic!("{MISSING_PATH}")
    }

    fn without(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth, _: Window) -> Score {
        panic!("{MISSING_PATH}")
    }

    fn leaves_out(&self, _: &G, _: G::Move) -> bool {
        panic!("{MISSING_PATH}")
    }
}

/// What a technique makes of a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is searched deeper by so many plies; 0 changes nothing.
    Extended(u8),
    /// It is searched less deeply by so many plies, and not again at its own depth if it beats alpha. It applies if no technique
    /// extends the move.
    Shortened(u8),
    /// It is not searched: the node fails high with this value.
    Cut(Score),
}

/// Hooks into the search. By default they change nothing.
///
/// Hooks must be pure functions of their arguments: with a technique that keeps state, results would
/// depend on the order of the work.
pub trait Technique<G: Game> {
    /// What the technique uses with its present parameters. The default is everything; a smaller set makes the search faster. A
    /// hook that is not in the set is not called, and in quiescence none is without [`Hooks::QUIESCENCE`].
    #[inline]
    fn hooks(&self) -> Hooks {
        Hooks::ALL
    }

    /// Narrows or closes the window of a node other than the root (step 2, and step 4 after the probe).
    #[inline]
    fn clamp(&self, _point: ClampPoint, _node: &Node<'_, G>) -> Clamped {
        Clamped::Kept
    }

    /// The depth that is sufficient for the window (step 2). If it is less than the node's depth, the
    /// node is searched to it, and a value that fails low is returned as alpha.
    #[inline]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        node.depth
    }

    /// Whether a table entry may be used although its depth does not suffice (step 4).
    #[inline]
    fn trusts_entry(&self, _node: &Node<'_, G>, _entry: &Entry<G::Move>) -> bool {
        false
    }

    /// The depth to which the node is searched, if not to its own (step 6). Only the first technique that changes it does so, and at
    /// least one ply is left. For nodes other than the root; not called in quiescence and in a
    /// search of the node that a technique requested, which could otherwise be requested again without end.
    #[inline]
    fn node_depth(&self, node: &Node<'_, G>, _below: &mut dyn SubSearch<G>) -> Depth {
        node.depth
    }

    /// For a technique that changes the value: the window in which the unchanged value has to be
    /// searched, so that the changed value answers the node's window (step 6). Belongs with
    /// [`Technique::reshape_value`].
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

    /// The move to try first if the table has none (step 8), for nodes other than the root. Not called in quiescence.
    #[inline]
    fn first_move(&self, _node: &Node<'_, G>, _below: &mut dyn SubSearch<G>) -> Option<G::Move> {
        None
    }

    /// Whether to skip a move (step 9). Called only once the node has a value, of a move or of standing pat, that is not a loss by
    /// mate. So a node never returns a mated score because its moves were skipped.
    #[inline]
    fn prunes(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> bool {
        false
    }

    /// What becomes of a move before it is searched (step 9): by default its [extension](Self::extension). Not called in quiescence.
    #[inline]
    fn verdict(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Verdict {
        Verdict::Extended(self.extension(node, mv, below))
    }

    /// Plies by which a move is searched deeper (step 9). Not called in quiescence.
    #[inline]
    fn extension(
        &self,
        _node: &Node<'_, G>,
        _mv: &MadeMove<'_, G>,
        _below: &mut dyn SubSearch<G>,
    ) -> u8 {
        0
    }

    /// Plies by which the depth of a move is first reduced (step 9). If the move beats alpha, it is
    /// searched again without the reduction. Not called in quiescence.
    #[inline]
    fn reduction(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> u8 {
        0
    }
}

/// No technique: every hook keeps its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTechnique;

impl<G: Game> Technique<G> for NoTechnique {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }
}
