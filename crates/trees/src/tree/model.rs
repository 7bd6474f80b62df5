//! A searched tree, as every form shows it: rows of the table of nodes, and what else a drawing of a small tree says of each of them.

use plybench_checker::trace::{Bound, NOBODY};

use super::Moment;
use crate::{
    sides::{Side, Window},
    visits::{Reached, Visit},
    words,
};

/// A node's unsearched moves with one cause are drawn one by one up to this number, and more of them as one branch.
const MOST_DRAWN: usize = 6;

/// The tree of one iteration of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTree {
    /// The name of the search.
    pub name: String,
    /// The root, as text.
    pub root: String,
    /// The depth of the iteration, in plies.
    pub iteration: u8,
    /// The value of the iteration, as MAX sees it.
    pub value: i16,
    /// The nodes in the order in which the search entered them.
    pub nodes: Vec<TreeNode>,
    /// What the tree shows, if it is that of a proof: its nodes were not entered by a search with windows.
    pub claim: Option<String>,
    /// The best line in the game's notation.
    pub line: Vec<String>,
    /// What the search did, step by step.
    pub moments: Vec<Moment>,
    /// Whether the search has a transposition table.
    pub has_table: bool,
    /// Whether the game's moves have names that tell them apart beyond their order, as in chess.
    pub has_named_moves: bool,
    /// What the board of each node is drawn from, if there is one.
    pub boards: Vec<Option<String>>,
    /// Whether the game is chess.
    pub is_chess: bool,
    /// Whether the search is the alpha-beta of textbooks: the variant `plain`, with no setting changed.
    pub is_alpha_beta: bool,
    /// Whether pictures leave out the names of leaves.
    pub hides_leaf_names: bool,
}

/// A node with what a drawing says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// Its row of the table; values and windows are from the point of view of its side to move.
    pub visit: Visit,
    /// The place of the node above.
    pub parent: Option<usize>,
    /// The name of [`Visit::mv`].
    pub mv: Option<String>,
    /// The move that failed high, so that the others were not searched.
    pub refuted_by: Option<String>,
    /// What it leads to, from left to right.
    pub branches: Vec<Branch>,
    /// Whether its value is exact because the values below it say so, whatever its window was.
    pub is_exact: bool,
    /// What it is called: its place in the order of visit, or a letter.
    pub name: String,
}

/// What a node leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Branch {
    /// The node at this place in the table.
    Searched(usize),
    /// A move that was not searched.
    Unsearched(Unsearched),
}

/// A move that was never searched, or several of a node that are drawn as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsearched {
    /// Its number in a trace; of several, that of the first.
    pub number: u16,
    /// In the game's notation; of several, their number.
    pub mv: String,
    /// The technique that skipped the move; none if the node was cut before it.
    pub skipped_by: Option<&'static str>,
    /// The value of the leaf that it leads to, as MAX sees it; none if it leads to a position that would have been searched further.
    pub leaf: Option<i16>,
    /// Whether it stands for several moves.
    pub is_bundle: bool,
    /// What the leaf is called, if it has a name.
    pub name: String,
}

impl Unsearched {
    /// The value of the leaf as it is drawn; empty if there is none.
    #[must_use]
    pub fn leaf_text(&self) -> String {
        self.leaf.map_or_else(String::new, words::score)
    }
}

impl TreeNode {
    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        Side::at(self.visit.ply)
    }

    /// The window on entry.
    #[must_use]
    pub fn window(&self) -> Window {
        self.side().window(self.visit.window)
    }

    /// Its value, as MAX sees it; none if its king was captured.
    #[must_use]
    pub fn value(&self) -> Option<i16> {
        self.visit.value.map(|value| self.side().value(value))
    }

    /// What its value says of the true one, as MAX sees it.
    #[must_use]
    pub fn bound(&self) -> Bound {
        match self.is_exact {
            true => Bound::Exact,
            false => self.side().bound(self.visit.bound),
        }
    }

    /// Its value as it is drawn: `3`, `≥ 3`, `≤ 3` or nothing.
    #[must_use]
    pub fn value_text(&self) -> String {
        let sign = match self.bound() {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
        };
        let value = self.value().map(words::score);
        value.map_or_else(String::new, |value| format!("{sign}{value}"))
    }

    /// How it ended, in a few words; the usual end, with all its moves searched, needs none.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        words::ending(&self.visit, self.is_cut())
    }

    /// Whether it was left before all its moves were searched.
    pub(super) fn is_cut(&self) -> bool {
        self.unsearched().any(|one| one.skipped_by.is_none())
    }

    /// How the search came to it: the move, and what is special about it.
    #[must_use]
    pub fn label(&self) -> String {
        words::reached(&self.visit, self.mv.as_deref().unwrap_or_default())
    }

    /// The moves that were never searched.
    pub fn unsearched(&self) -> impl Iterator<Item = &Unsearched> {
        self.branches.iter().filter_map(|branch| match branch {
            Branch::Unsearched(unsearched) => Some(unsearched),
            Branch::Searched(_) => None,
        })
    }

    /// Whether a move that was never searched is drawn with others like it, as one.
    pub(super) fn is_bundled(&self, one: &Unsearched) -> bool {
        self.like(one) > MOST_DRAWN
    }

    /// The unsearched moves with the cause of this one.
    fn like(&self, one: &Unsearched) -> usize {
        let all = self.unsearched();
        all.filter(|other| other.skipped_by == one.skipped_by)
            .count()
    }

    /// The branches with many unsearched moves bundled.
    #[must_use]
    pub fn drawn(&self) -> Vec<Branch> {
        let mut bundled = Vec::new();
        let mut drawn = Vec::new();
        for branch in &self.branches {
            let mut branch = branch.clone();
            if let Branch::Unsearched(one) = &mut branch {
                let moves = self.like(one);
                if bundled.contains(&one.skipped_by) {
                    continue;
                }
                if moves > MOST_DRAWN {
                    bundled.push(one.skipped_by);
                    (one.mv, one.leaf, one.is_bundle) = (format!("{moves} moves"), None, true);
                    one.name.clear();
                }
            }
            drawn.push(branch);
        }
        drawn
    }
}

impl SearchTree {
    /// The places of the roots: a driver that searches the root several times has several.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(|(place, node)| node.parent.is_none().then_some(place))
    }

    /// What a node is asked, as it is drawn: its window or, in a proof, its plies left.
    pub(super) fn question(&self, node: &TreeNode) -> String {
        match self.claim {
            None => words::window(node.window()),
            Some(_) => format!("within {}", node.visit.depth),
        }
    }

    /// How the search came to a node, as a picture has it: in a tree that lists its moves, the place from left to right is the move.
    pub(super) fn drawn_label(&self, node: &TreeNode) -> String {
        let is_plain = node.visit.reached == Reached::Move && node.visit.asked_by == NOBODY;
        match is_plain && !self.has_named_moves {
            true => String::new(),
            false => node.label(),
        }
    }

    /// The name of a node as a picture has it: those of leaves end with a digit.
    pub(super) fn drawn_name(&self, name: &str) -> String {
        let is_of_leaf = name.ends_with(|last: char| last.is_ascii_digit());
        match is_of_leaf && self.hides_leaf_names {
            true => String::new(),
            false => name.to_owned(),
        }
    }

    /// The number of moves that were never searched.
    #[must_use]
    pub fn unsearched(&self) -> usize {
        let nodes = self.nodes.iter();
        nodes.map(|node| node.unsearched().count()).sum()
    }
}
