//! What is searched: a node, how the search reached it, its moves, and what was found.

use plybench_checker::game::Recorded;
use plybench_engine::game::{CheckAnswer, Game};

/// How the search reached a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// By a move, or as the root.
    Move,
    /// By a pass.
    Pass,
    /// From the same node.
    Again,
}

/// A position to be searched.
pub(super) struct ReferenceNode<'g, G: Game> {
    pub(super) position: &'g G,
    /// Distance from the root.
    pub(super) ply: i32,
    /// Plies to the horizon.
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) origin: Origin,
    /// The move before; none at the root and after a pass.
    pub(super) before: Option<G::Move>,
    /// Plies by which the moves of the line were extended.
    pub(super) extension: i32,
    /// The root's material for the side to move.
    pub(super) balance: i32,
    /// Whether it is expected to fail high if its window is null.
    pub(super) expects_cut: bool,
    /// In a search that verifies a pass: the ply from which passing is allowed.
    pub(super) passes_from: Option<i32>,
    /// The static evaluation, corrected. Known once it is clear that no rule draws the node.
    pub(super) evaluation: i32,
    /// What the nodes below take for it: that of the first search of the node.
    pub(super) noted: i32,
    /// The static evaluations of the nodes one and two plies above; none in check.
    pub(super) earlier: [Option<i32>; 2],
    /// The last move and the one before, by the piece that moved and the square where it arrived; none for a pass.
    pub(super) answers: [Option<usize>; 2],
    /// Whether the search goes on beyond the horizon here. Known once the node is entered.
    pub(super) is_quiescence: bool,
    /// Whether a check is noticed here. Known once the node is entered.
    pub(super) notices_check: bool,
}

impl<G: Recorded> ReferenceNode<'_, G> {
    /// Whether the window is null.
    pub(super) fn is_null_window(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether the side to move may decline to move and take the static evaluation.
    pub(super) fn stands_pat(&self) -> bool {
        self.is_quiescence && !self.is_in_check()
    }

    /// Whether the side to move notices that it is in check.
    pub(super) fn is_in_check(&self) -> bool {
        self.notices_check && self.position.in_check()
    }
}

/// What a search of a node found.
pub(super) struct Found<M> {
    pub(super) value: i32,
    /// From the last move that raised alpha.
    pub(super) line: Vec<M>,
}

impl<M> Found<M> {
    /// A value without a move.
    pub(super) fn plain(value: i32) -> Self {
        Found {
            value,
            line: Vec::new(),
        }
    }
}

/// A move of a node.
pub(super) struct MadeMove<M> {
    pub(super) mv: M,
    /// Its history score; 0 unless it is quiet.
    pub(super) history: i32,
    /// What it gains by captures on its square.
    pub(super) exchange: Option<i32>,
    /// Its place in the order, from 0.
    pub(super) number: usize,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    /// Not limited to the range of evaluations.
    pub(super) evaluation_after: i32,
    /// What the move does about a check, if there is one.
    pub(super) answer: CheckAnswer,
}
