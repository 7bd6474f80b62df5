//! One bound at each node: alpha is raised, or else beta is lowered, one ply loose.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_now, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vipermate;

impl Vipermate {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "vipermate",
        effect: Effect::Exact,
        condition: "if p > 0: if a < -M+p: a ← -M+p, else b ← min(b, M-p); if a ≥ b: return a",
        source: "E. Altavilla, ViperMate journal, 5 November 2023",
        used_by: "ViperMate",
    };
}

impl<G: Game> Technique<G> for Vipermate {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        let (lowest, highest) = (mated_now(node.ply), mate_now(node.ply));
        if node.window.alpha() < lowest {
            clamp_between(node.window, lowest, node.window.beta())
        } else {
            clamp_between(node.window, node.window.alpha(), highest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        MateBound, MateDistance,
        tests::{at_entry, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::Vipermate;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn only_one_bound_moves() {
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, OPEN.1),
            narrowed(Score::mated_in(3), OPEN.1, true, false)
        );
        assert_eq!(
            at_entry(FORM, 3, Score::evaluation(0), OPEN.1),
            narrowed(Score::evaluation(0), Score::mate_in(3), false, true)
        );
        assert_eq!(
            at_entry(FORM, 3, OPEN.0, Score::mated_in(3)),
            cut(Score::mated_in(3), MateBound::Lower)
        );
    }
}
