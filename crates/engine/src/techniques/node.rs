//! The arguments of techniques' hooks: a node, how the search reached it, and a move.

use std::cell::Cell;

use crate::{
    eval::Evaluation,
    game::{Game, MoveClass},
    table::Entry,
    units::{Depth, Ply},
    window::Window,
};

/// A node, as the hooks see it.
pub struct Node<'p, G: Game> {
    /// The position. All scores are from the point of view of its side to move.
    pub position: &'p G,
    /// Plies from the root; 0 at the root.
    pub ply: Ply,
    /// Plies left to the horizon; 0 in quiescence.
    pub depth: Depth,
    /// The window, as narrowed so far.
    pub window: Window,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the node belongs to the quiescence search.
    pub in_quiescence: bool,
    /// How the search reached the node. It can be relied on only if a technique [uses](super::Hooks::PATH) it.
    pub stack_entry: StackEntry<G::Move>,
    /// What the node inherits from those above it. It can be relied on only if a technique [uses](super::Hooks::INHERITED) it.
    pub inherited: Inherited,
    /// The table's entry for the position; set after the probe (step 4) and only if a technique [uses](super::Hooks::ENTRY) it.
    pub entry: Option<Entry<G::Move>>,
    /// The static evaluation two plies earlier, when the same side was to move, in centipawns; set from step 6 and only if a
    /// technique [uses](super::Hooks::IMPROVING) it. `None` if the search began less than two plies above, and if the side was in
    /// check then, where an evaluation says little.
    pub evaluation_two_plies_up: Option<i32>,
    /// The static evaluation one ply earlier, from the other side's point of view; set and `None` as the one two plies earlier.
    pub evaluation_one_ply_up: Option<i32>,
    evaluation: Evaluation,
    /// The static evaluation, once it has been computed.
    known_evaluation: Cell<Option<i32>>,
}

/// How a search reached a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackEntry<M> {
    /// The move that led here; `None` where the search began, and after a pass.
    pub mv: Option<M>,
    /// Whether a pass led here.
    pub is_pass: bool,
    /// Whether a technique requested another search of the node while the node was being searched.
    pub is_again: bool,
    /// The move to leave out, if a technique requested a search without it.
    pub excluded: Option<M>,
}

impl<M> StackEntry<M> {
    /// The search began here.
    pub const START: Self = StackEntry {
        mv: None,
        is_pass: false,
        is_again: false,
        excluded: None,
    };

    /// A move led here.
    #[inline(always)]
    pub(crate) fn by(mv: M) -> Self {
        StackEntry {
            mv: Some(mv),
            ..Self::START
        }
    }
}

/// What a node inherits from the nodes above it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inherited {
    /// Whether the node is expected to fail high (a cut node): its window is null, and its parent was not expected to. Nodes with an
    /// open window are expected neither to fail high nor to fail low, and in a perfectly ordered tree the other nodes alternate (Knuth
    /// and Moore, "An Analysis of Alpha-Beta Pruning", 1975).
    pub expects_cut: bool,
    /// In a search that verifies a null move: the ply from which on passing is allowed again. 0 elsewhere.
    pub passes_from: Ply,
    /// Plies by which the search of the move that led here was reduced; 0 once it is searched again.
    pub reduction: u8,
    /// Plies by which the moves from the root to here were extended together, at most 255.
    pub extension: u8,
    /// The [material](Evaluation::Material) of the position where the search began, in centipawns, from the point of view of the node's
    /// side to move.
    pub balance: i32,
}

impl Inherited {
    /// What the node inherits where a search begins.
    pub(crate) fn start<G: Game>(root: &G) -> Self {
        Inherited {
            balance: root.evaluate(Evaluation::Material),
            ..Inherited::default()
        }
    }

    /// What the node after a move inherits, or that after a pass. It expects a cut only if its window is null.
    #[inline]
    pub(crate) fn next(self, extension: u8, reduction: u8) -> Self {
        Inherited {
            expects_cut: !self.expects_cut,
            passes_from: self.passes_from,
            reduction,
            extension: self.extension.saturating_add(extension),
            balance: -self.balance,
        }
    }
}

