//! What micro-Max 4.7 does about mates: the [delayed-loss bonus](super::delayed_loss), and a mate of the table
//! [holds](super::mate_holds) at any depth.
//!
//! micro-Max stores every mate score with the largest depth, also where a deeper search may find a faster mate. Here only what a
//! deeper search cannot refute is trusted.

use super::{DelayedLoss, Entry, MateHolds, Node, Technique, Uses};
use crate::{
    game::Game,
    score::Score,
    techniques::{Effect, Info},
    window::Window,
};

/// The form that this module describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MicroMax;

impl MicroMax {
    /// The registry's entry.
    pub const INFO: Info = Info {
        name: "micro-max",
        effect: Effect::MateExact,
        condition: "delayed-loss and mate-holds together",
        source: "H. G. Muller, micro-Max 4.7",
        used_by: "micro-Max",
    };
}

impl<G: Game> Technique<G> for MicroMax {
    #[inline(always)]
    fn uses(&self) -> Uses {
        Technique::<G>::uses(&DelayedLoss).and(Technique::<G>::uses(&MateHolds))
    }

    #[inline]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        MateHolds.trusts_entry(node, entry)
    }

    #[inline]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        DelayedLoss.reshape_window(node)
    }

    #[inline]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        DelayedLoss.reshape_value(node, value)
    }
}
