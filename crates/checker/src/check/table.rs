//! The transposition table, kept anew: which entry is in which slot.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use crate::{
    node::TableEntry,
    settings::{self, PrincipalEntries, Replacement, Size},
    trace::Bound,
    value::Window,
};

/// Entries in a MiB: 16 bytes each.
const ENTRIES_IN_MIB: u64 = (1 << 20) / 16;

/// Spreads the numbers of slots, which follow from the keys' high bits, over all bits (Knuth's multiplicative hashing).
#[derive(Default)]
struct SlotHasher(u64);

impl Hasher for SlotHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, slot: u64) {
        self.0 = (self.0 ^ slot).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// The tables of a search: one for all results and, if set, one for exact results alone.
pub(super) struct Tables<M> {
    all: Table<M>,
    exact: Option<Table<M>>,
}

impl<M: Copy> Tables<M> {
    pub(super) fn new(settings: settings::Table) -> Self {
        let exact = match settings.principal_variation {
            PrincipalEntries::Separate(entries) if settings.size != Size::Off => {
                let size = Size::Entries(entries);
                Some(Table::new(settings::Table { size, ..settings }))
            }
            _ => None,
        };
        Tables {
            all: Table::new(settings),
            exact,
        }
    }

    /// The entry of a position for a node with this window: only an open one looks into the table of exact results, and there first.
    pub(super) fn find(&self, key: u64, window: Window) -> Option<TableEntry<M>> {
        let exact = self.exact.as_ref().filter(|_| !window.is_null());
        let found = exact.and_then(|exact| exact.find(key));
        found.or_else(|| self.all.find(key))
    }

    /// Stores a result. Returns whether the entry of another position was lost.
    pub(super) fn store(&mut self, new: TableEntry<M>, effort: Effort) -> bool {
        match &mut self.exact {
            Some(exact) if new.bound == Bound::Exact => exact.store(new, effort),
            _ => self.all.store(new, effort),
        }
    }

    /// The nodes that the entry stands for which [`find`](Self::find) returns.
    pub(super) fn nodes(&self, key: u64, window: Window) -> u64 {
        let exact = self.exact.as_ref().filter(|_| !window.is_null());
        let found = exact.and_then(|exact| exact.kept(key));
        let found = found.or_else(|| self.all.kept(key));
        found.map_or(1, |kept| kept.effort.nodes)
    }
}

/// What it took to find a result.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// The nodes of its search.
    pub(super) nodes: u64,
    /// The iteration in which it was found.
    pub(super) iteration: u8,
}

/// The most nodes that a table tells apart.
pub(super) const MOST_NODES: u64 = 0xFFFF_FFFF;

#[derive(Clone, Copy)]
struct Kept<M> {
    entry: TableEntry<M>,
    effort: Effort,
}

/// The entries that the search has at this point.
struct Table<M> {
    slots: HashMap<u64, Kept<M>, BuildHasherDefault<SlotHasher>>,
    /// The number of slots that a key can go to: 2 with two tiers.
    tiers: u64,
    /// The number of keys that can be kept apart.
    buckets: u64,
    replacement: Replacement,
}

impl<M: Copy> Table<M> {
    fn new(settings: settings::Table) -> Self {
        let entries = match settings.size {
            Size::Off => 0,
            Size::Entries(entries) => entries.into(),
            Size::Mib(mib) => u64::from(mib) * ENTRIES_IN_MIB,
        };
        let tiers = match settings.replacement {
            Replacement::TwoTier | Replacement::TwoTierNodes => 2,
            Replacement::Always
            | Replacement::DepthPreferred
            | Replacement::Never
            | Replacement::NodesPreferred
            | Replacement::AllNodesPreferred
            | Replacement::Aging => 1,
        };
        Table {
            slots: HashMap::default(),
            tiers,
            buckets: entries.div_ceil(tiers),
            replacement: settings.replacement,
        }
    }

    /// The slots of a key: as far along the table as the key is along all keys.
    fn slots(&self, key: u64) -> std::ops::Range<u64> {
        let bucket = ((u128::from(key) * u128::from(self.buckets)) >> 64) as u64;
        bucket * self.tiers..(bucket + 1) * self.tiers
    }

    /// The entry of a position.
    fn find(&self, key: u64) -> Option<TableEntry<M>> {
        self.kept(key).map(|kept| kept.entry)
    }

    fn kept(&self, key: u64) -> Option<&Kept<M>> {
        let mut kept = self.slots(key).filter_map(|slot| self.slots.get(&slot));
        kept.find(|kept| kept.entry.key == key)
    }

    /// Whether what is in the first slot keeps it when another result comes.
    fn resists(&self, present: &Kept<M>, new: &Kept<M>) -> bool {
        let is_other = present.entry.key != new.entry.key;
        let is_deeper = present.entry.depth > new.entry.depth;
        let has_more_nodes = present.effort.nodes > new.effort.nodes;
        match self.replacement {
            Replacement::Always => false,
            Replacement::DepthPreferred => is_deeper,
            Replacement::TwoTier => is_other && is_deeper,
            Replacement::Never => is_other,
            Replacement::NodesPreferred
            | Replacement::AllNodesPreferred
            | Replacement::TwoTierNodes => is_other && has_more_nodes,
            Replacement::Aging => is_deeper && present.effort.iteration == new.effort.iteration,
        }
    }

    /// Stores a result. Returns whether the entry of another position was lost.
    fn store(&mut self, entry: TableEntry<M>, effort: Effort) -> bool {
        if self.buckets == 0 {
            return false;
        }
        let new = Kept { entry, effort };
        let first = self.slots(entry.key).start;
        let present = self.slots.get(&first).copied();
        let (stays, goes) = match present {
            Some(present) if self.resists(&present, &new) => (present, Some(new)),
            // A newer result of the same position.
            Some(present) if present.entry.key == entry.key => (new, None),
            other => (new, other),
        };
        self.slots.insert(first, stays);
        // With two tiers, the one that goes replaces what is in the second slot.
        match goes {
            Some(goes) if self.tiers == 2 => {
                let lost = self.slots.insert(first + 1, goes);
                lost.is_some_and(|lost| lost.entry.key != goes.entry.key)
            }
            Some(goes) => goes.entry.key != entry.key,
            None => false,
        }
    }
}
