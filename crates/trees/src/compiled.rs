//! Trees of the games of this workspace, which this crate compiles once for each.
//!
//! A generic function is compiled anew in each crate that calls it, and as little optimized as that crate.

use std::{
    fs::File,
    io::{BufReader, Write},
};

use plybench_checker::trace::{Observed, Reader};
use plybench_df_pn::{Identified, Solution};
use plybench_engine::game::{chess::Chess, named::AnyPosition};

use plybench_records::registered::HasRegistered;

use crate::{
    tree::{self, BranchOrder, SearchTree},
    visits::{self, TreeError, Visits, Wanted},
};

/// A game whose trees are compiled here. Other games have the generic functions.
pub trait Compiled: Observed + HasRegistered + Identified {
    /// [`visits::search`].
    ///
    /// # Errors
    /// If there are too many nodes, or the table does not fit into memory.
    fn search_visits(&self, past: &[u64], wanted: &Wanted<'_>) -> Result<Visits, TreeError>;

    /// [`visits::read`] of a file.
    ///
    /// # Errors
    /// If the trace cannot be read or contradicts the game, does not have the iteration, or has too many nodes.
    fn read_visits(
        &self,
        trace: Reader<BufReader<File>>,
        wanted: &Wanted<'_>,
    ) -> Result<Visits, TreeError>;

    /// [`tree::record`].
    ///
    /// # Errors
    /// If the tree is too large, or the table does not fit into memory.
    fn record_tree(
        &self,
        past: &[u64],
        wanted: &Wanted<'_>,
        order: BranchOrder,
    ) -> Result<SearchTree, TreeError>;

    /// [`tree::proof`].
    ///
    /// # Errors
    /// If the tree is too large.
    fn proof_tree(
        &self,
        solution: &Solution<Self::Move>,
        name: &str,
    ) -> Result<SearchTree, TreeError>;

    /// [`tree::json_lines`] of a file.
    ///
    /// # Errors
    /// If the trace cannot be read or contradicts the game, or a line cannot be written.
    fn write_json_lines(
        &self,
        trace: Reader<BufReader<File>>,
        to: &mut dyn Write,
    ) -> Result<(), TreeError>;
}

/// Methods of types without type parameters are compiled here, not where they are called.
macro_rules! compiled {
    ($($game:ty)*) => {$(
        impl Compiled for $game {
            fn search_visits(&self, past: &[u64], wanted: &Wanted<'_>) -> Result<Visits, TreeError> {
                visits::search(self, past, wanted)
            }

            fn read_visits(
                &self,
                trace: Reader<BufReader<File>>,
                wanted: &Wanted<'_>,
            ) -> Result<Visits, TreeError> {
                visits::read(self, trace, wanted)
            }

            fn record_tree(
                &self,
                past: &[u64],
                wanted: &Wanted<'_>,
                order: BranchOrder,
            ) -> Result<SearchTree, TreeError> {
                tree::record(self, past, wanted, order)
            }

            fn proof_tree(
                &self,
                solution: &Solution<Self::Move>,
                name: &str,
            ) -> Result<SearchTree, TreeError> {
                tree::proof(self, solution, name)
            }

            fn write_json_lines(
                &self,
                trace: Reader<BufReader<File>>,
                to: &mut dyn Write,
            ) -> Result<(), TreeError> {
                tree::json_lines(self, trace, to)
            }
        }
    )*};
}

compiled! { Chess AnyPosition }
