//! Null move pruning: a node whose pass fails high in a reduced search fails high.

use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{Node, SubSearch},
    refused::Refused,
    value::{INFINITE, Window, is_mate},
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NullMove {
    /// Plies by which the search after the pass is shallower, besides the pass.
    pub reduction: u8,
    /// The smallest depth.
    pub min_depth: i32,
    /// Whether a search of the node to the same depth has to confirm the cutoff.
    pub verify: bool,
    /// Whether the evaluation has to reach beta.
    pub from_beta: bool,
    /// The most captured material.
    pub most_captured: u8,
    /// Whether a pass may follow a pass.
    pub in_a_row: bool,
}

impl Default for NullMove {
    fn default() -> Self {
        NullMove {
            reduction: 2,
            min_depth: 2,
            verify: false,
            from_beta: true,
            most_captured: 40,
            in_a_row: false,
        }
    }
}

impl<G: Recorded> Rule<G> for NullMove {
    fn cutoff(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Option<i32>, Refused> {
        let beta = node.window.beta;
        if node.in_quiescence
            || node.depth < self.min_depth
            || node.position.captured_material() > self.most_captured
            || self.from_beta && node.evaluation() < beta
            || node.in_check
            || is_mate(beta)
            || beta == INFINITE
            // Not twice in a row unless set, and not in a search that a technique requested of the node itself.
            || node.is_after_pass && !self.in_a_row
            || node.is_sub_search
        {
            return Ok(None);
        }
        let depth = (node.depth - 1 - i32::from(self.reduction)).max(0);
        let window = Window::new(beta - 1, beta);
        let Some(value) = below.after_pass(node, depth, window)? else {
            return Ok(None);
        };
        if value < beta
            || self.verify && depth > 0 && below.again(node, depth, window)?.value < beta
        {
            return Ok(None);
        }
        Ok(Some(if is_mate(value) { beta } else { value }))
    }
}
