//! The transposition table: the results of earlier searches of a position.
//!
//! The size, the depth that an entry needs and the replacement policy are options, because all three
//! change the tree. An entry stores the whole key, so a hit is the same position as far as 64 bits
//! can tell. It stores the score relative to its node ([`TableScore`]).

mod weighed;

use prefetch_index::prefetch_index;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    score::{Score, TableScore},
    units::{Depth, Ply},
    window::Window,
};

/// The size of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableSize {
    /// No table: every position is searched again wherever it occurs.
    #[default]
    Off,
    /// This many entries; one of chess takes 16 bytes, and 4 more with a replacement policy by nodes or with `aging`.
    Entries(#[schemars(range(max = 268_435_456))] u32),
    /// As many entries of 16 bytes as fit into this many MiB.
    Mib(#[schemars(range(max = 4096))] u16),
}

impl TableSize {
    /// The number of entries of games with such moves.
    fn entries<M>(self) -> usize {
        match self {
            TableSize::Off => 0,
            TableSize::Entries(entries) => entries as usize,
            TableSize::Mib(mib) => {
                (usize::from(mib) << 20) / size_of::<Line<M>>() * SLOTS_IN_A_LINE
            }
        }
    }
}

/// The depth that an entry must have to be used in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableDepth {
    /// At least the depth of the search, as in engines.
    #[default]
    AtLeast,
    /// Exactly the depth of the search. The search then returns the same score as without a table,
    /// which makes techniques comparable.
    Exactly,
}

impl TableDepth {
    /// Whether an entry of depth `entry` may be used in a search to depth `wanted`.
    #[inline]
    #[must_use]
    pub fn suffices(self, entry: Depth, wanted: Depth) -> bool {
        entry == wanted || (self == TableDepth::AtLeast && entry > wanted)
    }
}

/// The entry that is replaced if two positions need the same slot.
///
/// Seven are the schemes of Breuker, Uiterwijk and van den Herik, "Replacement Schemes for Transposition Tables" (1994) and
/// "Replacement Schemes and Two-Level Tables" (1996), whose names stand in capitals. The nodes of an entry are those that its search
/// entered, its own included. With `never` and the schemes by nodes, a result always replaces the entry of its own position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// The older entry: the newer one always takes the slot (NEW).
    #[default]
    Always,
    /// The shallower entry; at equal depth the older (DEEP).
    DepthPreferred,
    /// Two slots: the first keeps the deeper entry, and the second takes the other one, always replacing its own (TWODEEP).
    TwoTier,
    /// The newer entry: the older one keeps the slot (OLD).
    Never,
    /// The entry with fewer nodes; of equal ones the older (BIG1).
    NodesPreferred,
    /// The same, but a node that the table ends counts the nodes of the entry that ended it instead of one (BIGALL).
    AllNodesPreferred,
    /// Two slots as with `two-tier`: the first keeps the entry with more nodes (TWOBIG1).
    TwoTierNodes,
    /// An entry of an earlier iteration, whatever its depth; within an iteration as `depth-preferred`. Engines count an entry's age in
    /// moves of the game; most searches here begin with an empty table, so it is counted in iterations.
    Aging,
}

impl Replacement {
    /// Every policy, in the order of declaration.
    pub const ALL: [Self; 8] = [
        Replacement::Always,
        Replacement::DepthPreferred,
        Replacement::TwoTier,
        Replacement::Never,
        Replacement::NodesPreferred,
        Replacement::AllNodesPreferred,
        Replacement::TwoTierNodes,
        Replacement::Aging,
    ];

    /// The number of slots for a key.
    #[must_use]
    pub fn tiers(self) -> usize {
        match self {
            Replacement::TwoTier | Replacement::TwoTierNodes => 2,
            _ => 1,
        }
    }

    /// Bytes that an entry takes beside its own: for a [weight](Table::store_weighed).
    #[must_use]
    pub fn bytes_beside(self) -> usize {
        match self {
            Replacement::Always
            | Replacement::DepthPreferred
            | Replacement::TwoTier
            | Replacement::Never => 0,
            Replacement::NodesPreferred
            | Replacement::AllNodesPreferred
            | Replacement::TwoTierNodes
            | Replacement::Aging => size_of::<u32>(),
        }
    }

    /// Whether few searches have it, so that most compiled copies of the search leave it out.
    pub(crate) fn is_rare(self) -> bool {
        self == Replacement::Never || self.bytes_beside() > 0
    }
}

/// Where the results of nodes of the principal variation are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PrincipalEntries {
    /// In the table of all nodes.
    #[default]
    Shared,
    /// In a table of their own with this many entries. Exact results, which only nodes with an open window have, are stored there
    /// and nowhere else; bounds do not overwrite them. Nodes with an open window look there first, all others never.
    Separate(#[schemars(range(max = 16_777_216))] u32),
}

