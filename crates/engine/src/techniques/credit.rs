//! Which technique caused an effect.

/// Identifies a technique of a search by its place: mate distance pruning, then the other built-in ones in the order of the
/// registry ([`BuiltIn::NAMES`](super::BuiltIn::NAMES)), then the caller's own in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TechniqueId(u8);

impl TechniqueId {
    /// The number of techniques that can be distinguished. Any further ones share the last place.
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
        // The remainder tells the compiler the bound.
        self.0 as usize % Self::MOST
    }
}

/// A number of plies by which a technique changes the depth of a move, with that technique.
///
/// Both are packed into one number, with the plies in the upper byte and the inverted place in the lower. So the larger effect is
/// the larger number, and on a tie the first technique is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plies(u16);

impl Plies {
    /// The depth stays as it is.
    pub const NONE: Self = Plies(0);

    /// A change of `plies` by a technique.
    #[inline(always)]
    #[must_use]
    pub const fn by(technique: TechniqueId, plies: u8) -> Self {
        if plies == 0 {
            // The same value for every technique, so that the compiler can see it where a technique never changes the depth.
            return Self::NONE;
        }
        Plies(u16::from_be_bytes([plies, u8::MAX - technique.0]))
    }

    /// The plies by which the depth changes; 0 for [`Plies::NONE`].
    #[inline(always)]
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0.to_be_bytes()[0]
    }

    /// The technique. Meaningless for [`Plies::NONE`].
    #[inline(always)]
    #[must_use]
    pub const fn technique(self) -> TechniqueId {
        TechniqueId(u8::MAX - self.0.to_be_bytes()[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_beyond_the_last_place_share_it() {
        let last = TechniqueId::MOST - 1;
        for place in 0..3 * TechniqueId::MOST {
            assert_eq!(TechniqueId::at(place).place(), place.min(last));
        }
    }

    #[test]
    fn more_plies_are_larger_then_the_first_technique() {
        let all = (1..=3).flat_map(|plies| (0..TechniqueId::MOST).rev().map(move |at| (plies, at)));
        let mut last = Plies::NONE;
        for (plies, place) in all {
            let technique = TechniqueId::at(place);
            let change = Plies::by(technique, plies);
            assert!(change > last, "{plies} plies by {place}");
            assert_eq!((change.plies(), change.technique()), (plies, technique));
            assert_eq!(Plies::by(technique, 0), Plies::NONE);
            last = change;
        }
    }
}
