//! A searched tree, as every form shows it.

use plybench_checker::trace::End;
use plybench_engine::score::Score;

use super::Moment;

/// A node's unsearched moves with one cause are drawn one by one up to this number, and more of them as one branch.
const MOST_DRAWN: usize = 6;

/// The tree of one iteration of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTree {
    /// The root position, as text.
    pub root: String,
    /// The name of the search.
    pub variant: String,
    /// The iteration, by its depth in plies.
    pub iteration: u8,
    /// The root's value.
    pub value: Score,
    /// The best line in the game's notation.
    pub line: Vec<String>,
    /// The nodes in the order in which the search entered them. A driver that searches the root several times has several roots.
    pub nodes: Vec<Node>,
    /// What the search did, step by step.
    pub moments: Vec<Moment>,
    /// Whether the search has a transposition table.
    pub has_table: bool,
    /// Whether the game's moves have names that tell them apart beyond their order, as in chess.
    pub has_named_moves: bool,
}

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side to move at the root.
    Max,
    /// The other one.
    Min,
}

impl Side {
    /// The textbook's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Max => "MAX",
            Side::Min => "MIN",
        }
    }

    /// The side to move at a ply.
    #[must_use]
    pub fn at(ply: u8) -> Self {
        if ply.is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }

    /// A value of this side, as MAX sees it.
    pub(super) fn as_max(self, value: Score) -> Score {
        match self {
            Side::Max => value,
            Side::Min => -value,
        }
    }
}

/// An open interval of values, as MAX sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What MAX is sure of.
    pub alpha: Score,
    /// What MIN is sure of.
    pub beta: Score,
}

/// What the search knows of a node's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

impl Certainty {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::AtLeast => "at least",
            Certainty::AtMost => "at most",
        }
    }
}

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value, as MAX sees it.
    pub score: Score,
    /// What it says.
    pub certainty: Certainty,
}

impl Value {
    /// As it is drawn: `3`, `≥ 3` or `≤ 3`.
    #[must_use]
    pub fn text(self) -> String {
        let sign = match self.certainty {
            Certainty::Exact => "",
            Certainty::AtLeast => "≥ ",
            Certainty::AtMost => "≤ ",
        };
        format!("{sign}{}", self.score)
    }
}

/// How the search came to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It is the root.
    Root,
    /// By a move of the node above.
    Move {
        /// In the game's notation.
        mv: String,
        /// Whether the move had been searched before.
        is_again: bool,
    },
    /// By a pass.
    Pass,
    /// It is the node above once more.
    Again,
    /// It is the node above without this move.
    Without(String),
}

/// An entered node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The place of the node above in [`SearchTree::nodes`].
    pub parent: Option<usize>,
    /// How the search came to it.
    pub reached: Reached,
    /// The technique that asked for its search or, of a move that is searched again, whose reduction is undone.
    pub asked_by: Option<String>,
    /// The distance from the root.
    pub ply: u8,
    /// Plies to the horizon.
    pub depth: u8,
    /// Whether it belongs to quiescence.
    pub in_quiescence: bool,
    /// The side to move.
    pub side: Side,
    /// The window on entry.
    pub window: Window,
    /// Its value; none if its king was captured.
    pub value: Option<Value>,
    /// How it ended.
    pub end: End,
    /// The technique that ended it.
    pub ended_by: Option<String>,
    /// The move that failed high, so that the others were not searched.
    pub refuted_by: Option<String>,
    /// What it leads to, from left to right.
    pub branches: Vec<Branch>,
    /// Whether it is on the best line.
    pub is_in_line: bool,
}

/// What a node leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Branch {
    /// The node at this place in [`SearchTree::nodes`].
    Searched(usize),
    /// A move that was not searched.
    Unsearched(Unsearched),
}

/// A move that was never searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsearched {
    /// In the game's notation.
    pub mv: String,
    /// Why.
    pub cause: Cause,
    /// The value of the leaf that it leads to, as MAX sees it; none if it leads to a position that would have been searched further.
    pub leaf: Option<Score>,
}

/// Why a move was never searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The node was cut before.
    Cut,
    /// A technique skipped the move.
    Skipped(String),
}

/// A branch as text and pictures show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drawn<'t> {
    /// To a node.
    Node(usize),
    /// A move that was never searched.
    Unsearched(&'t Unsearched),
    /// So many moves that were never searched, for one cause.
    Bundle(usize, &'t Cause),
}

impl Node {
    /// How it ended, in a few words; the usual end, with all its moves searched, needs none.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        let is_cut = self.unsearched().any(|one| one.cause == Cause::Cut);
        let what = match (self.end, is_cut, self.side) {
            // As textbooks have it: MAX is cut at beta, MIN at alpha. The last move cuts nothing off.
            (End::Expanded, true, Side::Max) => "beta cutoff",
            (End::Expanded, true, Side::Min) => "alpha cutoff",
            (End::Expanded, false, _) => return None,
            (End::MdpCut, ..) => "window closed",
            (End::RuleDraw, ..) => "draw by rule",
            (End::TableCut, ..) => "table",
            (End::TechniqueCut, ..) => "cut",
            (End::Horizon, ..) if self.in_quiescence => "stands pat",
            (End::Horizon, ..) => "leaf",
            (End::Mated, ..) => "mated",
            (End::Stalemate, ..) => "stalemate",
            (End::Stopped, ..) => "stopped",
            (End::KingCaptured, ..) => "king captured",
        };
        Some(match &self.ended_by {
            Some(technique) => format!("{what} by {technique}"),
            None => what.to_owned(),
        })
    }

    /// How the search came to it: the move, and what is special about it.
    #[must_use]
    pub fn label(&self) -> String {
        let what = match &self.reached {
            Reached::Root => return String::new(),
            Reached::Move { mv, is_again } => match is_again {
                false => mv.clone(),
                true => format!("{mv} again"),
            },
            Reached::Pass => "pass".to_owned(),
            Reached::Again => "same node".to_owned(),
            Reached::Without(mv) => format!("without {mv}"),
        };
        match &self.asked_by {
            Some(technique) => format!("{what} ({technique})"),
            None => what,
        }
    }

    /// The moves that were never searched.
    pub fn unsearched(&self) -> impl Iterator<Item = &Unsearched> {
        self.branches.iter().filter_map(|branch| match branch {
            Branch::Unsearched(unsearched) => Some(unsearched),
            Branch::Searched(_) => None,
        })
    }

    /// The branches with many unsearched moves bundled.
    #[must_use]
    pub fn drawn(&self) -> Vec<Drawn<'_>> {
        let with = |cause: &Cause| self.unsearched().filter(|one| one.cause == *cause).count();
        let mut bundled: Vec<&Cause> = Vec::new();
        let mut drawn = Vec::new();
        for branch in &self.branches {
            match branch {
                Branch::Searched(place) => drawn.push(Drawn::Node(*place)),
                Branch::Unsearched(unsearched) => {
                    let number = with(&unsearched.cause);
                    if number <= MOST_DRAWN {
                        drawn.push(Drawn::Unsearched(unsearched));
                    } else if !bundled.contains(&&unsearched.cause) {
                        bundled.push(&unsearched.cause);
                        drawn.push(Drawn::Bundle(number, &unsearched.cause));
                    }
                }
            }
        }
        drawn
    }
}

impl SearchTree {
    /// The places of the roots.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter(|(_, node)| node.parent.is_none())
            .map(|(place, _)| place)
    }

    /// The number of moves that were never searched.
    #[must_use]
    pub fn unsearched(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| node.unsearched().count())
            .sum()
    }
}
