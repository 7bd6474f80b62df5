//! Both bounds, tight, the lower one two plies tighter if the side to move is not in check. It cannot be
//! mated now in that case, so the earliest mate is two plies later.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_next, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckAware;

impl CheckAware {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "check-aware",
        effect: Effect::Exact,
        condition: "if p > 0: a ← max(a, -M+p in check, -M+p+2 otherwise), b ← min(b, M-p-1); if a ≥ b: return a",
        source: "this project",
        used_by: "no public engine is known to use it",
    };
}

impl<G: Game> Technique<G> for CheckAware {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        let soonest_loss = if node.in_check {
            node.ply
        } else {
            node.ply.next().next()
        };
        clamp_between(node.window, mated_now(soonest_loss), mate_next(node.ply))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ClampPoint, MateBound, MateDistance,
        tests::{TestNode, at_entry, clamp, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::CheckAware;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn the_lower_bound_depends_on_whether_the_side_to_move_is_in_check() {
        let worst = Score::mated_in(5);
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, worst),
            cut(worst, MateBound::Lower)
        );
        let checked = TestNode {
            in_check: true,
            ..TestNode::at_ply(3)
        };
        assert_eq!(
            clamp(FORM, ClampPoint::Entry, checked, (OPEN.0, worst)),
            narrowed(Score::mated_in(3), worst, true, false)
        );
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(4), OPEN.1),
            cut(Score::mate_in(4), MateBound::Upper)
        );
    }
}
