//! Multi-cut: a node that is expected to fail high is cut off if enough of its first moves do so in shallow searches.

use plybench_engine::game::{MoveClass, MoveKind};
use plybench_engine::observe::SubSearchOf;

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{Window, is_mate};

super::parameters! {
    MultiCut {
        /// The number of moves that are tried.
        moves: usize = 6,
        /// The number of these that have to fail high.
        cuts: i32 = 3,
        /// Plies by which the search after a move is shallower than usual.
        reduction: i32 = 2,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 4,
    }
}

impl<G: Recorded> Rule<G> for MultiCut {
    fn cutoff(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let beta = node.window.beta;
        if node.depth < self.min_depth
            || !node.expects_cut
            || node.in_check
            || node.is_sub_search
            || is_mate(beta)
        {
            return Ok(None);
        }
        // Captures and promotions, then the others.
        let mut moves = below.moves(node, MoveKind::All);
        moves.sort_by_key(|&mv| node.position.classify(mv) == MoveClass::Quiet);
        let depth = (node.depth - 1 - self.reduction).max(0);
        let mut missing = self.cuts;
        for mv in moves.into_iter().take(self.moves) {
            let window = Window::new(beta - 1, beta);
            let found = below.search(SubSearchOf::Move(mv), node, depth, window)?;
            missing -= i32::from(found.is_some_and(|found| found.value >= beta));
            if missing == 0 {
                return Ok(Some(beta));
            }
        }
        Ok(None)
    }
}
