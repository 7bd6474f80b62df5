//! Every move of every node, as in textbooks before alpha-beta.

use super::{PLAIN, Variant};
use crate::search::{ScoutMode, SearchOptions};

/// Plain minimax: what pruning is measured against.
pub const MINIMAX: Variant = Variant {
    name: "minimax",
    purpose: "every move of every node: nothing is cut off",
    options: SearchOptions {
        scout: ScoutMode::Minimax,
        ..PLAIN.options
    },
};
