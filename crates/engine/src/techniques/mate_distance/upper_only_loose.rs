//! Only the upper bound, one ply loose.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpperOnlyLoose;

impl UpperOnlyLoose {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "upper-only-loose",
        effect: Effect::Exact,
        condition: "if p > 0: b ← min(b, M-p); if a ≥ b: return a",
        source: "Texel, src/search.cpp",
        used_by: "Texel",
    };
}

impl<G: Game> Technique<G> for UpperOnlyLoose {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        clamp_between(node.window, node.window.alpha(), mate_now(node.ply))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        MateBound, MateDistance,
        tests::{at_entry, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::UpperOnlyLoose;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn a_mate_with_the_next_move_is_still_looked_for() {
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(4), OPEN.1),
            narrowed(Score::mate_in(4), Score::mate_in(3), false, true)
        );
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(3), OPEN.1),
            cut(Score::mate_in(3), MateBound::Upper)
        );
    }
}
