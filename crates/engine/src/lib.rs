#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// The version of the search. Two searches with the same version and settings enter the same nodes.
///
/// It is raised by hand when a change alters a node count or a default on purpose. `tests/it/signature.rs` fails until it
/// is raised, and results stored by another version are never used as results of this one.
pub const SEARCH_VERSION: u32 = 3;

pub mod eval;
pub mod game;
pub mod observe;
pub mod ordering;
pub mod score;
pub mod search;
pub mod table;
pub mod techniques;
pub mod units;
pub mod variants;
pub mod window;
