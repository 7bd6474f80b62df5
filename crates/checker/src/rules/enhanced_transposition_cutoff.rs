//! Enhanced transposition cutoff: a node is cut off if the table knows a move that reaches beta.

use plybench_engine::game::MoveKind;
use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{Node, SubSearch},
    refused::Refused,
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EnhancedTranspositionCutoff {
    /// The smallest depth.
    pub min_depth: i32,
}

impl Default for EnhancedTranspositionCutoff {
    fn default() -> Self {
        EnhancedTranspositionCutoff { min_depth: 2 }
    }
}

impl<G: Recorded> Rule<G> for EnhancedTranspositionCutoff {
    fn cutoff(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Option<i32>, Refused> {
        if node.in_quiescence || node.depth < self.min_depth {
            return Ok(None);
        }
        let mut known = below
            .moves(node, MoveKind::All)
            .into_iter()
            .filter_map(|mv| {
                let child = node.position.play(mv);
                below.known_after(node, &child, node.depth - 1)
            });
        Ok(known.find(|&value| value >= node.window.beta))
    }
}
