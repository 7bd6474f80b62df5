//! ProbCut: a node is cut off if a capture or promotion beats beta by a margin in a shallow search, or the node beats beta or alpha.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{Window, shifted};
use plybench_engine::game::MoveKind;
use plybench_engine::observe::SubSearchOf;
use serde::Deserialize;

super::parameters! {
    ProbCut {
        /// How far above beta a move's value has to be, in centipawns.
        margin: u16 = 100,
        /// Plies by which the search of the node, or after a move, is shallower than usual.
        reduction: u8 = 3,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 5,
        /// What is searched to a smaller depth.
        of: Shallow = Shallow::Captures,
    }
}

/// What is searched to a smaller depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shallow {
    /// Captures and promotions.
    Captures,
    /// The node, for beta and then for alpha.
    Node,
}

impl<G: Recorded> Rule<G> for ProbCut {
    fn cutoff(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let beta = node.window.beta;
        if node.in_quiescence || node.depth < self.min_depth || node.in_check || node.is_sub_search
        {
            return Ok(None);
        }
        if self.of == Shallow::Node {
            let depth = (node.depth - i32::from(self.reduction)).max(0);
            let mut value_at = |window| -> Result<Option<i32>> {
                let found = below.search(SubSearchOf::Again, node, depth, window)?;
                Ok(found.map(|found| found.value))
            };
            if let Some(raised) = shifted(beta, self.margin.into())
                && value_at(Window::new(raised - 1, raised))?.is_some_and(|value| value >= raised)
            {
                return Ok(Some(beta));
            }
            let alpha = node.window.alpha;
            let Some(lowered) = shifted(alpha, -i32::from(self.margin)) else {
                return Ok(None);
            };
            let value = value_at(Window::new(lowered, lowered + 1))?;
            return Ok(value.filter(|&value| value <= lowered).map(|_| alpha));
        }
        // None if beta is a mate, or the sum is no evaluation.
        let Some(raised) = shifted(beta, self.margin.into()) else {
            return Ok(None);
        };
        let depth = (node.depth - 1 - i32::from(self.reduction)).max(0);
        for mv in below.moves(node, MoveKind::Tactical) {
            let window = Window::new(raised - 1, raised);
            let found = below.search(SubSearchOf::Move(mv), node, depth, window)?;
            if found.is_some_and(|found| found.value >= raised) {
                return Ok(Some(beta));
            }
        }
        Ok(None)
    }
}
