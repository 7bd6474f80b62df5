//! Quiescence: which moves are searched on beyond the horizon, and with what to compare them.
//!
//! Quiescence runs through the same skeleton as the main search; this file holds what differs. In
//! check there is no standing pat and every evasion is searched, so a mate is a mate; otherwise the
//! side to move may stand pat on the static value, and only captures and promotions are searched.
//! (Harris, "The Heuristic Search and the Game of Chess", 1975, for the idea of standing pat.)

use crate::{game::Game, score::Score, techniques::Node};

/// The value of searching nothing, where that is allowed.
#[inline]
pub(super) fn stand_pat<G: Game>(node: &Node<'_, G>) -> Option<Score> {
    (!node.in_check).then(|| Score::evaluation(node.static_evaluation()))
}
