//! The search of a tree step by step: what happens at which node, and what its window is then.

use plybench_checker::trace::Bound;

use super::Window;

/// A step of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The place of its node.
    pub node: usize,
    /// What it does to the node.
    pub kind: Kind,
    /// What happens, in words that follow "node 5".
    pub text: String,
    /// The node's window after it, as MAX sees it.
    pub window: Window,
    /// If the node is left: the best value of the moves of the node above that were searched so far, as MAX sees it.
    pub best_above: Option<i16>,
    /// What goes into the table.
    pub stored: Option<StoredEntry>,
}

/// What a step does to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The node is entered.
    Enters,
    /// The node is left.
    Leaves,
    /// The node is left before all its moves were searched.
    Cuts,
    /// Any step between entering and leaving the node.
    Within,
}

/// What a node stores in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The value as MAX sees it; a mate is counted from the node.
    pub value: i16,
    /// What it says, as MAX sees it.
    pub bound: Bound,
    /// The depth of its search, in plies.
    pub depth: u8,
    /// The best move that is stored, in the game's notation; none if there is none.
    pub mv: Option<String>,
}
