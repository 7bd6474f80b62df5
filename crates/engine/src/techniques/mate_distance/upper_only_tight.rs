//! Only the upper bound, tight.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_next};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpperOnlyTight;

impl UpperOnlyTight {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "upper-only-tight",
        effect: Effect::Exact,
        condition: "if p > 0: b ← min(b, M-p-1); if a ≥ b: return a",
        source: "the upper half of the Stockfish form",
        used_by: "no public engine is known to use it alone",
    };
}

impl<G: Game> Technique<G> for UpperOnlyTight {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        clamp_between(node.window, node.window.alpha(), mate_next(node.ply))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        MateBound, MateDistance,
        tests::{at_entry, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::UpperOnlyTight;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn alpha_stays() {
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, OPEN.1),
            narrowed(OPEN.0, Score::mate_in(4), false, true)
        );
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(4), OPEN.1),
            cut(Score::mate_in(4), MateBound::Upper)
        );
    }
}
