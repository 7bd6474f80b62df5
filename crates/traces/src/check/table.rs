//! What was stored in the table.

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use plybench_tracer::{Bound, Entry};

/// An entry without its key and move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl From<Entry<'_>> for Kept {
    fn from(entry: Entry<'_>) -> Self {
        let Entry {
            value,
            depth,
            bound,
            ..
        } = entry;
        Kept {
            value,
            depth,
            bound,
        }
    }
}

/// All that was stored so far, as hashes: a table can replace entries as it likes, so any earlier store can be what it has. Many
/// tables keep the move of an entry whose value is replaced, so moves are kept apart.
#[derive(Default)]
pub(super) struct Stores {
    keys: HashSet<u64>,
    /// The position that each key was first given for.
    positions: HashMap<u64, u64>,
    values: HashSet<u64>,
    moves: HashSet<u64>,
}

impl Stores {
    pub(super) fn add(&mut self, entry: Entry<'_>) {
        self.keys.insert(entry.key);
        let (value, mv) = hashes(entry);
        self.values.insert(value);
        self.moves.insert(mv);
    }

    pub(super) fn has_key(&self, entry: Entry<'_>) -> bool {
        self.keys.contains(&entry.key)
    }

    /// Whether the key is that of this position, or is new and becomes so.
    pub(super) fn is_of(&mut self, key: u64, position: u64) -> bool {
        *self.positions.entry(key).or_insert(position) == position
    }

    pub(super) fn has(&self, entry: Entry<'_>) -> bool {
        let (value, mv) = hashes(entry);
        self.values.contains(&value) && self.moves.contains(&mv)
    }
}

/// The hashes of an entry's value and of its move, each with the key.
fn hashes(entry: Entry<'_>) -> (u64, u64) {
    let hash = |what: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        entry.key.hash(&mut hasher);
        what(&mut hasher);
        hasher.finish()
    };
    let value = (entry.value, entry.depth, entry.bound as u8);
    (
        hash(&|hasher| value.hash(hasher)),
        hash(&|hasher| entry.mv.hash(hasher)),
    )
}
