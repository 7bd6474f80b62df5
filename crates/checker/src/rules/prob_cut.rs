//! ProbCut: a node is cut off if a capture or promotion beats beta by a margin in a shallow search.

use plybench_engine::game::MoveKind;
use serde::Deserialize;

use crate::{
    check::{Checker, Node, Refused, Request},
    game::Recorded,
    trace::Asked,
    value::{Window, shifted},
};

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct ProbCut {
    /// In centipawns.
    margin: u16,
    /// Plies by which the search after a move is shallower than usual.
    reduction: u8,
    /// The smallest depth.
    min_depth: i32,
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

impl ProbCut {
    /// Its name.
    pub(crate) const NAME: &str = "prob-cut";
    /// Its place.
    pub(crate) const PLACE: u8 = 8;

    /// The value with which the node is cut off, if it is.
    pub(crate) fn cutoff<G: Recorded, R: std::io::BufRead>(
        &self,
        node: &Node<'_, G>,
        checker: &mut Checker<'_, G, R>,
    ) -> Result<Option<i32>, Refused> {
        let beta = node.window.beta;
        if node.in_quiescence
            || node.depth < self.min_depth
            || node.in_check
            || node.arrival.is_again
        {
            return Ok(None);
        }
        // None if beta is a mate, or the sum is no evaluation.
        let Some(raised) = shifted(beta, self.margin.into()) else {
            return Ok(None);
        };
        let mut tactical = Vec::new();
        node.position.for_each_move(MoveKind::Tactical, |mv| {
            if !checker.leaves_out(node.position, mv) {
                tactical.push(mv);
            }
        });
        for mv in tactical {
            let request = Request {
                asked: Asked::Move,
                mv: Some(mv),
                depth: (node.depth - 1 - i32::from(self.reduction)).max(0),
                window: Window::new(raised - 1, raised),
                by: Self::PLACE,
            };
            let child = node.position.play(mv);
            if checker.requested_child(node, &child, request)? >= raised {
                return Ok(Some(beta));
            }
        }
        Ok(None)
    }
}
