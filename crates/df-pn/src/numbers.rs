//! Proof and disproof numbers.

/// What is still to be shown at a node, in positions: φ for the goal of the side to move, δ for that of the other side. The goal of the
/// attacker is a mate in time, that of the defender is that there is none. φ is the proof number of an attacker's node and the disproof
/// number of a defender's, and δ the other one (A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// For the goal of the side to move.
    pub(crate) phi: u32,
    /// For the goal of the other side.
    pub(crate) delta: u32,
}

/// More than any number of positions. Sums stop here, so that two of them can be added.
pub(crate) const INFINITE: u32 = u32::MAX / 2;

impl Numbers {
    /// The side to move has reached its goal.
    pub(crate) const WON: Self = Numbers {
        phi: 0,
        delta: INFINITE,
    };

    /// The other side has reached its goal.
    pub(crate) const LOST: Self = Numbers {
        phi: INFINITE,
        delta: 0,
    };

    /// Nothing is known of the node.
    pub(crate) const UNKNOWN: Self = Numbers { phi: 1, delta: 1 };

    /// A threshold that only a solution reaches.
    pub(crate) const UNREACHED: Self = Numbers {
        phi: INFINITE,
        delta: INFINITE,
    };

    /// Whether one side has reached its goal.
    pub(crate) fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A sum of numbers, at most infinite.
pub(crate) fn sum(a: u32, b: u32) -> u32 {
    (a + b).min(INFINITE)
}
