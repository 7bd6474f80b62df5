//! Memory that one search passes on to the next. Its contents are not kept.
//!
//! Besides its positions, a search needs a few hundred kilobytes and its table. Allocating and initialising them takes longer than
//! a search of a hundred nodes.

use super::{path::Path, principal_variation::PrincipalVariation};
use crate::{
    ordering::{MoveStack, Ordering},
    table::Table,
    techniques::Arrival,
};

/// Memory that successive searches share, for games with moves of this type. It is empty at first. Each search discards what the
/// previous one left in it.
pub struct Memory<M> {
    pub(super) table: Table<M>,
    pub(super) ordering: Ordering<M>,
    pub(super) moves: MoveStack<M>,
    pub(super) path: Path,
    pub(super) arrivals: Vec<Arrival<M>>,
    pub(super) evaluations: Vec<Option<i32>>,
    pub(super) pv: PrincipalVariation<M>,
}

impl<M> Default for Memory<M> {
    fn default() -> Self {
        Memory {
            table: Table::default(),
            ordering: Ordering::default(),
            moves: MoveStack::default(),
            path: Path::default(),
            arrivals: Vec::new(),
            evaluations: Vec::new(),
            pv: PrincipalVariation::default(),
        }
    }
}

impl<M> Memory<M> {
    /// The table of the last search.
    #[must_use]
    pub fn table(&self) -> &Table<M> {
        &self.table
    }
}
