//! What one search leaves to the next: room, and nothing remembered.
//!
//! What a search needs besides its positions is some hundred kilobytes, and its table. To ask the system for it and to fill it
//! takes longer than a search of a hundred nodes.

use super::{path::Path, principal_variation::PrincipalVariation};
use crate::{
    ordering::{MoveStack, Ordering},
    table::Table,
    techniques::Arrival,
};

/// Memory for searches that are done one after the other, of games with moves of this type; none at first. What a search left in it
/// is forgotten by the next.
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
