//! Memory that one search passes on to the next. Its contents are not kept, except for the table of a game.
//!
//! Besides its positions, a search needs a few hundred kilobytes and its table. Allocating and initialising them takes longer than
//! a search of a hundred nodes.

use std::mem;

use super::{path::Path, principal_variation::PrincipalVariation, tables::Tables};
use crate::{
    eval::Corrections,
    ordering::{MoveStack, Ordering},
    table::Table,
    techniques::{Inherited, StackEntry},
};

/// Memory that successive searches share, for games with moves of this type. It is empty at first. Each search discards what the
/// previous one left in it, except for the table of a memory that [keeps it](Memory::keeping_the_table).
pub struct Memory<M> {
    pub(super) table: Tables<M>,
    pub(super) ordering: Ordering<M>,
    pub(super) moves: MoveStack<M>,
    pub(super) path: Path,
    pub(super) stack: Vec<StackEntry<M>>,
    pub(super) inherited: Vec<Inherited>,
    pub(super) evaluations: Vec<Option<i32>>,
    pub(super) corrections: Corrections,
    pub(super) pv: PrincipalVariation<M>,
}

impl<M> Default for Memory<M> {
    fn default() -> Self {
        Memory {
            table: Tables::default(),
            ordering: Ordering::default(),
            moves: MoveStack::default(),
            path: Path::default(),
            stack: Vec::new(),
            inherited: Vec::new(),
            evaluations: Vec::new(),
            corrections: Corrections::default(),
            pv: PrincipalVariation::default(),
        }
    }
}

impl<M> Memory<M> {
    /// Memory for the searches of one player in one game, each of which begins with the table that the previous one left.
    ///
    /// Entries stay valid, because they belong to a position and count a mate's plies from it. All searches must have the same
    /// options, techniques and conventions, and roots with the same side to move: the contempt that is in a stored draw is that of
    /// the side to move at the root. A table of another size or replacement policy begins empty. Killers, history and corrections always
    /// begin anew: killers belong to plies of another root. Node counts and scores depend on the earlier searches, and the
    /// first search is the same as with other memory.
    #[must_use]
    pub fn keeping_the_table() -> Self {
        Memory {
            table: Tables::kept(),
            ..Memory::default()
        }
    }

    /// Hands the memory to a search and leaves empty memory of the same kind. The search puts its own back, unless its table does
    /// not fit.
    pub(super) fn take(&mut self) -> Self {
        let empty = if self.table.shared().is_kept() {
            Memory::keeping_the_table()
        } else {
            Memory::default()
        };
        mem::replace(self, empty)
    }

    /// The table of the last search, without that of the principal variation.
    #[must_use]
    pub fn table(&self) -> &Table<M> {
        self.table.shared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So a memory of a game is one even after a search whose table did not fit.
    #[test]
    fn a_memory_that_is_taken_leaves_one_of_its_kind() {
        let mut memory = Memory::<u16>::keeping_the_table();
        assert!(memory.take().table().is_kept());
        assert!(memory.table().is_kept());
        let mut memory = Memory::<u16>::default();
        assert!(!memory.take().table().is_kept());
        assert!(!memory.table().is_kept());
    }
}
