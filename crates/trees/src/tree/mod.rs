//! The tree that a search walked, as in a textbook: every node with its value and window, and the moves that a cut left out.
//!
//! The tree is the [table of nodes](crate::visits::Visits) that is filled from the steps of the search, those that the checker
//! validates, so nothing is worked out a second time. Moves that were never searched are in no step; they come from the game.
//! [`SearchTree`] is the tree, and each form has one file: text, JSON, the language of Graphviz, and a picture.
//!
//! All values and windows are from the point of view of the side to move at the root, which is called MAX as in textbooks.

mod dot;
mod exact;
mod json;
mod json_lines;
mod layout;
mod letters;
mod model;
mod moment;
mod page;
mod picture;
mod proof;
mod record;
#[cfg(test)]
mod tests;
mod text;

pub use self::{
    dot::dot,
    json::json,
    json_lines::json_lines,
    letters::letters,
    model::{Branch, SearchTree, TreeNode, Unsearched},
    moment::{Kind, Moment, StoredEntry},
    page::page,
    picture::{Shape, pdf, png, smallest_text, svg},
    proof::proof,
    record::{BranchOrder, record},
    text::text,
};

pub use crate::{
    sides::{Side, Window},
    visits::MOST_NODES,
};
