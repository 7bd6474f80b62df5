//! Both bounds, tight, in quiescence as well as in the main search.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_next, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct InQuiescence;

impl InQuiescence {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "in-quiescence",
        effect: Effect::Exact,
        condition: "in quiescence too, if p > 0: a ← max(a, -M+p), b ← min(b, M-p-1); if a ≥ b: return a",
        source: "Weiss; PlentyChess",
        used_by: "Weiss, PlentyChess, FrankyGo (loose)",
    };
}

impl<G: Game> Technique<G> for InQuiescence {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry {
            return Clamped::Kept;
        }
        clamp_between(node.window, mated_now(node.ply), mate_next(node.ply))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ClampPoint, MateBound, MateDistance,
        tests::{TestNode, at_entry, clamp, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::InQuiescence;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn bounds_are_tight_on_both_sides() {
        // At ply 3 the best value is a mate at ply 4, and the worst is being mated now.
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, OPEN.1),
            narrowed(Score::mated_in(3), Score::mate_in(4), true, true)
        );
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(4), OPEN.1),
            cut(Score::mate_in(4), MateBound::Upper)
        );
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, Score::mated_in(3)),
            cut(Score::mated_in(3), MateBound::Lower)
        );
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(5), Score::INFINITE),
            narrowed(Score::mate_in(5), Score::mate_in(4), false, true)
        );
    }

    #[test]
    fn quiescence_is_clamped_too() {
        let window = (Score::mate_in(4), OPEN.1);
        let node = TestNode {
            in_quiescence: true,
            ..TestNode::at_ply(3)
        };
        assert_eq!(
            clamp(FORM, ClampPoint::Entry, node, window),
            cut(Score::mate_in(4), MateBound::Upper)
        );
        let kept = clamp(MateDistance::Stockfish, ClampPoint::Entry, node, window);
        assert_eq!(kept, super::super::Clamped::Kept);
    }
}
