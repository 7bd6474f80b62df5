//! Late move reduction: a late quiet move is first searched to a reduced depth.

use serde::Deserialize;

use crate::{
    check::{Made, Node},
    game::Recorded,
};

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct LateMoveReduction {
    /// By how many plies.
    pub(crate) reduction: u8,
    /// Moves at the start of the order that are never reduced.
    pub(crate) full_depth_moves: usize,
    /// The smallest depth of the node.
    pub(crate) min_depth: i32,
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

impl LateMoveReduction {
    /// Its name.
    pub(crate) const NAME: &str = "late-move-reduction";
    /// Its place.
    pub(crate) const PLACE: u8 = 6;

    /// The plies by which a move is reduced.
    pub(crate) fn reduction<G: Recorded>(&self, node: &Node<'_, G>, made: &Made) -> u8 {
        let is_reduced = node.depth >= self.min_depth
            && !node.in_check
            && made.is_quiet
            && !made.gives_check
            && made.number >= self.full_depth_moves;
        if is_reduced { self.reduction } else { 0 }
    }
}
