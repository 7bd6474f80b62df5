//! The events of a search.

use super::End;
use crate::{
    game::Game,
    score::Score,
    table::Entry,
    techniques::{MateBound, TechniqueId},
    units::{Depth, Ply},
    window::Window,
};

/// An event of a search, at the node at `ply` of the current path. `by` is the technique that caused it. Windows and values are
/// from the point of view of the side to move at that node.
///
/// Once a limit stops the search, it enters no more nodes. It may still announce one ([`Event::Searched`],
/// [`Event::SearchedAgain`], [`Event::SubSearch`]) that it does not enter. It then leaves all open nodes as [`End::Stopped`].
#[derive(Debug)]
pub enum Event<'e, G: Game> {
    /// An iteration begins; the root driver has not searched the root in it yet.
    Iteration {
        /// Its nominal depth: that of the root before any extension.
        depth: Depth,
    },
    /// The root driver starts a search of the root.
    Driven {
        /// The window of that search.
        window: Window,
    },
    /// A node was entered.
    Entered {
        /// The position that is searched.
        position: &'e G,
        /// Its distance from the root.
        ply: Ply,
        /// Plies to the horizon.
        depth: Depth,
        /// The window that it is searched with.
        window: Window,
        /// Whether it belongs to quiescence.
        in_quiescence: bool,
    },
    /// One bound of the window moved, and the window is still open.
    Narrowed {
        /// The ply of the node.
        ply: Ply,
        /// Which bound moved inwards: lower if alpha was raised, upper if beta was lowered.
        bound: MateBound,
        /// The window after all techniques have narrowed it.
        window: Window,
        /// The technique that moved the bound.
        by: TechniqueId,
    },
    /// The window closed. The node is left next, as [`End::MdpCut`].
    Closed {
        /// The ply of the node.
        ply: Ply,
        /// The bound that closed it.
        bound: MateBound,
        /// The technique that moved the bound.
        by: TechniqueId,
    },
    /// A technique found a smaller depth to be sufficient for the node.
    Shallower {
        /// The ply of the node.
        ply: Ply,
        /// The depth to which the node is searched.
        depth: Depth,
        /// The technique that reduced the depth.
        by: TechniqueId,
    },
    /// A technique changed the depth to which the node is searched.
    DepthChanged {
        /// The ply of the node.
        ply: Ply,
        /// The depth before.
        from: Depth,
        /// The depth to which the node is searched.
        depth: Depth,
        /// The technique that changed the depth.
        by: TechniqueId,
    },
    /// The table has an entry for the position, whether it ends the node or not.
    TableHit {
        /// The ply of the node.
        ply: Ply,
        /// The position's key, under which the entry was found.
        key: u64,
        /// What was found; its score counts mates from this node, not from the root.
        entry: &'e Entry<G::Move>,
    },
    /// A technique requests a search below its node, or of the node itself. That node is entered next.
    SubSearch {
        /// The ply of the node.
        ply: Ply,
        /// Which position the technique has searched.
        asked: SubSearchOf<G::Move>,
        /// The depth of the requested search.
        depth: Depth,
        /// Its window, from the point of view of the node that requests it.
        window: Window,
        /// The technique that requests it.
        by: TechniqueId,
    },
    /// A technique found the move to try first.
    FirstMove {
        /// The ply of the node.
        ply: Ply,
        /// The move that the node searches first.
        mv: G::Move,
        /// The technique that found it.
        by: TechniqueId,
    },
    /// A move was skipped.
    Skipped {
        /// The ply of the node.
        ply: Ply,
        /// The move that is not searched.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// The technique that skips it.
        by: TechniqueId,
    },
    /// The next move to be searched is extended.
    Extended {
        /// The ply of the node.
        ply: Ply,
        /// The move that leads to a deeper search.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// By how many plies, 1 or more.
        plies: u8,
        /// The technique that extends it.
        by: TechniqueId,
    },
    /// The next move to be searched is searched less deeply, to depth 0 at least, and not again because of it.
    Shortened {
        /// The ply of the node.
        ply: Ply,
        /// The move that leads to a shallower search.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// By how many plies, 1 or more; what the depth does not have is not taken away.
        plies: u8,
        /// The technique that shortens it.
        by: TechniqueId,
    },
    /// The next move to be searched is first searched to a reduced depth, at least 0.
    Reduced {
        /// The ply of the node.
        ply: Ply,
        /// The move that leads to a shallower search.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// By how many plies, 1 or more; what the depth does not have is not reduced.
        plies: u8,
        /// The technique that reduces it.
        by: TechniqueId,
    },
    /// A move is about to be searched for the first time.
    Searched {
        /// The ply of the node.
        ply: Ply,
        /// The move that leads from the node to the position searched.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// The depth to which the position after it is searched.
        depth: Depth,
        /// The window, from the point of view of the node that has the move.
        window: Window,
    },
    /// The same move is about to be searched again.
    SearchedAgain {
        /// The ply of the node.
        ply: Ply,
        /// The move that leads from the node to the position searched.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// The depth to which the position after it is searched.
        depth: Depth,
        /// The window, from the point of view of the node that has the move.
        window: Window,
        /// The technique whose reduction is undone; `None` if the move beat alpha in a null window and is searched with the whole
        /// window.
        by: Option<TechniqueId>,
    },
    /// A move was made that leaves the own king in check. The node after it was entered and left at once, as
    /// [`End::KingCaptured`]; it has no other events.
    KingCaptured {
        /// The ply of the node that has the move.
        ply: Ply,
        /// The move that captures the king.
        mv: G::Move,
    },
    /// A move failed high.
    BetaCutoff {
        /// The ply of the node.
        ply: Ply,
        /// The move whose value reached beta.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
    },
    /// The node's result was stored in the table.
    Stored {
        /// The ply of the node.
        ply: Ply,
        /// The entry that was stored.
        entry: &'e Entry<G::Move>,
        /// Whether it overwrote another position's entry.
        overwrote: bool,
    },
    /// The current node, the last one entered and not yet left, is left.
    Left {
        /// The ply of the node.
        ply: Ply,
        /// The one reason why it ended; each node has exactly one.
        end: End,
        /// The technique that ended it, if any.
        by: Option<TechniqueId>,
        /// The value that it returns.
        value: Score,
    },
}

/// What a technique requests to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubSearchOf<M> {
    /// The position after a move.
    Move(M),
    /// The position after a pass: a null move.
    Pass,
    /// The same position again, to another depth or with another window.
    Again,
    /// The node itself, without one of its moves.
    Without(M),
}
