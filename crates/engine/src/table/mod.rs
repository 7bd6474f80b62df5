//! The transposition table: what earlier visits to a position have shown.
//!
//! Size, the depth at which an entry may serve and the replacement policy are options, since all
//! three change the tree. An entry keeps the whole key, so a hit is the same position as far as 64
//! bits can tell, and its score in the node's own frame ([`TableScore`]).

use prefetch_index::prefetch_index;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    score::{Score, TableScore},
    units::{Depth, Ply},
    window::Window,
};

/// How large the table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableSize {
    /// No table.
    #[default]
    Off,
    /// So many entries.
    Entries(#[schemars(range(max = 268_435_456))] u32),
    /// As many entries as fit in so many MiB.
    Mib(#[schemars(range(max = 4096))] u16),
}

/// Which depth an entry must have to serve a search of a wanted depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableDepth {
    /// The wanted depth or more: what engines do.
    #[default]
    AtLeast,
    /// Exactly the wanted depth: the search then returns what it would return without a table, so
    /// that soundness can be compared.
    Exactly,
}

impl TableDepth {
    /// Whether an entry of some depth may serve a search of the wanted depth.
    #[inline]
    #[must_use]
    pub fn suffices(self, entry: Depth, wanted: Depth) -> bool {
        entry == wanted || (self == TableDepth::AtLeast && entry > wanted)
    }
}

/// What gives way when two positions want the same slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// The older entry.
    #[default]
    Always,
    /// The shallower entry; at equal depth the older.
    DepthPreferred,
    /// Two slots: the deeper entry keeps the first, the second always takes what is left
    /// (Breuker, Uiterwijk and van den Herik, "Replacement Schemes for Transposition Tables",
    /// 1994).
    TwoTier,
}

/// The table's settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableOptions {
    /// How large the table is.
    pub size: TableSize,
    /// Which depth an entry must have to serve.
    pub depth: TableDepth,
    /// What gives way.
    pub replacement: Replacement,
    /// Whether nodes at the horizon look into the table too.
    pub probe_at_horizon: bool,
}

/// What a stored score says about the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    #[default]
    Exact,
}

impl Bound {
    /// What a result shows that was searched with a window.
    #[inline]
    #[must_use]
    pub fn of(value: Score, window: Window) -> Self {
        if window.fails_high(value) {
            Bound::Lower
        } else if window.fails_low(value) {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether a score with this meaning answers the question of a window.
    #[inline]
    #[must_use]
    pub fn settles(self, score: Score, window: Window) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => window.fails_high(score),
            Bound::Upper => window.fails_low(score),
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry<M> {
    key: u64,
    score: TableScore,
    depth: Depth,
    /// None in a slot that was never filled.
    bound: Option<Bound>,
    mv: Option<M>,
}

impl<M: Copy> Entry<M> {
    /// What a search of a position has shown.
    #[inline]
    pub fn new(key: u64, score: TableScore, depth: Depth, bound: Bound, mv: Option<M>) -> Self {
        Entry {
            key,
            score,
            depth,
            bound: Some(bound),
            mv,
        }
    }

    /// The move that was best, or that refuted the position's predecessor.
    #[inline]
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.mv
    }

    /// The depth that the position was searched to.
    #[inline]
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// What the score says about the value.
    #[inline]
    #[must_use]
    pub fn bound(&self) -> Bound {
        self.bound.unwrap_or_default()
    }

    #[inline]
    fn is_filled(&self) -> bool {
        self.bound.is_some()
    }

    /// The score as seen from a node at `ply`.
    #[inline]
    #[must_use]
    pub fn score(&self, ply: Ply) -> Score {
        self.score.from_root(ply)
    }

    /// The score in the frame it is kept in.
    #[inline]
    #[must_use]
    pub fn kept_score(&self) -> TableScore {
        self.score
    }
}

/// What became of an entry that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It took an empty slot, or the place of an entry of the same position.
    Fresh,
    /// It drove out an entry of another position.
    Overwrote,
    /// The present entry was worth more.
    Refused,
}

/// The memory for a table is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mib} MiB; give a smaller table.size")]
pub struct OutOfMemory {
    /// How much was asked for, in MiB, rounded up.
    pub mib: usize,
}

/// Neighbouring slots that the memory gives out together: four entries of chess are one cache line
/// of most machines, and both tiers of a bucket always lie in one.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Line<M>([Entry<M>; SLOTS_IN_A_LINE]);

const SLOTS_IN_A_LINE: usize = 4;
/// Parts of a table that are emptied each on its own, if an entry was stored there.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 11;

/// The part where a key has its place.
#[inline(always)]
fn part(key: u64) -> usize {
    (key >> (u64::BITS - PART_BITS)) as usize
}

/// A table of entries, empty at first; [`Default`] holds none.
pub struct Table<M> {
    lines: Vec<Line<M>>,
    /// Whether an entry was stored in each part.
    touched: [bool; PARTS],
    replacement: Replacement,
    /// Slots that a key can choose from: 2 with two tiers, else 1.
    tiers: usize,
    /// Places of so many slots.
    buckets: u64,
}

impl<M> Default for Table<M> {
    fn default() -> Self {
        Table {
            lines: Vec::new(),
            touched: [false; PARTS],
            replacement: Replacement::default(),
            tiers: 1,
            buckets: 0,
        }
    }
}

impl<M: Copy + Default + PartialEq> Table<M> {
    /// An empty table.
    ///
    /// # Errors
    /// If the memory is not to be had. (A system that promises more than it has may still end the
    /// process later.)
    pub fn new(options: TableOptions) -> Result<Self, OutOfMemory> {
        Table::default().renewed(options)
    }