impl<'p, G: Game> Node<'p, G> {
    /// A node at which a search begins: not in quiescence and without a table entry.
    #[inline(always)]
    #[must_use]
    pub fn new(
        position: &'p G,
        ply: Ply,
        depth: Depth,
        window: Window,
        in_check: bool,
        evaluation: Evaluation,
    ) -> Self {
        Node {
            position,
            ply,
            depth,
            window,
            in_check,
            in_quiescence: false,
            stack_entry: StackEntry::START,
            inherited: Inherited::default(),
            entry: None,
            evaluation_two_plies_up: None,
            evaluation_one_ply_up: None,
            evaluation,
            known_evaluation: Cell::new(None),
        }
    }

    /// The static evaluation in centipawns, as the search's options define it. It is computed once and kept. With correction history, it
    /// is corrected from step 5 on.
    #[inline]
    #[must_use]
    pub fn static_evaluation(&self) -> i32 {
        if let Some(known) = self.known_evaluation.get() {
            return known;
        }
        let value = self.position.evaluate(self.evaluation);
        self.known_evaluation.set(Some(value));
        value
    }

    /// Corrects the static evaluation by so many centipawns.
    pub(crate) fn correct_evaluation(&self, by: i32) {
        let corrected = self.static_evaluation().saturating_add(by);
        self.known_evaluation.set(Some(corrected));
    }

    /// Whether the side to move evaluates the position higher than that two plies earlier, and was and is not in check. It can be relied
    /// on only if a technique [uses](super::Hooks::IMPROVING) it.
    #[inline(always)]
    #[must_use]
    pub fn is_improving(&self) -> bool {
        !self.in_check
            && self
                .evaluation_two_plies_up
                .is_some_and(|earlier| self.static_evaluation() > earlier)
    }

    /// The static evaluation after a move, from the node's point of view in centipawns, never corrected. It is computed at each call.
    #[inline]
    #[must_use]
    pub fn evaluation_after(&self, mv: &MadeMove<'_, G>) -> i32 {
        -mv.after.evaluate(self.evaluation)
    }

    /// Keeps the static evaluation that was computed on a copy of this node.
    #[inline(always)]
    pub(crate) fn keep_evaluation_of(&self, copy: &Self) {
        self.known_evaluation.set(copy.known_evaluation.get());
    }

    /// The same node with another window.
    #[inline(always)]
    #[must_use]
    pub fn with_window(&self, window: Window) -> Self {
        Node {
            window,
            entry: self.entry,
            known_evaluation: self.known_evaluation.clone(),
            ..*self
        }
    }
}

/// A move of a node, as the hooks see it. The position after it has been made.
#[derive(Clone, Copy, Debug)]
pub struct MadeMove<'p, G: Game> {
    /// The position before the move.
    pub position: &'p G,
    /// The position after the move.
    pub after: &'p G,
    /// The move that leads from `position` to `after`.
    pub mv: G::Move,
    /// Its place in the order of the node's moves, from 0.
    pub number: usize,
    /// Whether the other side is in check after it.
    pub gives_check: bool,
    /// Its score in the history tables, which can be negative with gravity; 0 for captures, promotions, and moves that have none. Set
    /// only if a technique [uses](super::Hooks::HISTORY) it.
    pub history: i32,
    /// Plies by which its first search would be reduced, when techniques are asked whether to skip it. Set only if a technique
    /// [uses](super::Hooks::REDUCED) it.
    pub reduction: u8,
}

