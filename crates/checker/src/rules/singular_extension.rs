//! Singular extension: the table's move is extended if all others are far worse.

use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{MadeMove, Node, SubSearch},
    refused::Refused,
    trace::Bound,
    value::{Window, from_table, shifted},
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SingularExtension {
    /// In centipawns for each ply of the node's depth.
    pub margin: u8,
    /// The smallest depth.
    pub min_depth: i32,
    /// Plies by which the entry may be shallower than the node.
    pub slack: u8,
}

impl Default for SingularExtension {
    fn default() -> Self {
        SingularExtension {
            margin: 2,
            min_depth: 6,
            slack: 3,
        }
    }
}

impl<G: Recorded> Rule<G> for SingularExtension {
    fn extension(
        &self,
        node: &Node<'_, G>,
        made: &MadeMove<G::Move>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<u8, Refused> {
        let Some(entry) = &node.entry else {
            return Ok(0);
        };
        let is_candidate = !node.is_root()
            && node.depth >= self.min_depth
            && !node.is_sub_search
            && entry.mv == Some(made.mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - i32::from(self.slack);
        let threshold = shifted(
            from_table(entry.value, node.ply),
            -i32::from(self.margin) * node.depth,
        );
        let Some(threshold) = threshold.filter(|_| is_candidate) else {
            return Ok(0);
        };
        let window = Window::new(threshold - 1, threshold);
        let others = below.without(node, made.mv, (node.depth - 1) / 2, window)?;
        Ok(u8::from(others < threshold))
    }
}
