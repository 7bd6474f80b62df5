//! What a rule sees: a node, a move of it, and the searches that it can request.

use std::cell::Cell;

use plybench_engine::eval::Evaluation;
use plybench_engine::game::{CheckAnswer, MoveKind};
use plybench_engine::observe::SubSearchOf;

use crate::{
    game::Recorded,
    refused::Result,
    trace::Bound,
    value::{self, Window},
};

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry<M> {
    /// The position's key.
    pub key: u64,
    /// With mates counted from the node.
    pub value: i32,
    /// The plies to which it was searched.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// The best move, if there is one.
    pub mv: Option<M>,
}

/// A node of the search tree. Plies count from the root; the window is from the point of view of the side to move.
#[derive(Clone)]
pub struct OpenNode<'p, G: Recorded> {
    /// The position.
    pub position: &'p G,
    /// Its distance from the root.
    pub ply: i32,
    /// Plies to the horizon; 0 in quiescence.
    pub depth: i32,
    /// The window, as narrowed so far.
    pub window: Window,
    /// Whether it belongs to quiescence.
    pub in_quiescence: bool,
    /// Whether the search notices a check here.
    pub in_check: bool,
    /// The move before; `None` at the root and after a pass.
    pub before: Option<G::Move>,
    /// Whether the move before was a pass.
    pub is_after_pass: bool,
    /// Whether a technique requested this search of a node that is already being searched.
    pub is_sub_search: bool,
    /// Whether it is expected to fail high: its window is null, and its parent was not expected to.
    pub expects_cut: bool,
    /// The ply from which on passing is allowed again in a search that verifies a pass; 0 elsewhere.
    pub passes_from: i32,
    /// Plies by which the search of the move before was reduced; 0 once it is searched again.
    pub reduction: i32,
    /// Plies by which the moves from the root to here were extended together, at most 255.
    pub extension: i32,
    /// The root's material in centipawns, from the point of view of this node's side to move.
    pub balance: i32,
    /// The static evaluation two plies above; `None` if the side to move was in check there, or if the search began below.
    pub evaluation_two_plies_up: Option<i32>,
    /// The same one ply above, from the other side's point of view.
    pub evaluation_one_ply_up: Option<i32>,
    /// The move that the search leaves out.
    pub excluded: Option<G::Move>,
    /// The table's entry, once the table was probed.
    pub entry: Option<TableEntry<G::Move>>,
    evaluated_by: Evaluation,
    /// The static evaluation, once it has been needed.
    known_evaluation: Cell<Option<i32>>,
}

impl<'p, G: Recorded> OpenNode<'p, G> {
    /// A node of the main search.
    pub(crate) fn new(
        position: &'p G,
        ply: i32,
        depth: i32,
        window: Window,
        evaluated_by: Evaluation,
    ) -> Self {
        OpenNode {
            position,
            ply,
            depth,
            window,
            in_quiescence: false,
            in_check: position.in_check(),
            before: None,
            is_after_pass: false,
            is_sub_search: false,
            expects_cut: false,
            passes_from: 0,
            reduction: 0,
            extension: 0,
            balance: 0,
            evaluation_two_plies_up: None,
            evaluation_one_ply_up: None,
            excluded: None,
            entry: None,
            evaluated_by,
            known_evaluation: Cell::new(None),
        }
    }

