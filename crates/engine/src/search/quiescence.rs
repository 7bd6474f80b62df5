//! Quiescence: the search beyond the horizon.
//!
//! Quiescence uses the same node function as the main search; this file holds what differs. In check
//! there is no standing pat and every evasion is searched, so a mate is found as a mate. Otherwise
//! the side to move may stand pat on the static value, and only captures and promotions are
//! searched. (Harris, "The Heuristic Search and the Game of Chess", 1975, for the idea of standing
//! pat.)

use crate::{game::Game, score::Score, techniques::Node};

/// The value of standing pat; `None` in check, where it is not allowed.
#[inline]
pub(super) fn stand_pat<G: Game>(node: &Node<'_, G>) -> Option<Score> {
    (!node.in_check).then(|| Score::evaluation(node.static_evaluation()))
}