/// The table's settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableOptions {
    /// The size of the table.
    pub size: TableSize,
    /// The depth that an entry must have to be used in a search.
    pub depth: TableDepth,
    /// The entry that is replaced if two positions need the same slot.
    pub replacement: Replacement,
    /// Whether nodes at the horizon probe the table too.
    pub probe_at_horizon: bool,
    /// Where the results of nodes of the principal variation are kept.
    pub principal_variation: PrincipalEntries,
}

/// The relation of a stored score to the true value.
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
    /// The bound that a search with `window` proves if it returns `value`.
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

    /// Whether a score with this bound decides a search with a window.
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

/// The stored result of a search of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry<M> {
    key: u64,
    score: TableScore,
    depth: Depth,
    /// `None` in an empty slot.
    bound: Option<Bound>,
    mv: Option<M>,
}

impl<M: Copy> Entry<M> {
    /// The result of a search of the position with this key.
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

    /// The best move, or the one that caused a cutoff.
    #[inline]
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.mv
    }

    /// The depth to which the position was searched.
    #[inline]
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The relation of the score to the true value.
    #[inline]
    #[must_use]
    pub fn bound(&self) -> Bound {
        self.bound.unwrap_or_default()
    }

    #[inline]
    fn is_filled(&self) -> bool {
        self.bound.is_some()
    }

    /// The score relative to the root, for a node at `ply`.
    #[inline]
    #[must_use]
    pub fn score(&self, ply: Ply) -> Score {
        self.score.to_root(ply)
    }

    /// The score as it is stored.
    #[inline]
    #[must_use]
    pub fn table_score(&self) -> TableScore {
        self.score
    }
}

/// The outcome of storing an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It filled an empty slot or replaced an entry of the same position.
    Fresh,
    /// It replaced an entry of another position.
    Overwrote,
    /// It was not stored: the present entry takes precedence, or there is no table.
    Refused,
}

/// A table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not enough memory for a table of {mib} MiB; set a smaller table.size")]
pub struct OutOfMemory {
    /// The requested size in MiB, rounded up.
    pub mib: usize,
}

/// Neighbouring slots that are loaded together: four entries of chess fill one cache line on most
/// machines. Both tiers of a bucket are always in the same line.
#[derive(Copy, Debug, Default)]
#[repr(align(64))]
struct Line<M>([Entry<M>; SLOTS_IN_A_LINE]);

/// A table is filled with copies, and the derived function is not inlined without link-time optimization.
impl<M: Copy> Clone for Line<M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

const SLOTS_IN_A_LINE: usize = 4;
/// The number of parts of a table. Only parts in which an entry was stored are cleared.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 11;

/// The part that contains the slots of a key.
#[inline(always)]
fn part(key: u64) -> usize {
    (key >> (u64::BITS - PART_BITS)) as usize
}

/// A table of entries, empty at first. [`Default`] has no slots.
pub struct Table<M> {
    lines: Vec<Line<M>>,
    /// Whether an entry was stored in each part.
    touched: [bool; PARTS],
    replacement: Replacement,
    /// As of [`Replacement::tiers`].
    tiers: usize,
    /// The number of buckets of `tiers` slots each.
    buckets: u64,
    /// Whether its entries outlast a renewal.
    is_kept: bool,
    /// The weight of the entry in each slot; empty if the replacement policy needs none. That of an empty slot means nothing.
    weights: Vec<u32>,
    /// The number of iterations that have begun.
    iteration: u32,
}

impl<M> Default for Table<M> {
    fn default() -> Self {
        Table {
            lines: Vec::new(),
            touched: [false; PARTS],
            replacement: Replacement::default(),
            tiers: 1,
            buckets: 0,
            is_kept: false,
            weights: Vec::new(),
            iteration: 0,
        }
    }
}

impl<M> Table<M> {
    /// A table without slots that is not emptied when it is renewed, for the searches of a game.
    pub(crate) fn kept() -> Self {
        Table {
            is_kept: true,
            ..Table::default()
        }
    }

    /// Whether it is not emptied when it is renewed.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }
}

impl<M: Copy + Default + PartialEq> Table<M> {
    /// An empty table.
    ///
    /// # Errors
    /// If the memory cannot be allocated. (A system that overcommits memory may still kill the process
    /// later.)
    pub fn new(options: TableOptions) -> Result<Self, OutOfMemory> {
        Table::default().renewed(options)
    }

