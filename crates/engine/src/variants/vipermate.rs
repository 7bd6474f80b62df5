//! The search of E. Altavilla's ViperMate, as far as its journal of 5 November 2023 describes it.
//!
//! Negamax with depth and ply, a mate value of 30000, and mate distance pruning by one bound a node: the lower, or else the upper,
//! not at the root. In the journal's reading, -30000 means that White is mated now, and -29998 that White is mated two plies from
//! now: the score of being mated at ply p is -30000 + p.
//!
//! Deviations: the journal counts scores for White, here they count for the side to move; it says nothing of the evaluation, the
//! order of moves, a table, draws or values outside the window, so this variant has material, the order of generation, no table, draws
//! by repetition and by the 50-move rule, and fail-hard.

use super::{PLAIN, Variant};
use crate::{
    search::{FailMode, SearchOptions},
    techniques::{BuiltIn, MateDistance},
};

/// The configuration of the journal.
pub const VIPERMATE: Variant = Variant {
    name: "vipermate",
    purpose: "ViperMate's search as its journal describes it: alpha-beta and its own form of mate distance pruning",
    options: SearchOptions {
        fail: FailMode::Hard,
        techniques: BuiltIn {
            mate_distance: MateDistance::Vipermate,
            ..BuiltIn::OFF
        },
        ..PLAIN.options
    },
};
