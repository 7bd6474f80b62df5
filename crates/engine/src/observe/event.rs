//! What happens in a search.

use super::End;
use crate::{
    game::Game,
    score::Score,
    table::Entry,
    techniques::{MateBound, TechniqueId},
    units::{Depth, Ply},
    window::Window,
};

/// Something that happened in a search: at the node at `ply` of the current path, and by which technique if one did it. Windows and
/// values are from the view of the side to move there.
#[derive(Debug)]
pub enum Event<'e, G: Game> {
    /// An iteration begins.
    Iteration {
        /// Its nominal depth.
        depth: Depth,
    },
    /// The root driver asks for the root.
    Driven {
        /// The window that it asks with.
        window: Window,
    },
    /// A node was entered.
    Entered {
        /// Its position.
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
    /// One side of the window moved, and the window stays open.
    Narrowed {
        /// Where.
        ply: Ply,
        /// Which side.
        bound: MateBound,
        /// The window that is left when all have moved it.
        window: Window,
        /// By which technique.
        by: TechniqueId,
    },
    /// The window closed; the node is left next, as [`End::MdpCut`].
    Closed {
        /// Where.
        ply: Ply,
        /// Which side closed it.
        bound: MateBound,
        /// By which technique.
        by: TechniqueId,
    },
    /// A smaller depth was found to be enough for the node.
    Shallower {
        /// Where.
        ply: Ply,
        /// The depth that it is searched to.
        depth: Depth,
        /// By which technique.
        by: TechniqueId,
    },
    /// The table knew the position, whether the entry serves or not.
    TableHit {
        /// Where.
        ply: Ply,
        /// The position's key.
        key: u64,
        /// What the table knew.
        entry: &'e Entry<G::Move>,
    },
    /// A technique asks for a search below its node, or of the node itself. What is entered next answers.
    Asked {
        /// Where.
        ply: Ply,
        /// What is searched.
        asked: Asked<G::Move>,
        /// The depth that the answer is searched to.
        depth: Depth,
        /// The window, from the view of the node that asks.
        window: Window,
        /// Which technique asks.
        by: TechniqueId,
    },
    /// A technique found the move to try first.
    FirstMove {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Which technique.
        by: TechniqueId,
    },
    /// A move was passed over.
    Skipped {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// By which technique.
        by: TechniqueId,
    },
    /// The move that is searched next is searched deeper.
    Extended {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// By how many plies.
        plies: u8,
        /// By which technique.
        by: TechniqueId,
    },
    /// The move that is searched next is to be searched less deep at first, as far as there is depth left.
    Reduced {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// By how many plies.
        plies: u8,
        /// By which technique.
        by: TechniqueId,
    },
    /// A move is about to be searched for the first time.
    Searched {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// The depth that the position after it is searched to.
        depth: Depth,
        /// The window, from the view of the node that has the move.
        window: Window,
    },
    /// The same move is about to be searched again.
    SearchedAgain {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
        /// The depth that the position after it is searched to.
        depth: Depth,
        /// The window, from the view of the node that has the move.
        window: Window,
        /// The technique whose reduction is taken back; none where the move beat alpha in a null window and the whole window is
        /// asked.
        by: Option<TechniqueId>,
    },
    /// A move failed high.
    Refuted {
        /// Where.
        ply: Ply,
        /// The move.
        mv: G::Move,
        /// Its place in the order of the node's moves, from 0.
        number: usize,
    },
    /// The node's result went into the table.
    Stored {
        /// Where.
        ply: Ply,
        /// What was stored.
        entry: &'e Entry<G::Move>,
        /// Whether it drove out another position's entry.
        overwrote: bool,
    },
    /// The node that was entered last and not yet left ended.
    Left {
        /// Where.
        ply: Ply,
        /// How.
        end: End,
        /// The technique that ended it, if one did.
        by: Option<TechniqueId>,
        /// The value that it returned.
        value: Score,
    },
}

/// What a technique asks to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked<M> {
    /// The position after a move.
    Move(M),
    /// The position after a pass: a null move.
    Pass,
    /// The node itself.
    Again,
    /// The node itself, without one of its moves.
    Without(M),
}
