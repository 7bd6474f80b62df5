//! Check extension: a move that gives check is searched one ply deeper.
//!
//! A check forces the reply, so it is a cheap way to push an unwelcome discovery over the horizon;
//! and a check at the horizon may be mate. Awarded when the check is given, not when it is
//! answered: next to the horizon the answer would come too late to be awarded anything.

use super::{Effect, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// Deepens moves that give check by one ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckExtension;

impl CheckExtension {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "check-extension",
        effect: Effect::Heuristic,
        condition: "the move gives check: d + 1",
        source: "H. G. Muller, micro-Max 4.7, check extension",
        used_by: "micro-Max (on the evasion)",
    };
}

impl<G: Game> Technique<G> for CheckExtension {
    #[inline]
    fn extension(&self, _: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        u8::from(mv.gives_check)
    }
}
