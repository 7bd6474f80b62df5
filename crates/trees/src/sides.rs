//! The two sides of a search, and values and windows as MAX, the side to move at the root, sees them.

use plybench_checker::trace::Bound;

/// A side of a search, named as in textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side to move at the root.
    Max,
    /// The opponent of the side to move at the root.
    Min,
}

impl Side {
    /// `MAX` or `MIN`, as texts, pictures and JSON have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Max => "MAX",
            Side::Min => "MIN",
        }
    }

    /// The side to move at a ply.
    #[must_use]
    pub fn at(ply: u8) -> Self {
        match ply % 2 {
            0 => Side::Max,
            _ => Side::Min,
        }
    }

    /// The side that moves after it.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }

    /// A value of this side, as MAX sees it.
    pub(crate) fn value(self, value: i16) -> i16 {
        match self {
            Side::Max => value,
            Side::Min => -value,
        }
    }

    /// A bound of a value of this side, as MAX sees it.
    pub(crate) fn bound(self, bound: Bound) -> Bound {
        match (bound, self) {
            (Bound::Exact, _) | (_, Side::Max) => bound,
            (Bound::Lower, Side::Min) => Bound::Upper,
            (Bound::Upper, Side::Min) => Bound::Lower,
        }
    }

    /// A window of this side, as MAX sees it.
    pub(crate) fn window(self, (alpha, beta): (i16, i16)) -> Window {
        let (alpha, beta) = match self {
            Side::Max => (alpha, beta),
            Side::Min => (-beta, -alpha),
        };
        Window { alpha, beta }
    }
}

/// An open interval of values, as MAX sees them: centipawns, or 30000 minus the plies to a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What MAX is sure of.
    pub alpha: i16,
    /// What MIN is sure of.
    pub beta: i16,
}
