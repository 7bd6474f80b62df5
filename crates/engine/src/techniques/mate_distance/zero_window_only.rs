//! Only the upper bound, one ply loose, after the table probe and only in null windows. A null window
//! that is narrowed always closes.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroWindowOnly;

impl ZeroWindowOnly {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "zero-window-only",
        effect: Effect::Exact,
        condition: "after the table probe, if p > 0, b = a + 1 and a ≥ M-p: return a",
        source: "Frozenight",
        used_by: "Frozenight",
    };
}

impl<G: Game> Technique<G> for ZeroWindowOnly {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::AfterProbe || node.in_quiescence {
            return Clamped::Kept;
        }
        if !node.window.is_null() {
            return Clamped::Kept;
        }
        clamp_between(node.window, node.window.alpha(), mate_now(node.ply))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ClampPoint, MateBound, MateDistance,
        tests::{TestNode, clamp, cut},
    };
    use crate::score::Score;

    #[test]
    fn an_open_window_stays() {
        let at = |alpha: Score, beta| {
            clamp(
                MateDistance::ZeroWindowOnly,
                ClampPoint::AfterProbe,
                TestNode::at_ply(3),
                (alpha, beta),
            )
        };
        let alpha = Score::mate_in(3);
        assert_eq!(at(alpha, alpha.just_above()), cut(alpha, MateBound::Upper));
        assert_eq!(at(alpha, Score::mate_in(0)), super::Clamped::Kept);
    }
}
