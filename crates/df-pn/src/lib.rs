#![doc = include_str!("../README.md")]

/// The version of the search order. It is raised by hand whenever the same question, limits and table size give other counts than before.
pub const SEARCH_VERSION: u32 = 2;

mod identity;
mod numbers;
mod search;
mod solution;
mod table;

pub use self::{
    identity::Identified,
    search::{Effort, Limits, Solver, Unsolved, Watch},
    solution::{Line, Node, Solution, claim},
};
