//! Corrections of the static evaluation, learned anew.

use std::collections::HashMap;

use plybench_engine::game::{MoveClass, Structure};

use crate::{game::Recorded, node::OpenNode, settings::CorrectionHistory};

/// A centipawn, in the unit of corrections.
const CENTIPAWN: i64 = 256;

/// What was learned so far.
pub(super) struct Corrections {
    by: CorrectionHistory,
    /// By structure and the 15 high bits of its key.
    learned: HashMap<(usize, u64), i64>,
}

impl Corrections {
    pub(super) fn new(by: CorrectionHistory) -> Self {
        let learned = HashMap::new();
        Corrections { by, learned }
    }

    fn places<G: Recorded>(&self, position: &G) -> Vec<(usize, u64)> {
        let [pawns, pieces] = [
            (self.by.pawns, Structure::Pawns),
            (self.by.pieces, Structure::Pieces),
        ]
        .map(|(is_on, structure)| position.structure_key(structure).filter(|_| is_on));
        let keys = [pawns, pieces].into_iter().enumerate();
        keys.filter_map(|(of, key)| Some((of, key? >> 49)))
            .collect()
    }

    /// In centipawns, from the point of view of the side to move.
    pub(super) fn of<G: Recorded>(&self, position: &G) -> i32 {
        let places = self.places(position);
        let known = places.iter().filter_map(|place| self.learned.get(place));
        (known.sum::<i64>() / CENTIPAWN) as i32
    }

    /// Learns from the value that the moves of a node have. The node's window is the one before them.
    pub(super) fn learn<G: Recorded>(
        &mut self,
        node: &OpenNode<'_, G>,
        value: i32,
        best_move: Option<G::Move>,
    ) {
        let is_quiet = |mv| node.position.classify(mv) == MoveClass::Quiet;
        let error = value.saturating_sub(node.static_evaluation());
        // A bound teaches something only if the evaluation does not satisfy it.
        let says_more = match value {
            value if value >= node.window.beta => error > 0,
            value if value <= node.window.alpha => error < 0,
            _ => true,
        };
        if node.in_quiescence
            || node.in_check
            || node.excluded.is_some()
            || !best_move.is_none_or(is_quiet)
            || !says_more
        {
            return;
        }
        let new = i64::from((node.depth + 1).min(16));
        for place in self.places(node.position) {
            let known = self.learned.entry(place).or_default();
            let mean = *known * (CENTIPAWN - new) + i64::from(error) * CENTIPAWN * new;
            *known = (mean / CENTIPAWN).clamp(-32 * CENTIPAWN, 32 * CENTIPAWN);
        }
    }
}
