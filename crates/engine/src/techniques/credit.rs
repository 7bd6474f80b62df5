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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plies {
    plies: u8,
    technique: TechniqueId,
}

impl Plies {
    /// The depth stays as it is.
    pub const NONE: Self = Plies {
        plies: 0,
        technique: TechniqueId(0),
    };

    /// A change of `plies` by a technique.
    #[inline(always)]
    #[must_use]
    pub const fn by(technique: TechniqueId, plies: u8) -> Self {
        Plies { plies, technique }
    }

    /// The larger of two changes; of two that are equal, the first.
    #[inline(always)]
    #[must_use]
    pub const fn or_larger(self, other: Plies) -> Self {
        if self.plies == 0 || other.plies > self.plies {
            other
        } else {
            self
        }
    }

    /// The plies by which the depth changes; 0 for [`Plies::NONE`].
    #[inline(always)]
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.plies
    }

    /// The technique. Meaningless if the depth stays as it is.
    #[inline(always)]
    #[must_use]
    pub const fn technique(self) -> TechniqueId {
        self.technique
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
    fn the_larger_change_applies_then_that_of_the_first_technique() {
        let [first, second] = [3, 7].map(TechniqueId::at);
        for (plies, other, expected) in [(1, 2, second), (2, 1, first), (2, 2, first)] {
            let change = Plies::by(first, plies).or_larger(Plies::by(second, other));
            assert_eq!(
                (change.plies(), change.technique()),
                (plies.max(other), expected)
            );
        }
        let change = Plies::NONE.or_larger(Plies::by(second, 1));
        assert_eq!((change.plies(), change.technique()), (1, second));
        assert_eq!(change.or_larger(Plies::by(first, 0)), change);
    }
}
