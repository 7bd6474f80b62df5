//! Enhanced transposition cutoff: a node is cut off if the table knows a move that reaches beta.

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use plybench_engine::game::MoveKind;

super::parameters! {
    EnhancedTranspositionCutoff {
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 2,
    }
}

impl<G: Recorded> Rule<G> for EnhancedTranspositionCutoff {
    fn cutoff(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        if node.in_quiescence || node.depth < self.min_depth {
            return Ok(None);
        }
        let mut known = below
            .moves(node, MoveKind::All)
            .into_iter()
            .filter_map(|mv| {
                let child = node.position.play(mv);
                below.known_after(node, &child, node.depth - 1)
            });
        Ok(known.find(|&value| value >= node.window.beta))
    }
}
