#![doc = include_str!("../README.md")]

/// Node counts of some searches, as CSV: variant, setting, position, depth, nodes. A test holds the
/// search to them, so that a search that enters other nodes has another signature.
pub const SIGNATURE: &str = include_str!("../tests/signature.csv");

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
