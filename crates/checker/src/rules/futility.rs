//! Futility pruning: a quiet move near the horizon is skipped if the evaluation plus a margin does not exceed alpha.

use serde::Deserialize;

use crate::{
    check::{Made, Node},
    game::Recorded,
    value::{evaluation, is_mate},
};

/// Its parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Futility {
    /// The margin for depth 1, 2, …, in centipawns.
    pub(crate) margins: Vec<u16>,
    /// Whether moves that are not quiet count too, and the evaluation after the move decides.
    pub(crate) all_moves: bool,
}

impl Default for Futility {
    fn default() -> Self {
        Futility {
            margins: vec![200],
            all_moves: false,
        }
    }
}

impl Futility {
    /// Its name.
    pub(crate) const NAME: &str = "futility";
    /// Its place.
    pub(crate) const PLACE: u8 = 5;

    /// Whether a move is skipped.
    pub(crate) fn skips<G: Recorded>(&self, node: &Node<'_, G>, made: &Made) -> bool {
        let margin = (node.depth > 0).then(|| self.margins.get(node.depth as usize - 1));
        let Some(Some(margin)) = margin else {
            return false;
        };
        let alpha = node.window.alpha;
        let e = if self.all_moves {
            made.evaluation_after
        } else {
            node.static_evaluation()
        };
        !node.in_quiescence
            && !node.in_check
            && (made.is_quiet || self.all_moves)
            && !made.gives_check
            && !is_mate(alpha)
            && evaluation(e + i32::from(*margin)) <= alpha
    }
}
