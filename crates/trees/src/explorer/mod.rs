//! Large search trees, and the difference of two: every node of an iteration, read from the trace that the checker validates.
//!
//! [`search`] records a search and reads its nodes, [`difference()`] matches two searches by move, [`keep()`] takes the
//! largest subtrees of what is too large for a page, and [`page`] writes it.

mod data;
mod difference;
mod keep;
mod page;
mod read;
#[cfg(test)]
mod tests;
mod visit;
mod words;

pub use self::{
    difference::{Aspect, Difference, Divergence, NONE, Pair, What, Which, Why, alone, difference},
    keep::{Kept, keep},
    page::page,
    read::{MOST_VISITS, Wanted, read, search},
    visit::{Entry, Explored, Reached, Visit, Visits},
};

/// The most nodes of each search that a page has if nothing else is wanted.
pub const MOST_SHOWN: usize = 1_000_000;
