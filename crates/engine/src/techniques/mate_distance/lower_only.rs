//! Only the lower bound: the half of the pruning that remained after a bug disabled the other half.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowerOnly;

impl LowerOnly {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "lower-only",
        effect: Effect::Exact,
        condition: "if p > 0: a ← max(a, -M+p); if a ≥ b: return a",
        source: "Weiss pull request 757 (the half that survived its refactoring)",
        used_by: "Weiss, for one day",
    };
}

impl<G: Game> Technique<G> for LowerOnly {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        clamp_between(node.window, mated_now(node.ply), node.window.beta())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        MateBound, MateDistance,
        tests::{at_entry, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::LowerOnly;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn beta_stays() {
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, OPEN.1),
            narrowed(Score::mated_in(3), OPEN.1, true, false)
        );
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, Score::mated_in(3)),
            cut(Score::mated_in(3), MateBound::Lower)
        );
    }
}
