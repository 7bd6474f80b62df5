//! A searched tree, as every form shows it: the table of its nodes, and what else a drawing of a small tree says of each of them.

use plybench_checker::trace::Bound;

use super::Moment;
use crate::{
    sides::{Side, Window},
    visits::{Visit, Visits},
    words,
};

/// A node's unsearched moves with one cause are drawn one by one up to this number, and more of them as one branch.
const MOST_DRAWN: usize = 6;

/// The tree of one iteration of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTree {
    /// The nodes, and what was searched.
    pub visits: Visits,
    /// What a drawing says besides, for each node.
    pub details: Vec<Details>,
    /// The best line in the game's notation.
    pub line: Vec<String>,
    /// What the search did, step by step.
    pub moments: Vec<Moment>,
    /// Whether the search has a transposition table.
    pub has_table: bool,
    /// Whether the game's moves have names that tell them apart beyond their order, as in chess.
    pub has_named_moves: bool,
}

/// What a drawing says of a node besides what the table of nodes has.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The place of the node above.
    pub parent: Option<usize>,
    /// The name of [`Visit::mv`].
    pub mv: Option<String>,
    /// The move that failed high, so that the others were not searched.
    pub refuted_by: Option<String>,
    /// What it leads to, from left to right.
    pub branches: Vec<Branch>,
}

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value, as MAX sees it.
    pub score: i16,
    /// What it says of the true value.
    pub bound: Bound,
}

/// What a node leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Branch {
    /// The node at this place in the table.
    Searched(usize),
    /// A move that was not searched.
    Unsearched(Unsearched),
}

/// A move that was never searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsearched {
    /// Its number in a trace.
    pub number: u16,
    /// In the game's notation.
    pub mv: String,
    /// Why.
    pub cause: Cause,
    /// The value of the leaf that it leads to, as MAX sees it; none if it leads to a position that would have been searched further.
    pub leaf: Option<i16>,
}

/// Why a move was never searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The node was cut before.
    Cut,
    /// A technique skipped the move.
    Skipped(&'static str),
}

/// A branch as text and pictures show it.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawnBranch {
    /// To a node.
    Node(usize),
    /// To what was never searched, for one cause.
    Stub {
        /// The move or, of several, their number.
        label: String,
        /// Whether it stands for several moves.
        is_bundle: bool,
        /// Why they were not searched.
        cause: Cause,
        /// The value of the leaf that the move leads to; empty if there is none.
        leaf: String,
    },
}

/// A node as a drawing shows it.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode<'t> {
    /// Its row of the table; values and windows are from the point of view of its side to move.
    pub visit: &'t Visit,
    /// What a drawing says besides.
    pub details: &'t Details,
}

impl<'t> TreeNode<'t> {
    /// The side to move.
    #[must_use]
    pub fn side(self) -> Side {
        Side::at(self.visit.ply)
    }

    /// The window on entry.
    #[must_use]
    pub fn window(self) -> Window {
        self.side().window(self.visit.window)
    }

    /// Its value; none if its king was captured.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        self.visit.value.map(|value| Value {
            score: self.side().value(value),
            bound: self.side().bound(self.visit.bound),
        })
    }

    /// Its value as it is drawn: `3`, `≥ 3`, `≤ 3` or nothing.
    #[must_use]
    pub fn value_text(self) -> String {
        let Some(Value { score, bound }) = self.value() else {
            return String::new();
        };
        let sign = match bound {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
        };
        format!("{sign}{}", words::score(score))
    }

    /// How it ended, in a few words; the usual end, with all its moves searched, needs none.
    #[must_use]
    pub fn ending(self) -> Option<String> {
        words::ending(self.visit, self.is_cut())
    }

    /// Whether it was left before all its moves were searched.
    pub(super) fn is_cut(self) -> bool {
        self.unsearched().any(|one| one.cause == Cause::Cut)
    }

    /// How the search came to it: the move, and what is special about it.
    #[must_use]
    pub fn label(self) -> String {
        words::reached(self.visit, self.details.mv.as_deref().unwrap_or_default())
    }

    /// The moves that were never searched.
    pub fn unsearched(self) -> impl Iterator<Item = &'t Unsearched> {
        self.details
            .branches
            .iter()
            .filter_map(|branch| match branch {
                Branch::Unsearched(unsearched) => Some(unsearched),
                Branch::Searched(_) => None,
            })
    }

    /// The branches with many unsearched moves bundled.
    #[must_use]
    pub fn drawn(self) -> Vec<DrawnBranch> {
        let with = |cause| self.unsearched().filter(|one| one.cause == cause).count();
        let mut bundled = Vec::new();
        let mut drawn = Vec::new();
        for branch in &self.details.branches {
            let one = match branch {
                Branch::Searched(place) => {
                    drawn.push(DrawnBranch::Node(*place));
                    continue;
                }
                Branch::Unsearched(one) => one,
            };
            let moves = with(one.cause);
            let is_bundle = moves > MOST_DRAWN;
            if is_bundle && bundled.contains(&one.cause) {
                continue;
            }
            let (label, leaf) = match is_bundle {
                true => (format!("{moves} moves"), None),
                false => (one.mv.clone(), one.leaf),
            };
            bundled.push(one.cause);
            drawn.push(DrawnBranch::Stub {
                label,
                is_bundle,
                cause: one.cause,
                leaf: leaf.map_or_else(String::new, words::score),
            });
        }
        drawn
    }
}

impl SearchTree {
    /// The nodes in the order in which the search entered them.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = TreeNode<'_>> {
        let nodes = self.visits.nodes.iter().zip(&self.details);
        nodes.map(|(visit, details)| TreeNode { visit, details })
    }

    /// The node at a place of the table.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn node(&self, place: usize) -> TreeNode<'_> {
        TreeNode {
            visit: &self.visits.nodes[place],
            details: &self.details[place],
        }
    }

    /// The root's value, as it is drawn.
    #[must_use]
    pub fn value(&self) -> String {
        words::score(self.visits.value)
    }

    /// The number of moves that were never searched.
    #[must_use]
    pub fn unsearched(&self) -> usize {
        self.nodes().map(|node| node.unsearched().count()).sum()
    }
}
