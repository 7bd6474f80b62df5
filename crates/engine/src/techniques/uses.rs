//! What techniques use: the hooks that they implement and the data that they read.

/// A set of hooks, and of data that the search provides only to techniques that use it.
///
/// The search calls a hook, or gathers data, only if a technique that is on uses it. So techniques that are off cost next to
/// nothing, however many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses(u16);

impl Uses {
    /// Nothing.
    pub const NONE: Uses = Uses(0);
    /// [`clamp`](super::Technique::clamp).
    pub const CLAMP: Uses = Uses(1);
    /// [`enough_depth`](super::Technique::enough_depth).
    pub const ENOUGH_DEPTH: Uses = Uses(1 << 1);
    /// [`trusts_entry`](super::Technique::trusts_entry).
    pub const TRUST: Uses = Uses(1 << 2);
    /// [`reshape_window`](super::Technique::reshape_window) and [`reshape_value`](super::Technique::reshape_value).
    pub const RESHAPE: Uses = Uses(1 << 3);
    /// [`cutoff`](super::Technique::cutoff).
    pub const CUTOFF: Uses = Uses(1 << 4);
    /// [`first_move`](super::Technique::first_move).
    pub const FIRST_MOVE: Uses = Uses(1 << 5);
    /// [`skips`](super::Technique::skips).
    pub const SKIP: Uses = Uses(1 << 6);
    /// [`extension`](super::Technique::extension).
    pub const EXTENSION: Uses = Uses(1 << 7);
    /// [`reduction`](super::Technique::reduction).
    pub const REDUCTION: Uses = Uses(1 << 8);
    /// How the search reached a node ([`Node::arrival`](super::Node::arrival)). A technique that [searches](super::SubSearch) below
    /// a node must include it too.
    pub const PATH: Uses = Uses(1 << 9);
    /// The table's entry ([`Node::entry`](super::Node::entry)).
    pub const ENTRY: Uses = Uses(1 << 10);
    /// A move's history ([`MadeMove::history`](super::MadeMove::history)).
    pub const HISTORY: Uses = Uses(1 << 11);
    /// The evaluation two plies earlier ([`Node::evaluation_two_plies_up`](super::Node::evaluation_two_plies_up)).
    pub const TREND: Uses = Uses(1 << 12);
    /// The scope of a built-in technique, if it does not act [everywhere](super::PackedScope::EVERYWHERE).
    pub const SCOPE: Uses = Uses(1 << 13);
    /// Everything.
    pub const ALL: Uses = Uses((1 << 14) - 1);

    /// No technique's: settings that few searches have, see [`SearchOptions::uses`](crate::search::SearchOptions). The copies of the
    /// search that serve the others have no code for them.
    pub(crate) const RARE_SETTINGS: Uses = Uses(1 << 14);

    /// What techniques use that act on one move at a time and do not search below the node.
    pub(crate) const MOVES: Uses = Uses::SKIP.and(Uses::EXTENSION).and(Uses::REDUCTION);

    pub(crate) const fn of(bits: u16) -> Uses {
        Uses(bits)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Whether `other` contains all of this set.
    pub(crate) const fn is_within(self, other: Uses) -> bool {
        self.0 & !other.0 == 0
    }

    /// The union of two sets.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Uses) -> Uses {
        Uses(self.0 | other.0)
    }

    /// Whether this set contains any of `of`.
    #[inline(always)]
    #[must_use]
    pub const fn any(self, of: Uses) -> bool {
        self.0 & of.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_use_is_one_of_all_and_in_no_other() {
        let each = [
            Uses::CLAMP,
            Uses::ENOUGH_DEPTH,
            Uses::TRUST,
            Uses::RESHAPE,
            Uses::CUTOFF,
            Uses::FIRST_MOVE,
            Uses::SKIP,
            Uses::EXTENSION,
            Uses::REDUCTION,
            Uses::PATH,
            Uses::ENTRY,
            Uses::HISTORY,
            Uses::TREND,
            Uses::SCOPE,
        ];
        let mut before = Uses::NONE;
        for one in each {
            assert!(
                one.is_within(Uses::ALL) && !one.is_within(before),
                "{one:?}"
            );
            assert!(
                one.any(one) && !one.any(before) && !before.any(one),
                "{one:?}"
            );
            assert_eq!(Uses::of(one.bits()), one);
            before = before.and(one);
            assert!(one.is_within(before), "{one:?}");
        }
        assert_eq!(before, Uses::ALL);
        assert!(!Uses::RARE_SETTINGS.any(Uses::ALL) && Uses::RARE_SETTINGS != Uses::NONE);
        // Any of several is not all of them.
        assert!(Uses::MOVES.any(Uses::SKIP) && !Uses::MOVES.is_within(Uses::SKIP));
        assert!(Uses::SKIP.and(Uses::SKIP) == Uses::SKIP);
    }
}
