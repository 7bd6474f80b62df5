//! Reverse futility pruning: a node is cut off if the evaluation minus a margin for each ply of depth reaches beta.

use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{Node, SubSearch},
    refused::Refused,
    value::{evaluation, is_mate},
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ReverseFutility {
    /// In centipawns for each ply of the node's depth.
    pub margin: u16,
    /// The largest depth.
    pub max_depth: i32,
}

impl Default for ReverseFutility {
    fn default() -> Self {
        ReverseFutility {
            margin: 65,
            max_depth: 8,
        }
    }
}

impl<G: Recorded> Rule<G> for ReverseFutility {
    fn cutoff(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Result<Option<i32>, Refused> {
        let beta = node.window.beta;
        let lowered = node.static_evaluation() - i32::from(self.margin) * node.depth;
        let is_cut = node.window.is_null()
            && node.depth <= self.max_depth
            && !node.in_check
            && !node.in_quiescence
            && !is_mate(beta)
            && evaluation(lowered) >= beta;
        Ok(is_cut.then(|| node.evaluation()))
    }
}
