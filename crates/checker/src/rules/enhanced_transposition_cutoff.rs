//! Enhanced transposition cutoff: a node is cut off if the table knows a move that reaches beta.

use plybench_engine::game::MoveKind;
use serde::Deserialize;

use crate::{
    check::{Checker, Node},
    game::Recorded,
};

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct EnhancedTranspositionCutoff {
    /// The smallest depth.
    min_depth: i32,
}

impl Default for EnhancedTranspositionCutoff {
    fn default() -> Self {
        EnhancedTranspositionCutoff { min_depth: 2 }
    }
}

impl EnhancedTranspositionCutoff {
    /// Its name.
    pub(crate) const NAME: &str = "enhanced-transposition-cutoff";
    /// Its place.
    pub(crate) const PLACE: u8 = 2;

    /// The value with which the node is cut off, if it is.
    pub(crate) fn cutoff<G: Recorded, R: std::io::BufRead>(
        &self,
        node: &Node<'_, G>,
        checker: &Checker<'_, G, R>,
    ) -> Option<i32> {
        if node.in_quiescence || node.depth < self.min_depth {
            return None;
        }
        let mut moves = Vec::new();
        node.position.for_each_move(MoveKind::All, |mv| {
            if !checker.leaves_out(node.position, mv) {
                moves.push(mv);
            }
        });
        let known = moves.into_iter().filter_map(|mv| {
            let child = node.position.play(mv);
            checker.least_after(node, &child, node.depth - 1)
        });
        known.into_iter().find(|&value| value >= node.window.beta)
    }
}
