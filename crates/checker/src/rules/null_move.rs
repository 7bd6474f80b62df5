//! Null move pruning: a node whose pass fails high in a reduced search fails high.

use plybench_engine::observe::SubSearchOf;
use serde::Deserialize;

use super::{OpenNode, Recorded, Result, Rule, SubSearch};
use crate::value::{INFINITE, Window, is_evaluation, is_mate};

super::parameters! {
    NullMove {
        /// Plies by which the search after the pass is shallower, besides the pass.
        reduction: u8 = 2,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 2,
        /// Whether a search of the node has to confirm the cutoff.
        verify: bool = false,
        /// That search.
        verify_by: Verification = Verification::Reduced,
        /// The smallest depth of a node whose cutoff has to be confirmed.
        verify_from: i32 = 1,
        /// Whether the evaluation has to reach beta.
        from_beta: bool = true,
        /// The most captured material.
        most_captured: u8 = 40,
        /// Whether a pass may follow a pass.
        in_a_row: bool = false,
        /// Whether the node has to be expected to fail high.
        only_at_cut_nodes: bool = false,
        /// What the depth is divided by for further plies; 0 for none.
        depth_divisor: u8 = 0,
        /// What the evaluation's distance above beta is divided by for further plies; 0 for none.
        evaluation_divisor: u16 = 0,
        /// The most of these.
        most_by_evaluation: u8 = 3,
        /// The depth from which there is one ply more, the next if no side has three pieces; 0 for none.
        deeper_from: u8 = 0,
        /// Plies by which the node is searched to a smaller depth instead of being cut off; 0 for a cutoff.
        reduce_instead: u8 = 0,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verification {
    Reduced,
    Guarded,
    OnePlyLess,
}

impl NullMove {
    /// Plies by which the search after the pass is shallower, besides the pass.
    pub fn plies<G: Recorded>(&self, position: &G, e: i32, depth: i32, beta: i32) -> i32 {
        let by_depth = depth.checked_div(self.depth_divisor.into());
        let by_evaluation = match self.evaluation_divisor {
            0 => 0,
            _ if !is_evaluation(beta) => 0,
            divisor => ((e - beta).max(0) / i32::from(divisor)).min(self.most_by_evaluation.into()),
        };
        let [own, other] = position.pieces();
        let few = i32::from(own.max(other) < 3);
        let is_deep = self.deeper_from > 0 && depth >= i32::from(self.deeper_from) + few;
        i32::from(self.reduction) + by_depth.unwrap_or(0) + by_evaluation + i32::from(is_deep)
    }
}

impl<G: Recorded> Rule<G> for NullMove {
    fn cutoff(&self, node: &OpenNode<'_, G>, below: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        let beta = node.window.beta;
        if node.in_quiescence
            || node.depth < self.min_depth
            || node.position.captured_material() > self.most_captured
            || self.from_beta && node.evaluation() < beta
            || node.in_check
            || is_mate(beta)
            || beta == INFINITE
            // Not twice in a row unless set, and not in a search that a technique requested of the node itself.
            || node.is_after_pass && !self.in_a_row
            || node.is_sub_search
            || node.ply < node.passes_from
            || self.only_at_cut_nodes && !node.expects_cut
            || self.reduce_instead > 0 && !node.window.is_null()
        {
            return Ok(None);
        }
        let e = node.static_evaluation();
        let plies = self.plies(node.position, e, node.depth, beta);
        let depth = (node.depth - 1 - plies).max(0);
        let window = Window::new(beta - 1, beta);
        let found = below.search(SubSearchOf::Pass, node, depth, window)?;
        let Some(value) = found
            .map(|found| found.value)
            .filter(|&value| value >= beta)
        else {
            return Ok(None);
        };
        let again = |below: &mut dyn SubSearch<G>, node: &OpenNode<'_, G>, depth, window| {
            let found = below.search(SubSearchOf::Again, node, depth, window)?;
            Ok(found.map_or(-INFINITE, |found| found.value))
        };
        if self.reduce_instead > 0 {
            let depth = (node.depth - i32::from(self.reduce_instead)).max(0);
            return again(below, node, depth, node.window).map(Some);
        }
        let value = if is_mate(value) { beta } else { value };
        if !self.verify {
            return Ok(Some(value));
        }
        let (depth, passes_from) = match self.verify_by {
            Verification::Reduced => (depth, node.passes_from),
            _ if node.passes_from > 0 => return Ok(Some(value)),
            Verification::Guarded => (depth, node.ply + depth * 3 / 4),
            Verification::OnePlyLess => (node.depth - 1, node.ply),
        };
        if depth == 0 || node.depth < self.verify_from {
            return Ok(Some(value));
        }
        let mut verified = node.clone();
        verified.passes_from = passes_from;
        let found = again(below, &verified, depth, window)?;
        Ok((found >= beta).then_some(match self.verify_by {
            Verification::OnePlyLess => found,
            _ => value,
        }))
    }
}
