//! Which technique did it.

/// One of the techniques of a search, by its place: mate distance pruning, then the other built-in ones in the order of the registry
/// ([`BuiltIn::NAMES`](super::BuiltIn::NAMES)), then the caller's own in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TechniqueId(u8);

impl TechniqueId {
    /// How many can be told apart. Any more share the last place.
    pub const MOST: usize = 32;

    /// The technique at a place.
    #[inline(always)]
    #[must_use]
    pub const fn at(place: usize) -> Self {
        if place < Self::MOST {
            TechniqueId(place as u8)
        } else {
            TechniqueId(Self::MOST as u8 - 1)
        }
    }

    /// Its place, less than [`MOST`](Self::MOST).
    #[inline(always)]
    #[must_use]
    pub const fn place(self) -> usize {
        // Tells the compiler the bound.
        self.0 as usize % Self::MOST
    }
}

/// What a technique did, and which one it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credited<T> {
    /// What was done.
    pub what: T,
    /// By which technique.
    pub by: TechniqueId,
}

/// By how many plies a technique changes the depth of a move, and which one it is.
///
/// One number, plies before places, so that the larger effect is the larger number, and the first technique on a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plies(u16);

impl Plies {
    /// No change.
    pub const NONE: Self = Plies(0);

    /// So many plies by a technique.
    #[inline(always)]
    #[must_use]
    pub const fn by(technique: TechniqueId, plies: u8) -> Self {
        if plies == 0 {
            // The same whoever asks for none, which the compiler sees of all who never ask for any.
            return Self::NONE;
        }
        Plies(u16::from_be_bytes([plies, u8::MAX - technique.0]))
    }

    /// How many.
    #[inline(always)]
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0.to_be_bytes()[0]
    }

    /// By which technique, if there are any.
    #[inline(always)]
    #[must_use]
    pub const fn technique(self) -> TechniqueId {
        TechniqueId(u8::MAX - self.0.to_be_bytes()[1])
    }
}
