//! ProbCut: a node is cut off if a capture or promotion beats beta by a margin in a shallow search.

use plybench_engine::game::MoveKind;
use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{Node, SubSearch},
    refused::Refused,
    value::{Window, shifted},
};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ProbCut {
    /// In centipawns.
    pub margin: u16,
    /// Plies by which the search after a move is shallower than usual.
    pub reduction: u8,
    /// The smallest depth.
    pub min_depth: i32,
}

impl Default for ProbCut {
    fn default() -> Self {
        ProbCut {
            margin: 100,
            reduction: 3,
            min_depth: 5,
        }
    }
}

impl<G: Recorded> Rule<G> for ProbCut {
    fn cutoff(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Option<i32>, Refused> {
        let beta = node.window.beta;
        if node.in_quiescence || node.depth < self.min_depth || node.in_check || node.is_sub_search
        {
            return Ok(None);
        }
        // None if beta is a mate, or the sum is no evaluation.
        let Some(raised) = shifted(beta, self.margin.into()) else {
            return Ok(None);
        };
        let depth = (node.depth - 1 - i32::from(self.reduction)).max(0);
        for mv in below.moves(node, MoveKind::Tactical) {
            if below.after_move(node, mv, depth, Window::new(raised - 1, raised))? >= raised {
                return Ok(Some(beta));
            }
        }
        Ok(None)
    }
}
