//! Null move pruning: a node whose pass fails high in a reduced search fails high.

use serde::Deserialize;

use crate::{
    check::{Checker, Node, Refused, Request},
    game::Recorded,
    trace::Asked,
    value::{INFINITE, Window, is_mate},
};

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct NullMove {
    /// Plies by which the search after the pass is shallower, besides the pass.
    pub(crate) reduction: u8,
    /// The smallest depth.
    pub(crate) min_depth: i32,
    /// Whether a search of the node to the same depth has to confirm the cutoff.
    pub(crate) verify: bool,
    /// Whether the evaluation has to reach beta.
    pub(crate) from_beta: bool,
    /// The most captured material.
    pub(crate) most_captured: u8,
    /// Whether a pass may follow a pass.
    pub(crate) in_a_row: bool,
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

impl NullMove {
    /// Its name.
    pub(crate) const NAME: &str = "null-move";
    /// Its place.
    pub(crate) const PLACE: u8 = 4;

    /// The value with which the node is cut off, if it is.
    pub(crate) fn cutoff<G: Recorded, R: std::io::BufRead>(
        &self,
        node: &Node<'_, G>,
        checker: &mut Checker<'_, G, R>,
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
            || node.arrival.is_pass && !self.in_a_row
            || node.arrival.is_again
        {
            return Ok(None);
        }
        let depth = (node.depth - 1 - i32::from(self.reduction)).max(0);
        let window = Window::new(beta - 1, beta);
        let request = |asked| Request {
            asked,
            mv: None,
            depth,
            window,
            by: Self::PLACE,
        };
        let Some(passed) = node.position.pass() else {
            return Ok(None);
        };
        let value = checker.requested_child(node, &passed, request(Asked::Pass))?;
        if value < beta {
            return Ok(None);
        }
        if self.verify && depth > 0 {
            let again = checker.requested_again(node, request(Asked::Again))?;
            if again.value < beta {
                return Ok(None);
            }
        }
        Ok(Some(if is_mate(value) { beta } else { value }))
    }
}
