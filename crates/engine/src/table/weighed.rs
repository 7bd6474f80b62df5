//! Replacement by what an entry does not hold: the nodes of its search, or the iteration that stored it.
//!
//! An entry of chess fills its 16 bytes, so these weights are in a vector beside the entries, which exists only for the policies
//! that need it. The other policies pay nothing.

use super::{Entry, Replacement, Stored, Table, part};

/// Weights of slots without an entry; none if they do not fit into memory.
pub(super) fn unset(slots: usize) -> Option<Vec<u32>> {
    let mut weights = Vec::new();
    weights.try_reserve_exact(slots).ok()?;
    weights.resize(slots, 0);
    Some(weights)
}

impl<M: Copy + Default + PartialEq> Table<M> {
    /// Begins an iteration: entries stored before belong to earlier ones.
    pub fn begin_iteration(&mut self) {
        self.iteration = self.iteration.wrapping_add(1);
    }

    /// The nodes of the entry of the position with this key, if the replacement policy is by nodes. A table with two tiers does not
    /// tell those of the second.
    #[must_use]
    pub fn nodes(&self, key: u64) -> Option<u32> {
        let slot = self.slot(key);
        let is_here = self.at(slot)?.key == key && self.at(slot)?.is_filled();
        self.weights.get(slot).copied().filter(|_| is_here)
    }

    /// Stores an entry as the replacement policy says. Its search entered this many nodes.
    #[cold]
    #[inline(never)]
    pub fn store_weighed(&mut self, entry: Entry<M>, nodes: u32) -> Stored {
        let slot = self.slot(entry.key);
        let Some(&present) = self.at(slot) else {
            return Stored::Refused;
        };
        self.touched[part(entry.key)] = true;
        let weight = match self.replacement {
            Replacement::Aging => self.iteration,
            _ => nodes,
        };
        let present_weight = self.weights.get(slot).copied().unwrap_or(0);
        let is_other = present.is_filled() && present.key != entry.key;
        match self.replacement {
            Replacement::Always | Replacement::DepthPreferred | Replacement::TwoTier => {
                self.store(entry)
            }
            Replacement::Never if is_other => Stored::Refused,
            Replacement::NodesPreferred | Replacement::AllNodesPreferred
                if is_other && present_weight > weight =>
            {
                Stored::Refused
            }
            Replacement::TwoTierNodes if is_other && present_weight > weight => {
                self.put_weighed(slot + 1, entry, weight)
            }
            Replacement::TwoTierNodes if is_other => {
                self.put_weighed(slot, entry, weight);
                self.put_weighed(slot + 1, present, present_weight)
            }
            Replacement::Aging
                if present.is_filled()
                    && present_weight == weight
                    && present.depth > entry.depth =>
            {
                Stored::Refused
            }
            _ => self.put_weighed(slot, entry, weight),
        }
    }

    fn put_weighed(&mut self, slot: usize, entry: Entry<M>, weight: u32) -> Stored {
        if let Some(place) = self.weights.get_mut(slot) {
            *place = weight;
        }
        self.put(slot, entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        score::Score,
        table::{Bound, TableOptions, TableSize},
        units::{Depth, Ply},
    };

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
        let score = Score::evaluation(0).at_node(Ply::ROOT);
        Entry::new(key, score, Depth::new(depth), Bound::Exact, None)
    }

    /// The depths of the entries of keys 1, 2 and 3.
    fn depths(table: &Table<u16>) -> [Option<u8>; 3] {
        [1, 2, 3].map(|key| table.probe(key).map(|found| found.depth().plies()))
    }

    #[test]
    fn an_old_entry_gives_way_only_to_its_own_position() {
        let mut table = table(1, Replacement::Never);
        assert_eq!(table.store_weighed(entry(1, 3), 10), Stored::Fresh);
        assert_eq!(table.store_weighed(entry(2, 9), 99), Stored::Refused);
        assert_eq!(depths(&table), [Some(3), None, None]);
        assert_eq!(table.store_weighed(entry(1, 2), 1), Stored::Fresh);
        assert_eq!(depths(&table), [Some(2), None, None]);
    }

