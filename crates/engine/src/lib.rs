#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// The version of the search: two searches of one version enter the same nodes under the same settings.
///
/// It is raised by hand when a change moves a node count or a default on purpose. `tests/signature.rs` fails until it
/// is, and stored results of another version are never taken for those of this one.
pub const SEARCH_VERSION: u32 = 1;

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
