//! Only the lower bound: half of the pruning, as left by a bug that disabled the other half.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowerOnly;

impl LowerOnly {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "lower-only",
        effect: Effect::Exact,
        condition: "p > 0: a ← max(a, -M+p); a ≥ b: return a",
        source: "Weiss pull request 757 (the half that survived its refactoring)",
        used_by: "Weiss for a day",
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
