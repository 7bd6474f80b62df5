//! Internal iterative deepening: without a move of the table, a shallower search of the node finds the one to try first.

use serde::Deserialize;

use crate::{
    check::{Checker, Node, Refused, Request},
    game::Recorded,
    trace::Asked,
};

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct InternalIterativeDeepening {
    /// Plies by which the search is shallower.
    reduction: u8,
    /// The smallest depth.
    min_depth: i32,
}

impl Default for InternalIterativeDeepening {
    fn default() -> Self {
        InternalIterativeDeepening {
            reduction: 2,
            min_depth: 4,
        }
    }
}

impl InternalIterativeDeepening {
    /// Its name.
    pub(crate) const NAME: &str = "internal-iterative-deepening";
    /// Its place.
    pub(crate) const PLACE: u8 = 9;

    /// The move to try first, at a node for which the table has none.
    pub(crate) fn first_move<G: Recorded, R: std::io::BufRead>(
        &self,
        node: &Node<'_, G>,
        checker: &mut Checker<'_, G, R>,
    ) -> Result<Option<G::Move>, Refused> {
        if node.depth < self.min_depth {
            return Ok(None);
        }
        let request = Request {
            asked: Asked::Again,
            mv: None,
            depth: (node.depth - i32::from(self.reduction)).max(0),
            window: node.window,
            by: Self::PLACE,
        };
        Ok(checker.requested_again(node, request)?.best_move)
    }
}
