//! Singular extension: the table's move is extended if all others are far worse.

use plybench_engine::observe::SubSearchOf;

use super::{MadeMove, OpenNode, Recorded, Result, Rule, SubSearch, Verdict};
use crate::{
    trace::Bound,
    value::{Window, from_table, is_mate, shifted},
};

super::parameters! {
    SingularExtension {
        /// In centipawns for each ply of the node's depth.
        margin: u8 = 2,
        /// The smallest depth of a node at which it acts.
        min_depth: i32 = 6,
        /// Plies by which the entry may be shallower than the node.
        slack: u8 = 3,
        /// In centipawns below the margin: a second ply. 0 for never.
        twice_margin: u8 = 0,
        /// The same for one ply more.
        thrice_margin: u8 = 0,
        /// Plies by which a line may have been extended before for more than one.
        line_limit: i32 = 10,
        /// Whether others that reach beta end the node.
        cut: bool = false,
        /// Plies taken from a move that is not singular and has beta.
        shorten: u8 = 0,
        /// Plies taken from others that are not singular, where a cut is expected.
        shorten_at_cut_nodes: u8 = 0,
    }
}

impl<G: Recorded> Rule<G> for SingularExtension {
    fn verdict(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Verdict> {
        let Some(entry) = &node.entry else {
            return Ok(Verdict::Extended(0));
        };
        let is_candidate = !node.is_root()
            && node.depth >= self.min_depth
            && !node.is_sub_search
            && entry.mv == Some(made.mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - i32::from(self.slack);
        let value = from_table(entry.value, node.ply);
        let threshold = shifted(value, -i32::from(self.margin) * node.depth);
        let Some(threshold) = threshold.filter(|_| is_candidate) else {
            return Ok(Verdict::Extended(0));
        };
        let window = Window::new(threshold - 1, threshold);
        let without = SubSearchOf::Without(made.mv);
        let Some(others) = below.search(without, node, (node.depth - 1) / 2, window)? else {
            return Ok(Verdict::Extended(0));
        };
        let (others, beta) = (others.value, node.window.beta);
        if others < threshold {
            let is_long = node.extension >= self.line_limit || !node.window.is_null();
            let reached = |margin: u8| {
                !is_long
                    && margin != 0
                    && shifted(threshold, -i32::from(margin)).is_some_and(|lower| others < lower)
            };
            let (twice, thrice) = (reached(self.twice_margin), reached(self.thrice_margin));
            return Ok(Verdict::Extended(1 + u8::from(twice) + u8::from(thrice)));
        }
        Ok(if self.cut && others >= beta && !is_mate(others) {
            Verdict::Cut(others)
        } else if value >= beta {
            Verdict::Shortened(self.shorten)
        } else if node.expects_cut {
            Verdict::Shortened(self.shorten_at_cut_nodes)
        } else {
            Verdict::Extended(0)
        })
    }
}
