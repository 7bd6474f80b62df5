//! When the search corrects the static evaluation, and when it learns from the value of a node.

use super::{conventions::Conventions, searcher::Searcher};
use crate::{
    game::{Game, MoveClass},
    observe::SearchObserver,
    score::Score,
    techniques::Node,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Whether the search corrects the static evaluation.
    #[inline(always)]
    pub(super) fn corrects_evaluations(&self) -> bool {
        Self::HAS_RARE_SETTINGS && self.options.correction_history.is_on()
    }

    /// Learns by how much the value of a node's moves differs from its corrected evaluation; the node belongs to the main search and has
    /// its window from before the moves. It learns nothing in check, from a best move that captures or promotes, without one of the
    /// moves, or from a bound that the evaluation satisfies.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<'_, G>,
        value: Score,
        best_move: Option<G::Move>,
    ) {
        let is_tactical = |mv| node.position.classify(mv) != MoveClass::Quiet;
        if node.in_check
            || node.stack_entry.excluded.is_some()
            || best_move.is_some_and(is_tactical)
        {
            return;
        }
        let value = self.answer(value, node.window);
        let difference = i32::from(value.raw()).saturating_sub(node.static_evaluation());
        let is_known = node.window.fails_high(value) && difference <= 0
            || node.window.fails_low(value) && difference >= 0;
        if !is_known {
            self.corrections
                .learn(node.position, node.depth, difference);
        }
    }
}