    /// The node after a move or a pass, with a window from this node's point of view.
    pub(crate) fn child<'c>(&self, position: &'c G, depth: i32, window: Window) -> OpenNode<'c, G> {
        let ply = self.ply + 1;
        OpenNode {
            expects_cut: !self.expects_cut && window.is_null(),
            passes_from: self.passes_from,
            extension: self.extension,
            balance: -self.balance,
            ..OpenNode::new(position, ply, depth, window.flipped(), self.evaluated_by)
        }
    }

    /// The same node for a search that a technique requests.
    pub(crate) fn again(&self, depth: i32, window: Window) -> Self {
        OpenNode {
            is_sub_search: true,
            before: self.before,
            is_after_pass: self.is_after_pass,
            expects_cut: self.expects_cut && window.is_null(),
            reduction: self.reduction,
            passes_from: self.passes_from,
            extension: self.extension,
            balance: self.balance,
            excluded: self.excluded,
            ..OpenNode::new(self.position, self.ply, depth, window, self.evaluated_by)
        }
    }

    /// The margin for the node's depth: the first is for depth 1.
    pub fn margin(&self, margins: &[u16]) -> Option<i32> {
        let number = usize::try_from(self.depth - 1).ok()?;
        margins.get(number).map(|&margin| margin.into())
    }

    /// Whether it is the root.
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// Corrects the static evaluation by so many centipawns.
    pub(crate) fn correct_evaluation(&self, by: i32) {
        let value = self.position.evaluate(self.evaluated_by);
        self.known_evaluation.set(Some(value.saturating_add(by)));
    }

    /// In centipawns, not limited to the range of evaluations.
    pub fn static_evaluation(&self) -> i32 {
        let known = self.known_evaluation.get();
        let value = known.unwrap_or_else(|| self.position.evaluate(self.evaluated_by));
        self.known_evaluation.set(Some(value));
        value
    }

    /// Whether the side to move evaluates the position higher than that two plies above, and was and is not in check.
    pub fn is_improving(&self) -> bool {
        let is_higher = |earlier| self.static_evaluation() > earlier;
        !self.in_check && self.evaluation_two_plies_up.is_some_and(is_higher)
    }

    /// The static evaluation as a value.
    pub fn evaluation(&self) -> i32 {
        value::evaluation(self.static_evaluation())
    }
}

/// A move of a node.
#[derive(Clone, Copy)]
pub struct MadeMove<M> {
    /// The move.
    pub mv: M,
    /// From 0, in the order of the search.
    pub number: usize,
    /// Whether the other side is in check after it.
    pub gives_check: bool,
    /// Whether it is neither a capture nor a promotion.
    pub is_quiet: bool,
    /// In centipawns, from the point of view of the side that moves.
    pub evaluation_after: i32,
    /// The same of the material alone.
    pub material_after: i32,
    /// What it does about a check, if there is one.
    pub answer: CheckAnswer,
    /// Its history score; 0 unless it is quiet.
    pub history: i32,
    /// Plies by which its first search is reduced.
    pub reduction: i32,
}

impl<M> MadeMove<M> {
    /// The depth of the node, or that of the move's first search without extensions.
    pub fn depth<G: Recorded>(&self, node: &OpenNode<'_, G>, is_reduced: bool) -> i32 {
        if is_reduced {
            (node.depth - 1 - self.reduction).max(0)
        } else {
            node.depth
        }
    }
}

/// The result of a node's search.
pub struct Found<M> {
    /// From the node's point of view.
    pub value: i32,
    /// The last move that raised alpha, if moves were searched.
    pub best_move: Option<M>,
    /// From the best move on.
    pub line: Vec<M>,
}

impl<M> Found<M> {
    /// A value that no move led to.
    pub(crate) fn without_moves(value: i32) -> Self {
        Found {
            value,
            best_move: None,
            line: Vec::new(),
        }
    }
}

/// The searches that a rule can request at a node. Values and windows are from that node's point of view. The trace has to contain each
/// search in the order of the requests.
pub trait SubSearch<G: Recorded> {
    /// Searches the position after a move or a pass, or the node itself; `None` for a pass if the game has none.
    fn search(
        &mut self,
        of: SubSearchOf<G::Move>,
        node: &OpenNode<'_, G>,
        depth: i32,
        window: Window,
    ) -> Result<Option<Found<G::Move>>>;

    /// The least value that the node has with the move to `child`, as far as the table knows it for a search of the child to `depth`.
    fn known_after(&self, node: &OpenNode<'_, G>, child: &G, depth: i32) -> Option<i32>;

    /// The legal moves that the settings allow, as the game generates them.
    fn moves(&self, node: &OpenNode<'_, G>, kind: MoveKind) -> Vec<G::Move>;
}
