//! The tables of a search: one for all nodes and, if set, one of its own for the nodes of the principal variation.
//!
//! Few nodes have an open window, and their exact results are the most valuable: they hold the best line and its score. In a table
//! that all nodes share, the bounds of null-window searches overwrite them. Glass has such a table, as the Chess Programming Wiki says
//! without details. Here exact results go only to the second table, and nodes with an open window look there first.

use std::mem;

use crate::table::{Entry, OutOfMemory, PrincipalEntries, Stored, Table, TableOptions, TableSize};

/// Both tables. The second has no slots if one table serves all nodes.
pub(super) struct Tables<M> {
    shared: Table<M>,
    /// Apart, so that the searches that do without it keep what they use close together.
    principal: Box<Table<M>>,
}

impl<M> Default for Tables<M> {
    fn default() -> Self {
        Tables {
            shared: Table::default(),
            principal: Box::default(),
        }
    }
}

impl<M> Tables<M> {
    /// Tables without slots that are not emptied when they are renewed, for the searches of a game.
    pub(super) fn kept() -> Self {
        Tables {
            shared: Table::kept(),
            principal: Box::new(Table::kept()),
        }
    }

    /// The table of all nodes.
    pub(super) fn shared(&self) -> &Table<M> {
        &self.shared
    }
}

impl<M: Copy + Default + PartialEq> Tables<M> {
    /// Empty tables in the memory of these; those of a game as they are.
    pub(super) fn renewed(self, options: TableOptions) -> Result<Self, OutOfMemory> {
        let size = match options.principal_variation {
            PrincipalEntries::Separate(entries) if options.size != TableSize::Off => {
                TableSize::Entries(entries)
            }
            _ => TableSize::Off,
        };
        let Tables {
            shared,
            mut principal,
        } = self;
        *principal = mem::take(&mut *principal).renewed(TableOptions { size, ..options })?;
        Ok(Tables {
            shared: shared.renewed(options)?,
            principal,
        })
    }

    /// The entry for a node, which is `principal` if it looks into the second table first.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64, is_principal: bool) -> Option<&Entry<M>> {
        if is_principal && let Some(entry) = self.probe_principal(key) {
            return Some(entry);
        }
        self.shared.probe(key)
    }

    #[cold]
    #[inline(never)]
    fn probe_principal(&self, key: u64) -> Option<&Entry<M>> {
        self.principal.probe(key)
    }

    /// Stores a result in the second table if it is `principal`, otherwise in the first.
    #[inline(always)]
    pub(super) fn store(&mut self, entry: Entry<M>, is_principal: bool) -> Stored {
        if is_principal {
            self.store_principal(entry)
        } else {
            self.shared.store(entry)
        }
    }

    #[cold]
    #[inline(never)]
    fn store_principal(&mut self, entry: Entry<M>) -> Stored {
        self.principal.store(entry)
    }

    /// The same for a policy that most searches do not have; the search of the result entered this many nodes.
    #[cold]
    #[inline(never)]
    pub(super) fn store_weighed(
        &mut self,
        entry: Entry<M>,
        nodes: u32,
        is_principal: bool,
    ) -> Stored {
        let table = match is_principal {
            true => &mut *self.principal,
            false => &mut self.shared,
        };
        table.store_weighed(entry, nodes)
    }

    /// The nodes of the entry that a [probe](Self::probe) finds, if the policy is by nodes.
    #[cold]
    pub(super) fn nodes(&self, key: u64, is_principal: bool) -> Option<u32> {
        let principal = Some(&self.principal).filter(|_| is_principal);
        let found = principal.and_then(|principal| principal.nodes(key));
        found.or_else(|| self.shared.nodes(key))
    }

    /// Begins an iteration.
    pub(super) fn begin_iteration(&mut self) {
        self.shared.begin_iteration();
        self.principal.begin_iteration();
    }

    /// Prefetches the first table's slots of a key.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        self.shared.prefetch(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        score::Score,
        table::Bound,
        units::{Depth, Ply},
    };

    fn entry(depth: u8) -> Entry<u16> {
        let score = Score::evaluation(0).at_node(Ply::ROOT);
        Entry::new(1, score, Depth::new(depth), Bound::Exact, None)
    }

    #[test]
    fn a_bound_does_not_overwrite_a_result_of_the_principal_variation() {
        let options = |principal_variation| TableOptions {
            size: TableSize::Entries(1),
            principal_variation,
            ..TableOptions::default()
        };
        let separate = options(PrincipalEntries::Separate(1));
        let mut tables = Tables::<u16>::default().renewed(separate).unwrap();
        tables.store(entry(7), true);
        let depth = |tables: &Tables<u16>, is_principal| {
            let found = tables.probe(1, is_principal);
            found.map(|entry| entry.depth().plies())
        };
        assert_eq!(
            (depth(&tables, true), depth(&tables, false)),
            (Some(7), None)
        );
        tables.store(entry(3), false);
        assert_eq!(
            (depth(&tables, true), depth(&tables, false)),
            (Some(7), Some(3))
        );
        // A renewed table is empty, and one that is off holds nothing.
        let mut tables = tables.renewed(separate).unwrap();
        assert_eq!((depth(&tables, true), depth(&tables, false)), (None, None));
        tables.store(entry(7), true);
        let off = TableOptions {
            size: TableSize::Off,
            ..separate
        };
        let mut tables = tables.renewed(off).unwrap();
        assert_eq!(tables.store(entry(7), true), Stored::Refused);
        assert_eq!(depth(&tables, true), None);
    }

    #[test]
    fn the_tables_of_a_game_keep_the_results_of_both() {
        let options = TableOptions {
            size: TableSize::Entries(1),
            principal_variation: PrincipalEntries::Separate(1),
            ..TableOptions::default()
        };
        let mut tables = Tables::<u16>::kept().renewed(options).unwrap();
        tables.store(entry(7), true);
        tables.store(entry(3), false);
        let tables = tables.renewed(options).unwrap();
        for (is_principal, depth) in [(true, 7), (false, 3)] {
            let found = tables.probe(1, is_principal).unwrap();
            assert_eq!(found.depth().plies(), depth);
        }
    }
}
