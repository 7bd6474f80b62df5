//! Corrections of the static evaluation.

use plybench_engine::game::{MoveClass, Structure};

use super::{Reference, searched::ReferenceNode};
use plybench_checker::game::Recorded;

impl<G: Recorded> Reference<'_, G> {
    /// The structures of a position, each with its entry, if it is used.
    fn structures(&self, position: &G) -> Vec<(bool, u64)> {
        let by = self.settings.correction_history;
        let mut all = Vec::new();
        for (is_on, structure) in [(by.pawns, Structure::Pawns), (by.pieces, Structure::Pieces)] {
            if let Some(key) = position.structure_key(structure)
                && is_on
            {
                // Of 2^15 entries, the one that the key's first bits number.
                all.push((structure == Structure::Pawns, key / (1 << 49)));
            }
        }
        all
    }

    /// The static evaluation with what was learned, in centipawns.
    pub(super) fn corrected_evaluation(&self, position: &G) -> i32 {
        let mut parts = 0;
        for structure in self.structures(position) {
            parts += self.corrections.get(&structure).unwrap_or(&0);
        }
        position.evaluate(self.settings.evaluation) + parts / 256
    }

    /// Learns from the value that the moves of a node have.
    pub(super) fn learn_correction(
        &mut self,
        node: &ReferenceNode<'_, G>,
        value: i32,
        best_move: Option<&G::Move>,
    ) {
        let agrees = value >= node.beta && value <= node.evaluation
            || value <= node.alpha && value >= node.evaluation;
        let is_loud = best_move.is_some_and(|&mv| node.position.classify(mv) != MoveClass::Quiet);
        if agrees || is_loud || node.is_quiescence || node.position.in_check() {
            return;
        }
        let share = 16.min(node.depth + 1);
        for structure in self.structures(node.position) {
            let parts = self.corrections.entry(structure).or_insert(0);
            let wanted = 256 * (value - node.evaluation);
            *parts = (*parts * (256 - share) + wanted * share) / 256;
            *parts = (*parts).clamp(-32 * 256, 32 * 256);
        }
    }
}
