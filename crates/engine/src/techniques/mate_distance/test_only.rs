//! Both bounds, tight, tested on copies of alpha and beta. An open window is not narrowed.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_next, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestOnly;

impl TestOnly {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "test-only",
        effect: Effect::Exact,
        condition: "if p > 0 and max(a, -M+p) ≥ min(b, M-p-1): return max(a, -M+p)",
        source: "Ethereal (tests copies of the bounds)",
        used_by: "Ethereal, Arasan, Viridithas before 2023",
    };
}

impl<G: Game> Technique<G> for TestOnly {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        match clamp_between(node.window, mated_now(node.ply), mate_next(node.ply)) {
            Clamped::Narrowed { .. } => Clamped::Kept,
            settled => settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        MateBound, MateDistance,
        tests::{at_entry, cut},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::TestOnly;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn an_open_window_stays() {
        assert_eq!(at_entry(FORM, 3, OPEN.0, OPEN.1), super::Clamped::Kept);
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(4), OPEN.1),
            cut(Score::mate_in(4), MateBound::Upper)
        );
    }
}
