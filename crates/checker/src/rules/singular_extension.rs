//! Singular extension: the table's move is extended if all others are far worse.

use serde::Deserialize;

use crate::{
    check::{Checker, Node, Refused, Request},
    game::Recorded,
    trace::{Asked, Bound},
    value::{Window, from_table, shifted},
};

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct SingularExtension {
    /// In centipawns for each ply of the node's depth.
    margin: u8,
    /// The smallest depth.
    min_depth: i32,
    /// Plies by which the entry may be shallower than the node.
    slack: u8,
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

impl SingularExtension {
    /// Its name.
    pub(crate) const NAME: &str = "singular-extension";
    /// Its place.
    pub(crate) const PLACE: u8 = 7;

    /// The plies by which a move is extended.
    pub(crate) fn extension<G: Recorded, R: std::io::BufRead>(
        &self,
        node: &Node<'_, G>,
        mv: G::Move,
        checker: &mut Checker<'_, G, R>,
    ) -> Result<u8, Refused> {
        let Some(entry) = &node.entry else {
            return Ok(0);
        };
        let is_candidate = node.ply > 0
            && node.depth >= self.min_depth
            && !node.arrival.is_again
            && entry.mv == Some(mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - i32::from(self.slack);
        let threshold = shifted(
            from_table(entry.value, node.ply),
            -i32::from(self.margin) * node.depth,
        );
        let Some(threshold) = threshold.filter(|_| is_candidate) else {
            return Ok(0);
        };
        let request = Request {
            asked: Asked::Without,
            mv: Some(mv),
            depth: (node.depth - 1) / 2,
            window: Window::new(threshold - 1, threshold),
            by: Self::PLACE,
        };
        let others = checker.requested_again(node, request)?;
        Ok(u8::from(others.value < threshold))
    }
}
