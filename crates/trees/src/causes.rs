//! The causes for which two searches part, and the aspects in which matched nodes differ.

use plybench_checker::trace::End;

/// One of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// The search that is given first.
    A,
    /// The search that is given second.
    B,
}

impl Which {
    /// The first search if this holds, else the second.
    pub(crate) fn first_if(is_first: bool) -> Self {
        if is_first { Which::A } else { Which::B }
    }
}

/// What one search does at a matched node and the other does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// It ends the node in this way.
    Ends(End),
    /// It searches the node to a smaller depth, or in quiescence.
    Shallower,
    /// A technique asks for a search.
    Asks,
    /// It searches a move again.
    SearchesAgain,
    /// A technique skips moves.
    Skips,
    /// It fails high on a move with the same value in both, because its window is another.
    Window,
    /// It fails high on a move that has another value in the other.
    Value,
    /// It tries the move of its table entry, and the other has no such entry or another move there.
    TableMove,
    /// It tries the moves in another order.
    Order,
    /// It has other moves.
    Moves,
    /// Its driver searches the root once more.
    Driver,
}

/// Why two searches part at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Why {
    /// What one of them does.
    pub what: What,
    /// The search that does it.
    pub which: Which,
    /// The technique through which it does so, or [`NOBODY`](plybench_checker::trace::NOBODY).
    pub by: u8,
}

/// In what two matched nodes can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The window, on entry or as techniques narrowed it.
    Window,
    /// The order in which moves and requests are searched.
    Order,
    /// The plies to the horizon, on entry or as techniques find enough.
    Depth,
    /// The value that the node returns.
    Result,
}

impl Aspect {
    /// All aspects, in the order in which a page lists them.
    pub const ALL: [Aspect; 4] = [Aspect::Window, Aspect::Order, Aspect::Depth, Aspect::Result];
}
