//! Both bounds, tight, but only after the table probe, if the entry did not end the node.

use super::{ClampPoint, Clamped, Node, Technique, Uses, clamp_between, mate_next, mated_now};
use crate::{
    game::Game,
    techniques::{Effect, Info},
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct AfterProbe;

impl AfterProbe {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "after-probe",
        effect: Effect::Exact,
        condition: "after the table probe, if p > 0: a ← max(a, -M+p), b ← min(b, M-p-1); if a ≥ b: return a",
        source: "Koivisto (placement after the table probe)",
        used_by: "Koivisto",
    };
}

impl<G: Game> Technique<G> for AfterProbe {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::CLAMP
    }

    #[inline]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if point != ClampPoint::AfterProbe || node.in_quiescence {
            return Clamped::Kept;
        }
        clamp_between(node.window, mated_now(node.ply), mate_next(node.ply))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ClampPoint, MateBound, MateDistance,
        tests::{TestNode, at_entry, clamp, cut},
    };
    use crate::score::Score;

    #[test]
    fn nothing_happens_before_the_probe() {
        let form = MateDistance::AfterProbe;
        let window = (Score::mate_in(4), Score::mate_in(0));
        assert_eq!(at_entry(form, 3, window.0, window.1), super::Clamped::Kept);
        let after = clamp(form, ClampPoint::AfterProbe, TestNode::at_ply(3), window);
        assert_eq!(after, cut(Score::mate_in(4), MateBound::Upper));
    }
}
