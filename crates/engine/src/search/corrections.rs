//! When the search corrects the static evaluation, and when it learns from the value of a node.

use super::{conventions::Conventions, options::FailMode, searcher::Searcher};
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

    /// Learns by how much the corrected evaluation of a node of the main search, in its own window, differs from the value that its moves
    /// have, unless that is due to a check or to a capture or promotion, or the value is a bound that the evaluation agrees with.
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
        let value = match self.options.fail {
            FailMode::Hard => node.window.clamp(value),
            FailMode::Soft => value,
        };
        let difference = i32::from(value.raw()).saturating_sub(node.static_evaluation());
        let is_known = node.window.fails_high(value) && difference <= 0
            || node.window.fails_low(value) && difference >= 0;
        if !is_known {
            self.corrections
                .learn(node.position, node.depth, difference);
        }
    }
}
