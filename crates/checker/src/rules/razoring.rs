//! Razoring: a node near the horizon is searched to depth 0 only, if the evaluation plus a margin does not exceed alpha.

use serde::Deserialize;

use super::Rule;
use crate::{
    game::Recorded,
    node::{Node, SubSearch},
    refused::Refused,
    value::{Window, evaluation, is_mate},
};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Razoring {
    /// The margin for depth 1, 2, …, in centipawns.
    pub margins: Vec<u16>,
}

impl Default for Razoring {
    fn default() -> Self {
        Razoring {
            margins: vec![300, 500, 900],
        }
    }
}

impl<G: Recorded> Rule<G> for Razoring {
    fn cutoff(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Option<i32>, Refused> {
        let margin = (node.depth > 0).then(|| self.margins.get(node.depth as usize - 1));
        let Some(Some(margin)) = margin else {
            return Ok(None);
        };
        let alpha = node.window.alpha;
        if node.in_quiescence
            || node.in_check
            || is_mate(alpha)
            || evaluation(node.static_evaluation() + i32::from(*margin)) > alpha
        {
            return Ok(None);
        }
        let value = below.again(node, 0, Window::new(alpha, alpha + 1))?.value;
        Ok((value <= alpha).then_some(value))
    }
}
