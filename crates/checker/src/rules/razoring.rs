//! Razoring: a node near the horizon is searched to depth 0 only, if the evaluation plus a margin does not exceed alpha.

use plybench_engine::observe::SubSearchOf;

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{Window, evaluation, is_mate};

super::parameters! {
    Razoring {
        /// The margin for depth 1, 2, …, in centipawns.
        margins: Vec<u16> = vec![300, 500, 900],
    }
}

impl<G: Recorded> Rule<G> for Razoring {
    fn cutoff(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let Some(margin) = node.margin(&self.margins) else {
            return Ok(None);
        };
        let alpha = node.window.alpha;
        if node.in_quiescence
            || node.in_check
            || is_mate(alpha)
            || evaluation(node.static_evaluation() + margin) > alpha
        {
            return Ok(None);
        }
        let window = Window::new(alpha, alpha + 1);
        let found = below.search(SubSearchOf::Again, node, 0, window)?;
        Ok(found
            .map(|found| found.value)
            .filter(|&value| value <= alpha))
    }
}