    /// An empty table in the memory of this one, if that is large enough. A series of short searches then
    /// does not allocate a table for each, and clears only what was filled. The table of a game stays as it is if it
    /// already has the wanted size and replacement policy.
    ///
    /// # Errors
    /// If more memory is needed and cannot be allocated.
    pub fn renewed(mut self, options: TableOptions) -> Result<Self, OutOfMemory> {
        let wanted = options.size.entries::<M>();
        let tiers = options.replacement.tiers();
        let buckets = wanted.div_ceil(tiers);
        let needed = (buckets * tiers).div_ceil(SLOTS_IN_A_LINE);
        let is_kept = self.is_kept;
        let has_this_shape =
            self.buckets == buckets as u64 && self.replacement == options.replacement;
        if is_kept && has_this_shape {
            return Ok(self);
        }
        if needed > self.lines.capacity() {
            // The old memory is freed first, so that both are never held at once.
            self = Table::default();
        }
        self.empty();
        self.lines.truncate(needed);
        let more = needed - self.lines.len();
        let reserved = self.lines.try_reserve_exact(more);
        let beside = options.replacement.bytes_beside();
        let weights = weighed::unset(if beside > 0 { buckets * tiers } else { 0 });
        let (Ok(()), Some(weights)) = (reserved, weights) else {
            let bytes = needed * size_of::<Line<M>>() + buckets * tiers * beside;
            return Err(OutOfMemory {
                mib: bytes.div_ceil(1 << 20),
            });
        };
        self.lines.resize(needed, Line::default());
        Ok(Table {
            lines: self.lines,
            weights,
            iteration: 0,
            touched: self.touched,
            replacement: options.replacement,
            tiers,
            buckets: buckets as u64,
            is_kept,
        })
    }

    fn empty(&mut self) {
        // Without lines nothing can have been stored.
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

    /// The number of entries that the table can hold.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets as usize * self.tiers
    }

    /// The first slot of a key. Keys are mapped to slots in proportion, so the table can have any size.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * u128::from(self.buckets)) >> 64;
        bucket as usize * self.tiers
    }

    /// Prefetches the slots of a key for a probe that follows soon. Affects only the time that the
    /// probe takes.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.lines, self.slot(key) / SLOTS_IN_A_LINE);
    }

    /// The entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<&Entry<M>> {
        let slot = self.slot(key);
        let line = self.lines.get(slot / SLOTS_IN_A_LINE)?;
        let at = slot % SLOTS_IN_A_LINE;
        // Without a branch, since the tier that has the entry cannot be predicted.
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

    /// Stores an entry as the replacement policy says. For the policies by nodes it counts one node.
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
            _ => self.store_weighed(entry, 1),
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
            for replacement in Replacement::ALL {
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
    fn a_renewed_table_is_like_a_new_one() {
        let mut table = table(5000, Replacement::TwoTier);
        let memory = table.lines.as_ptr();
        // Store no entries, a few (in few parts), and more than the table holds.
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
    #[test]
    fn a_table_that_no_machine_can_hold_is_refused_with_its_size() {
        // A move of 64 KiB: four billion entries have more addresses than a process has.
        #[derive(Clone, Copy, PartialEq)]
        struct Large([u8; 1 << 16]);
        impl Default for Large {
            fn default() -> Self {
                Large([0; 1 << 16])
            }
        }
        let options = TableOptions {
            size: TableSize::Entries(u32::MAX),
            ..TableOptions::default()
        };
        let Err(refused) = Table::<Large>::new(options) else {
            panic!("no machine has this memory");
        };
        // 2^30 lines, counted in units of 2^20 bytes.
        assert_eq!(refused.mib, size_of::<Line<Large>>() << 10);
    }

    /// An empty slot holds the key 0, which a position may have too.
    #[test]
    fn an_empty_table_has_no_entry_of_the_key_that_empty_slots_hold() {
        for replacement in Replacement::ALL {
            let mut table = table(4, replacement);
            assert!(table.probe(0).is_none(), "{replacement:?}");
            assert_eq!(table.store(entry(0, 5)), Stored::Fresh);
            assert_eq!(table.probe(0), Some(&entry(0, 5)));
        }
    }

    /// Counted and not allocated: the largest table has 4 GiB.
    #[test]
    fn a_size_in_mib_is_as_many_entries_as_fit() {
        for (size, entries) in [
            (TableSize::Off, 0),
            (TableSize::Entries(7), 7),
            (TableSize::Entries(u32::MAX), 4_294_967_295),
            (TableSize::Mib(0), 0),
            (TableSize::Mib(1), 65_536),
            (TableSize::Mib(2), 131_072),
            (TableSize::Mib(4095), 268_369_920),
            (TableSize::Mib(4096), 268_435_456),
            (TableSize::Mib(u16::MAX), 4_294_901_760),
        ] {
            assert_eq!(size.entries::<u16>(), entries, "{size:?}");
        }
        // Lines that do not fill a MiB are not begun: an entry of this move has 320 bytes, so a line has 1280.
        assert_eq!(size_of::<Line<[[u8; 16]; 19]>>(), 1280);
        assert_eq!(TableSize::Mib(1).entries::<[[u8; 16]; 19]>(), 819 * 4);
        let size = TableSize::Mib(1);
        let options = TableOptions {
            size,
            ..TableOptions::default()
        };
        assert_eq!(Table::<u16>::new(options).unwrap().capacity(), 65_536);
    }
}
