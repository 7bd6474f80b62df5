//! Distances in the tree, each with its own type.
//!
//! A ply counts up from the root; a depth counts down to the horizon. Engines that store both as
//! plain integers have mixed them up in their mate scores. Here that is a compile error.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The largest distance from the root that a search can reach, extensions and quiescence
/// included. A node at this ply is evaluated statically, whatever depth it has left.
pub const MAX_PLY: usize = 255;

/// The largest nominal depth of a search, in plies.
pub const MAX_DEPTH: u8 = 100;

/// Distance of a node from the root, in plies; the root is at ply 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ply(u16);

impl Ply {
    /// The ply of the root.
    pub const ROOT: Ply = Ply(0);

    /// The ply of a node this many plies below the root.
    #[inline]
    #[must_use]
    pub const fn new(plies: u16) -> Self {
        Ply(plies)
    }

    /// The ply of a child of this node.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Ply(self.0 + 1)
    }

    /// The number of plies from the root.
    #[inline]
    #[must_use]
    pub const fn plies(self) -> u16 {
        self.0
    }

    /// The ply as an index into a table with one row per ply.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Plies left from a node to the horizon; 0 at the horizon and in quiescence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Depth(u8);

impl Depth {
    /// Depth 0: a node without a ply left, which quiescence or the static evaluation answers.
    pub const HORIZON: Depth = Depth(0);

    /// The depth of a node with this many plies to the horizon.
    #[inline]
    #[must_use]
    pub const fn new(plies: u8) -> Self {
        Depth(plies)
    }

    /// The number of plies to the horizon.
    #[inline]
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0
    }

    /// Whether no plies are left.
    #[inline]
    #[must_use]
    pub const fn is_horizon(self) -> bool {
        self.0 == 0
    }

    /// This depth reduced by `plies`, at least [`Depth::HORIZON`].
    #[inline]
    #[must_use]
    pub const fn less(self, plies: u8) -> Self {
        Depth(self.0.saturating_sub(plies))
    }

    /// This depth increased by `plies`, at most 255.
    #[inline]
    #[must_use]
    pub const fn more(self, plies: u8) -> Self {
        Depth(self.0.saturating_add(plies))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_end_at_the_horizon_and_at_255() {
        assert_eq!(Depth::new(3).less(2), Depth::new(1));
        assert_eq!(Depth::new(3).less(4), Depth::HORIZON);
        assert_eq!(Depth::new(254).more(1), Depth::new(255));
        assert_eq!(Depth::new(254).more(3), Depth::new(255));
    }
}
