//! Distances in the tree, each with a type of its own.
//!
//! A ply counts up from the root, a depth counts down to the horizon. Engines that keep both as
//! plain integers have mixed them up in their mate scores; here the compiler objects.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The largest distance from the root that a search can reach, extensions and quiescence
/// included. A node here is evaluated whatever depth it has left.
pub const MAX_PLY: usize = 255;

/// The deepest nominal search that can be asked for, in plies.
pub const MAX_DEPTH: u8 = 100;

/// Distance of a node from the root, in plies; the root is at ply 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ply(u16);

impl Ply {
    /// The root's own ply.
    pub const ROOT: Ply = Ply(0);

    /// A node this many plies below the root.
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

    /// The ply as an index into tables with one row a ply.
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
    /// The horizon.
    pub const HORIZON: Depth = Depth(0);

    /// This many plies to the horizon.
    #[inline]
    #[must_use]
    pub const fn new(plies: u8) -> Self {
        Depth(plies)
    }

    /// Plies to the horizon.
    #[inline]
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0
    }

    /// Whether no ply is left.
    #[inline]
    #[must_use]
    pub const fn is_horizon(self) -> bool {
        self.0 == 0
    }

    /// Less by some plies, but not below the horizon.
    #[inline]
    #[must_use]
    pub const fn less(self, plies: u8) -> Self {
        Depth(self.0.saturating_sub(plies))
    }

    /// More by some plies.
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
