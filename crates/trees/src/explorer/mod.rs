//! Large search trees, and the difference of two.
//!
//! [`difference()`] matches the [nodes](crate::visits::Visits) of two searches by move, [`keep()`] takes the largest subtrees of what
//! is too large for a page, and [`page`] writes it.

mod data;
mod difference;
mod keep;
mod page;
#[cfg(test)]
mod tests;

pub use self::{
    difference::{Difference, Divergence, NONE, Pair, alone, difference},
    keep::{Kept, keep},
    page::{page, page_bytes},
};
pub use crate::causes::{Aspect, What, Which, Why};

/// The most nodes of each search that a page has if nothing else is wanted.
pub const MOST_SHOWN: usize = 1_000_000;
