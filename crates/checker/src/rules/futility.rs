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
}

impl Default for Futility {
    fn default() -> Self {
        Futility { margins: vec![200] }
    }
}

impl Futility {
    /// Its name.
    pub(crate) const NAME: &str = "futility";
    /// Its place.
    pub(crate) const PLACE: u8 = 3;

    /// Whether a move is skipped.
    pub(crate) fn skips<G: Recorded>(&self, node: &Node<'_, G>, made: &Made) -> bool {
        let margin = (node.depth > 0).then(|| self.margins.get(node.depth as usize - 1));
        let Some(Some(margin)) = margin else {
            return false;
        };
        let alpha = node.window.alpha;
        !node.in_quiescence
            && !node.in_check
            && made.is_quiet
            && !made.gives_check
            && !is_mate(alpha)
            && evaluation(node.static_evaluation() + i32::from(*margin)) <= alpha
    }
}
