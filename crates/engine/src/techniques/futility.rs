//! Futility pruning at depth 1: a quiet move cannot make up for a hopeless evaluation.
//!
//! One ply before the horizon a quiet move changes the evaluation by little. If even a margin does
//! not lift it to alpha, the move is passed over. Never in check, never a check, never where alpha
//! is a mate score.

use super::{Effect, Info, MadeMove, Node, Technique};
use crate::{game::Game, score::Score};

/// The most that a quiet move is expected to gain, in centipawns.
const MARGIN: i32 = 200;

/// Passes over quiet moves that cannot reach alpha.
#[derive(Clone, Copy, Debug, Default)]
pub struct Futility;

impl Futility {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "futility",
        effect: Effect::Heuristic,
        condition: "d = 1, not in check, quiet, no check, a no mate, e + 200 ≤ a: skip",
        source: "Heinz, Extended Futility Pruning (1998), after Schaeffer (1986)",
        used_by: "DarkThought, micro-Max, nearly all in some form",
    };
}

impl<G: Game> Technique<G> for Futility {
    #[inline]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let alpha = node.window.alpha();
        node.depth.plies() == 1
            && !node.in_check
            && !node.in_quiescence
            && !mv.gives_check
            && !alpha.is_mate()
            && mv.is_quiet()
            && Score::evaluation(node.static_evaluation() + MARGIN) <= alpha
    }
}