    /// An empty table in the memory of this one, as far as that goes: many short searches, one after the
    /// other, then do not each ask the system for theirs, and empty only what they filled.
    ///
    /// # Errors
    /// If more memory is needed and not to be had.
    pub fn renewed(mut self, options: TableOptions) -> Result<Self, OutOfMemory> {
        let wanted = match options.size {
            TableSize::Off => 0,
            TableSize::Entries(entries) => entries as usize,
            TableSize::Mib(mib) => {
                (usize::from(mib) << 20) / size_of::<Line<M>>() * SLOTS_IN_A_LINE
            }
        };
        let tiers = if options.replacement == Replacement::TwoTier {
            2
        } else {
            1
        };
        let buckets = wanted.div_ceil(tiers);
        let needed = (buckets * tiers).div_ceil(SLOTS_IN_A_LINE);
        if needed > self.lines.capacity() {
            // The old memory goes first, so that both are never held at once.
            self = Table::default();
        }
        self.empty();
        self.lines.truncate(needed);
        let more = needed - self.lines.len();
        let reserved = self.lines.try_reserve_exact(more);
        reserved.map_err(|_| OutOfMemory {
            mib: (needed * size_of::<Line<M>>()).div_ceil(1 << 20),
        })?;
        self.lines.resize(needed, Line::default());
        Ok(Table {
            lines: self.lines,
            touched: self.touched,
            replacement: options.replacement,
            tiers,
            buckets: buckets as u64,
        })
    }

    /// Forgets all entries.
    fn empty(&mut self) {
        // Without lines nothing was stored.
        let parts = if self.lines.is_empty() { 0 } else { PARTS };
        for part in 0..parts {
            if !self.touched[part] {
                continue;
            }
            self.touched[part] = false;
            let first = (part as u64) << (u64::BITS - PART_BITS);
            let last = first | (u64::MAX >> PART_BITS);
            let [first, last] = [first, last].map(|key| self.slot(key) / SLOTS_IN_A_LINE);
            if let Some(lines) = self.lines.get_mut(first..=last) {
                lines.fill(Line::default());
            }
        }
    }

    /// Number of entries that it can hold.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets as usize * self.tiers
    }

