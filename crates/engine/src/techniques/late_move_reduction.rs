//! Late move reduction by one ply: moves that come late in the order get a shallower first look.
//!
//! If the reduced search beats alpha after all, the move is searched again at full depth.

use super::{Effect, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// Moves that are always searched at full depth.
const FULL_DEPTH_MOVES: usize = 3;

/// Searches late quiet moves less deep at first.
#[derive(Clone, Copy, Debug, Default)]
pub struct LateMoveReduction;

impl LateMoveReduction {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "late-move-reduction",
        effect: Effect::Heuristic,
        condition: "d ≥ 3, fourth move or later, quiet, no check, not in check: d - 1, again if > a",
        source: "Romstad, An Introduction to Late Move Reductions (2006)",
        used_by: "Glaurung, Fruit, Stockfish, nearly all with larger reductions",
    };
}

impl<G: Game> Technique<G> for LateMoveReduction {
    #[inline]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        u8::from(
            node.depth.plies() >= 3
                && mv.number >= FULL_DEPTH_MOVES
                && !mv.gives_check
                && !node.in_check
                && !node.in_quiescence
                && mv.is_quiet(),
        )
    }
}
