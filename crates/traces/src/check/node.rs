//! A node that is entered and not left, as the lines so far have it.

use std::collections::HashSet;

use super::table::Kept;
use crate::{board::Board, header::Use};

/// What a node led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move.
    Move,
    /// A pass.
    Pass,
    /// The same position, whose value is the node's own.
    Same,
    /// A search that a technique asks for.
    Try,
}

/// The last search below a node.
#[derive(Clone, Debug)]
pub(super) struct Below {
    pub(super) kind: Kind,
    /// The move's name.
    pub(super) mv: String,
    /// The node's window for it.
    pub(super) window: (i32, i32),
    pub(super) depth: i32,
    /// Whether the move was reduced.
    pub(super) is_reduced: bool,
    /// As the node above sees it; none until the search returns.
    pub(super) value: Option<i32>,
    /// Whether the value does not depend on window and depth.
    pub(super) is_static: bool,
}

/// What is said of the next search.
#[derive(Clone, Debug, Default)]
pub(super) struct Announced {
    pub(super) reduced: i32,
    pub(super) extended: i32,
    pub(super) again: bool,
    pub(super) tried: bool,
}

/// A node.
pub(super) struct Node {
    /// How the search came to it, as the trace has it.
    pub(super) arrival: String,
    pub(super) board: Board,
    /// Moves and passes from the root.
    pub(super) ply: i32,
    /// Plies to the horizon, as they are now.
    pub(super) depth: i32,
    /// As they were on entry, if more.
    pub(super) deepest: i32,
    pub(super) is_quiescence: bool,
    /// On entry.
    pub(super) entered: (i32, i32),
    /// As it was narrowed.
    pub(super) window: (i32, i32),
    /// Alpha, raised by values.
    pub(super) alpha: i32,
    /// The largest value of a move; in quiescence, the evaluation is one.
    pub(super) best: Option<i32>,
    pub(super) evaluation: Option<i32>,
    /// The searched and pruned moves.
    pub(super) seen: HashSet<u64>,
    /// Whether a move was searched.
    pub(super) has_searched: bool,
    /// Whether some moves were pruned without their names.
    pub(super) has_unnamed: bool,
    /// Whether a pruned move can have raised the value to some other.
    pub(super) has_pruned: bool,
    /// Whether this is a search for a technique, which can leave out a move.
    pub(super) is_tried: bool,
    /// A value that reached beta.
    pub(super) cut: Option<i32>,
    pub(super) pass: Option<i32>,
    pub(super) same: Option<i32>,
    pub(super) hit: Option<Kept>,
    pub(super) stored: Option<Kept>,
    /// The last search below, which can be done again.
    pub(super) last: Option<Below>,
    pub(super) next: Announced,
    /// Whether a search below was stopped.
    pub(super) is_stopped: bool,
}

impl Node {
    /// As it is entered.
    pub(super) fn new(
        arrival: String,
        board: Board,
        ply: i32,
        depth: i32,
        window: (i32, i32),
    ) -> Self {
        Node {
            arrival,
            board,
            ply,
            depth,
            deepest: depth,
            is_quiescence: false,
            entered: window,
            window,
            alpha: window.0,
            best: None,
            evaluation: None,
            seen: HashSet::new(),
            has_searched: false,
            has_unnamed: false,
            has_pruned: false,
            is_tried: false,
            cut: None,
            pass: None,
            same: None,
            hit: None,
            stored: None,
            last: None,
            next: Announced::default(),
            is_stopped: false,
        }
    }

    /// Takes a value of a move, or another that the node's value is not below.
    pub(super) fn raise(&mut self, value: i32) {
        self.best = self.best.max(Some(value));
        self.alpha = self.alpha.max(value);
    }

    /// Why the last move has to be searched again before anything else is done, if it has to be.
    pub(super) fn due(&self, uses: impl Fn(Use) -> bool) -> Option<String> {
        let last = self.last.as_ref()?;
        let value = last
            .value
            .filter(|_| last.kind == Kind::Move && !last.is_static)?;
        let (mv, alpha) = (&last.mv, self.alpha);
        if last.is_reduced && value > alpha {
            return Some(format!(
                "{mv} has to be searched again: its reduced search returned {value}, above alpha, {alpha}; print `again` before that search"
            ));
        }
        let beta = self.window.1;
        let is_null = last.window == (alpha, alpha + 1) && beta - alpha > 1;
        (uses(Use::Pvs) && is_null && (alpha + 1..beta).contains(&value)).then(|| {
            format!(
                "{mv} has to be searched again: its search with a window of width 1 returned {value}, between {alpha} and {beta}; print `again` before that search"
            )
        })
    }

    /// The last search is not done again: its value becomes one of the node.
    pub(super) fn settle(&mut self) {
        let Some(Below {
            kind,
            value: Some(value),
            ..
        }) = self.last.take()
        else {
            return;
        };
        match kind {
            Kind::Move => {
                self.raise(value);
                if value >= self.window.1 {
                    self.cut = Some(value);
                }
            }
            Kind::Pass => self.pass = Some(value),
            Kind::Same => self.same = Some(value),
            Kind::Try => {}
        }
    }
}
