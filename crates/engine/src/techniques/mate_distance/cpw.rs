//! The textbook form: first the upper bound, one ply loose, then the lower one. A cut returns the bound
//! that closed the window.

use super::{
    ClampPoint, Clamped, MateBound, Node, Technique, Uses, clamp_between, mate_now, mated_now,
};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpw;

impl Cpw {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "cpw",
        effect: Effect::Exact,
        condition: "if p > 0: b ← min(b, M-p), if a ≥ b: return b; then a ← max(a, -M+p), if a ≥ b: return a",
        source: "Chess Programming Wiki, Mate Distance Pruning; Glass 1.0",
        used_by: "Glass, Koivisto (after the table probe)",
    };
}

impl<G: Game> Technique<G> for Cpw {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        let (highest, lowest) = (mate_now(node.ply), mated_now(node.ply));
        if node.window.alpha() >= highest {
            return Clamped::Cut {
                value: highest,
                bound: MateBound::Upper,
            };
        }
        if node.window.beta() <= lowest {
            return Clamped::Cut {
                value: lowest,
                bound: MateBound::Lower,
            };
        }
        clamp_between(node.window, lowest, highest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        MateBound, MateDistance,
        tests::{at_entry, cut, narrowed},
    };
    use crate::score::Score;

    const FORM: MateDistance = MateDistance::Cpw;
    const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

    #[test]
    fn the_upper_bound_is_loose_and_returned() {
        let (alpha, beta) = (Score::mate_in(2), Score::mate_in(1));
        assert_eq!(
            at_entry(FORM, 3, alpha, beta),
            cut(Score::mate_in(3), MateBound::Upper)
        );
        // A tight upper bound would cut here.
        assert_eq!(
            at_entry(FORM, 3, Score::mate_in(4), beta),
            narrowed(Score::mate_in(4), Score::mate_in(3), false, true)
        );
        let (alpha, beta) = (OPEN.0, Score::mated_in(2));
        assert_eq!(
            at_entry(FORM, 3, alpha, beta),
            cut(Score::mated_in(3), MateBound::Lower)
        );
    }
}
