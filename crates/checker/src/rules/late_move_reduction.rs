//! Late move reduction: a late quiet move is first searched to a reduced depth.

use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{MadeMove, Node},
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LateMoveReduction {
    /// By how many plies.
    pub reduction: u8,
    /// Moves at the start of the order that are never reduced.
    pub full_depth_moves: usize,
    /// The smallest depth of the node.
    pub min_depth: i32,
}

impl Default for LateMoveReduction {
    fn default() -> Self {
        LateMoveReduction {
            reduction: 1,
            full_depth_moves: 3,
            min_depth: 3,
        }
    }
}

impl<G: Recorded> Rule<G> for LateMoveReduction {
    fn reduction(&self, node: &Node<'_, G>, made: &MadeMove<G::Move>) -> u8 {
        let is_reduced = node.depth >= self.min_depth
            && !node.in_check
            && made.is_quiet
            && !made.gives_check
            && made.number >= self.full_depth_moves;
        if is_reduced { self.reduction } else { 0 }
    }
}
