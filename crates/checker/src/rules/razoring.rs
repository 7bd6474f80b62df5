//! Razoring: a node near the horizon is searched to depth 0 only, if the evaluation plus a margin does not exceed alpha.

use serde::Deserialize;

use crate::{
    check::{Checker, Node, Refused, Request},
    game::Recorded,
    trace::Asked,
    value::{Window, evaluation, is_mate},
};

/// Its parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Razoring {
    /// The margin for depth 1, 2, …, in centipawns.
    pub(crate) margins: Vec<u16>,
}

impl Default for Razoring {
    fn default() -> Self {
        Razoring {
            margins: vec![300, 500, 900],
        }
    }
}

impl Razoring {
    /// Its name.
    pub(crate) const NAME: &str = "razoring";
    /// Its place.
    pub(crate) const PLACE: u8 = 3;

    /// The value with which the node is cut off, if it is.
    pub(crate) fn cutoff<G: Recorded, R: std::io::BufRead>(
        &self,
        node: &Node<'_, G>,
        checker: &mut Checker<'_, G, R>,
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
        let request = Request {
            asked: Asked::Again,
            mv: None,
            depth: 0,
            window: Window::new(alpha, alpha + 1),
            by: Self::PLACE,
        };
        let value = checker.requested_again(node, request)?.value;
        Ok((value <= alpha).then_some(value))
    }
}
