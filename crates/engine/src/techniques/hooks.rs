//! What techniques use: the hooks that they implement and the data that they read.

/// A set of hooks, and of data that the search provides only to techniques that use it.
///
/// The search lists, for each hook, the techniques that are on and use it, and gathers data only if one of them uses it. So
/// techniques that are off cost nothing, however many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hooks(u32);

impl Hooks {
    /// The empty set: the hooks of a technique that is off.
    pub const NONE: Hooks = Hooks(0);
    /// The technique implements [`clamp`](super::Technique::clamp).
    pub const CLAMP: Hooks = Hooks(1);
    /// The technique implements [`enough_depth`](super::Technique::enough_depth).
    pub const ENOUGH_DEPTH: Hooks = Hooks(1 << 1);
    /// The technique implements [`trusts_entry`](super::Technique::trusts_entry).
    pub const TRUST: Hooks = Hooks(1 << 2);
    /// The technique implements [`reshape_window`](super::Technique::reshape_window) or
    /// [`reshape_value`](super::Technique::reshape_value).
    pub const RESHAPE: Hooks = Hooks(1 << 3);
    /// The technique implements [`cutoff`](super::Technique::cutoff).
    pub const CUTOFF: Hooks = Hooks(1 << 4);
    /// The technique implements [`first_move`](super::Technique::first_move).
    pub const FIRST_MOVE: Hooks = Hooks(1 << 5);
    /// The technique implements [`prunes`](super::Technique::prunes).
    pub const PRUNE: Hooks = Hooks(1 << 6);
    /// The technique implements [`extension`](super::Technique::extension) or [`verdict`](super::Technique::verdict).
    pub const EXTENSION: Hooks = Hooks(1 << 7);
    /// The technique implements [`reduction`](super::Technique::reduction).
    pub const REDUCTION: Hooks = Hooks(1 << 8);
    /// The technique implements [`node_depth`](super::Technique::node_depth).
    pub const NODE_DEPTH: Hooks = Hooks(1 << 9);
    /// How the search reached a node ([`Node::stack_entry`](super::Node::stack_entry)). A technique that [searches](super::SubSearch) below
    /// a node must include it too.
    pub const PATH: Hooks = Hooks(1 << 10);
    /// The table's entry ([`Node::entry`](super::Node::entry)).
    pub const ENTRY: Hooks = Hooks(1 << 11);
    /// A move's history ([`MadeMove::history`](super::MadeMove::history)).
    pub const HISTORY: Hooks = Hooks(1 << 12);
    /// The evaluation two plies earlier ([`Node::evaluation_two_plies_up`](super::Node::evaluation_two_plies_up)).
    pub const IMPROVING: Hooks = Hooks(1 << 13);
    /// The scope of a built-in technique, if it does not act [everywhere](super::Limited::everywhere).
    pub const SCOPE: Hooks = Hooks(1 << 14);
    /// The technique acts in quiescence too. Without this, none of its hooks is called there.
    pub const QUIESCENCE: Hooks = Hooks(1 << 15);
    /// What a node inherits from those above it ([`Node::inherited`](super::Node::inherited)).
    pub const INHERITED: Hooks = Hooks(1 << 16);
    /// The plies by which a move would be reduced ([`MadeMove::reduction`](super::MadeMove::reduction)).
    pub const REDUCED: Hooks = Hooks(1 << 17);
    /// The technique's [`verdict`](super::Technique::verdict) can be another than [`Verdict::Extended`](super::Verdict). Without this,
    /// such a verdict has no effect.
    pub const VERDICT: Hooks = Hooks(1 << 18);
    /// Every hook and all data: the search then leaves nothing out, and is slower.
    pub const ALL: Hooks = Hooks((1 << 19) - 1);

    /// What techniques use that cut nodes off.
    pub(crate) const CUTOFFS: Hooks = Hooks::CUTOFF.and(Hooks::PATH);

    /// What the techniques use that most engines have: null move and other cutoffs, pruned moves, extensions, reductions and mate
    /// distance pruning.
    pub(crate) const USUAL: Hooks = Hooks::MOVES
        .and(Hooks::CLAMP)
        .and(Hooks::CUTOFF)
        .and(Hooks::PRUNE)
        .and(Hooks::PATH)
        .and(Hooks::QUIESCENCE);

    /// The number of hooks that the search calls; the rest of the set is data.
    pub(crate) const CALLED: usize = 10;

    /// No technique's: settings that few searches have, see [`SearchOptions::uses`](crate::search::SearchOptions). The copies of the
    /// search that serve the others have no code for them.
    pub(crate) const RARE_SETTINGS: Hooks = Hooks(1 << 19);

    /// What techniques use that change the depth of one move at a time and do not search below the node.
    pub(crate) const MOVES: Hooks = Hooks::EXTENSION.and(Hooks::REDUCTION);

    /// The hook at a place, less than [`Hooks::CALLED`].
    pub(crate) const fn called(place: usize) -> Hooks {
        Hooks(1 << place)
    }

    /// The place of a hook that the search calls.
    pub(crate) const fn place(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    pub(crate) const fn of(bits: u32) -> Hooks {
        Hooks(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Whether `other` contains all of this set.
    pub(crate) const fn is_within(self, other: Hooks) -> bool {
        self.0 & !other.0 == 0
    }

    /// The union of two sets.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Hooks) -> Hooks {
        Hooks(self.0 | other.0)
    }

    /// Whether this set contains any of `of`.
    #[inline(always)]
    #[must_use]
    pub const fn any(self, of: Hooks) -> bool {
        self.0 & of.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_use_is_one_of_all_and_in_no_other() {
        let each = [
            Hooks::CLAMP,
            Hooks::ENOUGH_DEPTH,
            Hooks::TRUST,
            Hooks::RESHAPE,
            Hooks::CUTOFF,
            Hooks::FIRST_MOVE,
            Hooks::PRUNE,
            Hooks::EXTENSION,
            Hooks::REDUCTION,
            Hooks::NODE_DEPTH,
            Hooks::PATH,
            Hooks::ENTRY,
            Hooks::HISTORY,
            Hooks::IMPROVING,
            Hooks::SCOPE,
            Hooks::QUIESCENCE,
            Hooks::INHERITED,
            Hooks::REDUCED,
            Hooks::VERDICT,
        ];
        let mut before = Hooks::NONE;
        for one in each {
            assert!(
                one.is_within(Hooks::ALL) && !one.is_within(before),
                "{one:?}"
            );
            assert!(
                one.any(one) && !one.any(before) && !before.any(one),
                "{one:?}"
            );
            assert_eq!(Hooks::of(one.bits()), one);
            before = before.and(one);
            assert!(one.is_within(before), "{one:?}");
        }
        assert_eq!(before, Hooks::ALL);
        assert!(!Hooks::RARE_SETTINGS.any(Hooks::ALL) && Hooks::RARE_SETTINGS != Hooks::NONE);
        for (place, &hook) in each.iter().enumerate().take(Hooks::CALLED) {
            assert_eq!((hook, hook.place()), (Hooks::called(place), place));
        }
        // Any of several is not all of them.
        assert!(Hooks::MOVES.any(Hooks::REDUCTION) && !Hooks::MOVES.is_within(Hooks::REDUCTION));
        assert!(Hooks::PRUNE.and(Hooks::PRUNE) == Hooks::PRUNE);
    }
}