    #[test]
    fn the_entry_with_more_nodes_stays_whatever_its_depth() {
        for replacement in [Replacement::NodesPreferred, Replacement::AllNodesPreferred] {
            let mut table = table(1, replacement);
            table.store_weighed(entry(1, 3), 10);
            assert_eq!(table.nodes(1), Some(10));
            assert_eq!(table.store_weighed(entry(2, 9), 9), Stored::Refused);
            assert_eq!(depths(&table), [Some(3), None, None]);
            // Of equal ones the newer stays.
            assert_eq!(table.store_weighed(entry(2, 1), 10), Stored::Overwrote);
            assert_eq!(depths(&table), [None, Some(1), None]);
            // The later result of the position has fewer nodes, and others need no more than these.
            assert_eq!(table.store_weighed(entry(2, 2), 4), Stored::Fresh);
            assert_eq!(table.nodes(2), Some(4));
            assert_eq!(table.store_weighed(entry(3, 1), 4), Stored::Overwrote);
            assert_eq!((table.nodes(3), table.nodes(2)), (Some(4), None));
        }
    }

    #[test]
    fn the_first_of_two_tiers_keeps_the_entry_with_more_nodes() {
        let mut table = table(2, Replacement::TwoTierNodes);
        table.store_weighed(entry(1, 5), 10);
        assert_eq!(table.store_weighed(entry(2, 6), 9), Stored::Fresh);
        assert_eq!(depths(&table), [Some(5), Some(6), None]);
        // The larger one moves into the second tier with its weight, and nothing there resists.
        assert_eq!(table.store_weighed(entry(3, 1), 10), Stored::Overwrote);
        assert_eq!(depths(&table), [Some(5), None, Some(1)]);
        assert_eq!(table.weights, [10, 10]);
        assert_eq!(table.store_weighed(entry(2, 1), 1), Stored::Overwrote);
        assert_eq!(depths(&table), [None, Some(1), Some(1)]);
        assert_eq!(table.weights, [10, 1]);
    }

    #[test]
    fn an_entry_of_an_earlier_iteration_gives_way_whatever_its_depth() {
        let mut table = table(1, Replacement::Aging);
        table.begin_iteration();
        table.store_weighed(entry(1, 5), 1);
        assert_eq!(table.store_weighed(entry(2, 4), 99), Stored::Refused);
        assert_eq!(table.store_weighed(entry(1, 4), 99), Stored::Refused);
        assert_eq!(table.store_weighed(entry(2, 5), 1), Stored::Overwrote);
        table.begin_iteration();
        assert_eq!(table.store_weighed(entry(1, 1), 1), Stored::Overwrote);
        assert_eq!(table.store_weighed(entry(2, 1), 1), Stored::Overwrote);
        assert_eq!(depths(&table), [None, Some(1), None]);
    }

    #[test]
    fn weights_exist_only_for_the_policies_that_need_them() {
        for (replacement, weights) in [
            (Replacement::Always, 0),
            (Replacement::TwoTier, 0),
            (Replacement::Never, 0),
            (Replacement::NodesPreferred, 5),
            (Replacement::AllNodesPreferred, 5),
            (Replacement::TwoTierNodes, 6),
            (Replacement::Aging, 5),
        ] {
            let larger = table(100, Replacement::Aging);
            let options = TableOptions {
                size: TableSize::Entries(5),
                replacement,
                ..TableOptions::default()
            };
            let table = larger.renewed(options).unwrap();
            assert_eq!(table.weights.len(), weights, "{replacement:?}");
            assert_eq!(
                table.weights.capacity() * 4,
                weights * replacement.bytes_beside()
            );
        }
    }

    /// A renewed table has weights of its own, though it is in the memory of another.
    #[test]
    fn a_renewed_table_remembers_no_weight_and_no_iteration() {
        for replacement in [Replacement::NodesPreferred, Replacement::Aging] {
            let options = TableOptions {
                size: TableSize::Entries(1),
                replacement,
                ..TableOptions::default()
            };
            let mut table = table(1, replacement);
            table.begin_iteration();
            table.store_weighed(entry(1, 5), 99);
            let mut table = table.renewed(options).unwrap();
            assert_eq!((table.weights[0], table.iteration), (0, 0));
            assert_eq!(table.store_weighed(entry(2, 1), 1), Stored::Fresh);
        }
    }

    /// Without a count of nodes an entry counts one, so that the newer always takes the slot.
    #[test]
    fn every_policy_stores_without_a_weight() {
        let mut table = table(1, Replacement::NodesPreferred);
        table.store(entry(1, 5));
        assert_eq!(table.store(entry(2, 3)), Stored::Overwrote);
        let mut deep = self::table(1, Replacement::DepthPreferred);
        deep.store_weighed(entry(1, 5), 1);
        assert_eq!(deep.store_weighed(entry(2, 3), 99), Stored::Refused);
    }
}