    /// The first slot of a key: the key's place in proportion, so that any size will do.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * u128::from(self.buckets)) >> 64;
        bucket as usize * self.tiers
    }

    /// Asks the processor to fetch what is known about the position with this key, for a probe soon
    /// to come. Changes nothing but the time that the probe takes.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.lines, self.slot(key) / SLOTS_IN_A_LINE);
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<&Entry<M>> {
        let slot = self.slot(key);
        let line = self.lines.get(slot / SLOTS_IN_A_LINE)?;
        let at = slot % SLOTS_IN_A_LINE;
        // Without a jump: which tier has it cannot be foretold.
        let other = usize::from(line.0[at].key != key) & (self.tiers - 1);
        let entry = &line.0[(at + other) % SLOTS_IN_A_LINE];
        (entry.key == key && entry.is_filled()).then_some(entry)
    }

    #[inline]
    fn at(&self, slot: usize) -> Option<&Entry<M>> {
        let line = self.lines.get(slot / SLOTS_IN_A_LINE)?;
        Some(&line.0[slot % SLOTS_IN_A_LINE])
    }

    #[inline]
    fn at_mut(&mut self, slot: usize) -> Option<&mut Entry<M>> {
        let line = self.lines.get_mut(slot / SLOTS_IN_A_LINE)?;
        Some(&mut line.0[slot % SLOTS_IN_A_LINE])
    }

    /// Keeps what a search has shown, as the replacement policy has it.
    #[inline]
    pub fn store(&mut self, entry: Entry<M>) -> Stored {
        let slot = self.slot(entry.key);
        self.touched[part(entry.key)] = true;
        match self.replacement {
            Replacement::Always => self.put(slot, entry),
            Replacement::DepthPreferred => self.put_unless_deeper(slot, entry),
            Replacement::TwoTier => {
                let Some(first) = self.at_mut(slot) else {
                    return Stored::Refused;
                };
                let present = *first;
                if present.is_filled() && present.key != entry.key && present.depth > entry.depth {
                    return self.put(slot + 1, entry);
                }
                *first = entry;
                if !present.is_filled() || present.key == entry.key {
                    return Stored::Fresh;
                }
                self.put(slot + 1, present)
            }
        }
    }

    #[inline]
    fn put(&mut self, slot: usize, entry: Entry<M>) -> Stored {
        let Some(present) = self.at_mut(slot) else {
            return Stored::Refused;
        };
        let overwrote = present.is_filled() && present.key != entry.key;
        *present = entry;
        if overwrote {
            Stored::Overwrote
        } else {
            Stored::Fresh
        }
    }

    #[inline]
    fn put_unless_deeper(&mut self, slot: usize, entry: Entry<M>) -> Stored {
        match self.at(slot) {
            Some(present) if !present.is_filled() || present.depth <= entry.depth => {
                self.put(slot, entry)
            }
            _ => Stored::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(entries: u32, replacement: Replacement) -> Table<u16> {
        let size = TableSize::Entries(entries);
        Table::new(TableOptions {
            size,
            replacement,
            ..TableOptions::default()
        })
        .unwrap()
    }

    fn entry(key: u64, depth: u8) -> Entry<u16> {
        let score = Score::evaluation(i32::from(depth)).at_node(Ply::ROOT);
        Entry::new(key, score, Depth::new(depth), Bound::Exact, Some(7))
    }

    #[test]
    fn an_entry_is_small() {
        use crate::game::{Game, chess::Chess};
        type Move = <Chess as Game>::Move;
        assert_eq!(
            (size_of::<Entry<Move>>(), size_of::<Entry<u16>>()),
            (16, 16)
        );
        assert_eq!(
            (size_of::<Line<Move>>(), align_of::<Line<Move>>()),
            (64, 64)
        );
    }

    #[test]
    fn a_table_has_as_many_slots_as_were_asked_for() {
        for entries in 1..=9 {
            for replacement in [Replacement::Always, Replacement::TwoTier] {
                let mut table = table(entries, replacement);
                let slots = table.capacity();
                assert_eq!(slots, entries.next_multiple_of(table.tiers as u32) as usize);
                let keys = (0..4096u64).map(|number| number << 52 | number);
                keys.clone().for_each(|key| {
                    table.store(entry(key, 1));
                });
                assert_eq!(
                    keys.filter(|&key| table.probe(key).is_some()).count(),
                    slots
                );
            }
        }
    }

    #[test]
    fn replacement_policies_differ_as_documented() {
        let mut always = table(1, Replacement::Always);
        assert_eq!(always.store(entry(1, 5)), Stored::Fresh);
        assert_eq!(always.store(entry(2, 3)), Stored::Overwrote);
        assert!(always.probe(1).is_none() && always.probe(2).is_some());

        let mut preferred = table(1, Replacement::DepthPreferred);
        preferred.store(entry(1, 5));
        assert_eq!(preferred.store(entry(2, 3)), Stored::Refused);
        assert_eq!(preferred.store(entry(2, 5)), Stored::Overwrote);

        let mut tiers = table(2, Replacement::TwoTier);
        tiers.store(entry(1, 5));
        assert_eq!(tiers.store(entry(2, 3)), Stored::Fresh);
        assert!(tiers.probe(1).is_some() && tiers.probe(2).is_some());
        assert_eq!(tiers.store(entry(3, 7)), Stored::Overwrote);
        assert_eq!(tiers.probe(1).map(Entry::depth), Some(Depth::new(5)));
        assert!(tiers.probe(2).is_none());
    }

    #[test]
    fn a_renewed_table_is_as_a_new_one() {
        let mut table = table(5000, Replacement::TwoTier);
        let memory = table.lines.as_ptr();
        // None, a few, which lie in few parts, and more than the table holds.
        for stored in [0, 3, 9999] {
            for (entries, replacement) in [
                (5000, Replacement::Always),
                (8, Replacement::TwoTier),
                (777, Replacement::DepthPreferred),
                (4998, Replacement::TwoTier),
            ] {
                for number in 0..stored {
                    table.store(entry(number << 50 | 1, 1));
                }
                let size = TableSize::Entries(entries);
                let options = TableOptions {
                    size,
                    replacement,
                    ..TableOptions::default()
                };
                table = table.renewed(options).unwrap();
                assert_eq!(
                    (table.capacity(), table.lines.as_ptr()),
                    (entries as usize, memory)
                );
                let mut left = table.lines.iter().flat_map(|line| line.0);
                assert!(left.all(|entry| entry == Entry::default()));
                assert_eq!(table.store(entry(1, 5)), Stored::Fresh);
            }
        }
    }

    #[test]
    fn a_table_that_is_off_holds_nothing() {
        let mut off: Table<u16> = Table::new(TableOptions::default()).unwrap();
        assert_eq!(off.capacity(), 0);
        assert_eq!(off.store(entry(1, 5)), Stored::Refused);
        assert!(off.probe(1).is_none());
    }

    #[test]
    fn a_bound_settles_only_the_windows_that_it_decides() {
        let at = |centipawns| Score::evaluation(centipawns);
        let window = Window::new(at(0), at(10)).unwrap();
        assert!(Bound::Lower.settles(at(10), window) && !Bound::Lower.settles(at(9), window));
        assert!(Bound::Upper.settles(at(0), window) && !Bound::Upper.settles(at(1), window));
        assert!(Bound::Exact.settles(at(5), window));
    }
}