impl<G: Game> MadeMove<'_, G> {
    /// The plies that its first search would have, without extensions; not less than 0, so that no margin becomes negative.
    #[inline]
    #[must_use]
    pub fn reduced_depth(&self, node: &Node<'_, G>) -> u8 {
        node.depth.less(self.reduction.saturating_add(1)).plies()
    }

    /// Whether it neither captures nor promotes. It is computed at each call.
    #[inline]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.position.classify(self.mv) == MoveClass::Quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{MoveKind, chess::Chess},
        score::Score,
        table::Bound,
    };

    fn with_node<A>(ask: impl FnOnce(&Node<'_, Chess>) -> A) -> A {
        let position = Chess::from_fen("k7/8/8/3p4/4P3/8/8/K7 w - - 0 1").unwrap();
        ask(&Node::new(
            &position,
            Ply::new(2),
            Depth::new(3),
            Window::full(),
            false,
            Evaluation::Material,
        ))
    }

    #[test]
    fn a_static_evaluation_is_kept_and_passed_on() {
        with_node(|node| {
            node.known_evaluation.set(Some(7));
            assert_eq!(node.static_evaluation(), 7, "it is not computed again");
            assert_eq!(node.with_window(Window::full()).static_evaluation(), 7);
        });
        with_node(|node| {
            let copy = node.with_window(Window::full());
            let value = copy.static_evaluation();
            assert_eq!(node.known_evaluation.get(), None);
            node.keep_evaluation_of(&copy);
            assert_eq!(node.known_evaluation.get(), Some(value));
        });
    }

    #[test]
    fn another_window_changes_nothing_else() {
        with_node(|node| {
            let mut node = node.with_window(Window::full());
            let score = Score::evaluation(5).at_node(node.ply);
            let entry = Entry::new(1, score, node.depth, Bound::Upper, None);
            node.stack_entry.is_pass = true;
            node.entry = Some(entry);
            let window = Window::null_below(Score::evaluation(3));
            let other = node.with_window(window);
            assert_eq!((other.window, other.entry), (window, Some(entry)));
            assert_eq!((other.ply, other.depth), (node.ply, node.depth));
            assert_eq!(other.stack_entry, node.stack_entry);
        });
    }

    #[test]
    fn a_move_leads_to_a_node_without_pass_or_exclusion() {
        let stack_entry = StackEntry::by(7);
        assert_eq!((stack_entry.mv, stack_entry.excluded), (Some(7), None));
        assert!(!stack_entry.is_pass && !stack_entry.is_again);
    }

    #[test]
    fn expectations_alternate_and_extensions_add_up() {
        let before = Inherited {
            passes_from: Ply::new(9),
            reduction: 3,
            balance: 100,
            ..Inherited::default()
        };
        let after = before.next(2, 1);
        let wanted = Inherited {
            expects_cut: true,
            passes_from: Ply::new(9),
            reduction: 1,
            extension: 2,
            balance: -100,
        };
        assert_eq!(after, wanted);
        let next = after.next(254, 0);
        assert_eq!((next.expects_cut, next.extension), (false, 255));
    }

    #[test]
    fn a_side_improves_if_it_is_ahead_of_what_it_had_and_not_in_check() {
        with_node(|node| {
            let now = node.static_evaluation();
            for (earlier, in_check, improves) in [
                (None, false, false),
                (Some(now - 1), false, true),
                (Some(now), false, false),
                (Some(now - 1), true, false),
            ] {
                let mut node = node.with_window(node.window);
                node.evaluation_two_plies_up = earlier;
                node.in_check = in_check;
                assert_eq!(node.is_improving(), improves, "{earlier:?} {in_check}");
            }
        });
    }

    #[test]
    fn a_move_is_seen_from_the_side_that_makes_it() {
        with_node(|node| {
            let (position, mut moves) = (node.position, Vec::new());
            position.for_each_move(MoveKind::All, |mv| moves.push(mv));
            for (number, mv) in moves.into_iter().enumerate() {
                let after = position.play(mv);
                let made = MadeMove {
                    position,
                    after: &after,
                    mv,
                    number,
                    gives_check: false,
                    history: 0,
                    reduction: 0,
                };
                let is_capture = position.notation(mv) == "e4d5";
                assert_eq!(made.is_quiet(), !is_capture);
                let gain = node.evaluation_after(&made) - node.static_evaluation();
                assert_eq!(gain > 0, is_capture, "{}", position.notation(mv));
            }
        });
    }
}
