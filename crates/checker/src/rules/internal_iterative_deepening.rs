//! Internal iterative deepening: without a move of the table, a shallower search of the node finds the one to try first.

use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{Node, SubSearch},
    refused::Refused,
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct InternalIterativeDeepening {
    /// Plies by which the search is shallower.
    pub reduction: u8,
    /// The smallest depth.
    pub min_depth: i32,
}

impl Default for InternalIterativeDeepening {
    fn default() -> Self {
        InternalIterativeDeepening {
            reduction: 2,
            min_depth: 4,
        }
    }
}

impl<G: Recorded> Rule<G> for InternalIterativeDeepening {
    fn first_move(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Option<G::Move>, Refused> {
        if node.depth < self.min_depth {
            return Ok(None);
        }
        let depth = (node.depth - i32::from(self.reduction)).max(0);
        Ok(below.again(node, depth, node.window)?.best_move)
    }
}
