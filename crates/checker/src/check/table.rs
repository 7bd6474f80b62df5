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
    pub(super) fn store(&mut self, new: TableEntry<M>) -> bool {
        match &mut self.exact {
            Some(exact) if new.bound == Bound::Exact => exact.store(new),
            _ => self.all.store(new),
        }
    }
}

/// The entries that the search has at this point.
struct Table<M> {
    slots: HashMap<u64, TableEntry<M>, BuildHasherDefault<SlotHasher>>,
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
            Replacement::TwoTier => 2,
            Replacement::Always | Replacement::DepthPreferred => 1,
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
        let mut kept = self.slots(key).filter_map(|slot| self.slots.get(&slot));
        kept.find(|kept| kept.key == key).copied()
    }

    /// Stores a result. Returns whether the entry of another position was lost.
    fn store(&mut self, new: TableEntry<M>) -> bool {
        if self.buckets == 0 {
            return false;
        }
        let first = self.slots(new.key).start;
        let present = self.slots.get(&first).copied();
        match self.replacement {
            Replacement::Always => {}
            Replacement::DepthPreferred => {
                if present.is_some_and(|present| present.depth > new.depth) {
                    return false;
                }
            }
            Replacement::TwoTier => {
                if let Some(present) = present.filter(|present| present.key != new.key) {
                    // The deeper of the two has the first slot; the other replaces what is in the second.
                    let (deep, shallow) = if present.depth > new.depth {
                        (present, new)
                    } else {
                        (new, present)
                    };
                    self.slots.insert(first, deep);
                    let lost = self.slots.insert(first + 1, shallow);
                    return lost.is_some_and(|lost| lost.key != shallow.key);
                }
            }
        }
        self.slots.insert(first, new);
        present.is_some_and(|present| present.key != new.key)
    }
}
