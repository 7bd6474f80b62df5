//! Null move pruning: if passing still fails high, so would the best move.
//!
//! Not in check, not twice in a row, not with nothing but pawns (where having to move is likely to
//! be a burden), and not where the window asks about mates. A mate that the reduced search claims
//! is unproven, since the opponent answered a move that was never made; it is returned as beta.

use super::{Effect, Info, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, window::Window};

/// Plies by which the search after passing is less deep, besides the pass itself.
const REDUCTION: u8 = 2;

/// Cuts where passing fails high.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullMove;

impl NullMove {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "null-move",
        effect: Effect::Heuristic,
        condition: "d ≥ 2, e ≥ b, not in check, b no mate: value after a pass at depth d - 3 ≥ b",
        source: "Donninger, Null Move and Deep Search (1993); Goetsch and Campbell (1990)",
        used_by: "Stockfish, Fruit, micro-Max, nearly all",
    };
}

impl<G: Game> Technique<G> for NullMove {
    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<Score> {
        let beta = node.window.beta();
        if node.depth.plies() < 2
            || node.in_check
            || node.in_quiescence
            || node.after_pass
            || beta.is_mate()
            || beta == Score::INFINITE
            || Score::evaluation(node.static_evaluation()) < beta
        {
            return None;
        }
        let depth = node.depth.less(1 + REDUCTION);
        let value = below.after_pass(node, depth, Window::null_below(beta))?;
        (value >= beta).then_some(if value.is_mate() { beta } else { value })
    }
}
