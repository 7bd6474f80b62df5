//! The alpha-beta search of B. Moreland's text "Checkmate/Stalemate Scoring" (2001).
//!
//! A node at depth 0 is evaluated before anything looks for a mate. A node without legal moves is a draw, with contempt, or a mate.
//! What lies outside the window is returned as its bound. The text gives each node an argument `mate` that counts down from the
//! mate value by one at each ply, and returns its negation for a mated side; here that number is M - p, see
//! [`Score::mated_in`](crate::score::Score::mated_in). With `mates = "flat"` the search is the one that the text warns of, which
//! may announce a mate at every move and never give it.
//!
//! Deviations: the text evaluates material and position without saying how, here it is material; it names no draws by repetition or
//! by the 50-move rule, so they are off.

use super::{PLAIN, Variant};
use crate::search::{DrawRules, FailMode, SearchOptions};

/// The configuration of the text, with mates by ply.
pub const MORELAND: Variant = Variant {
    name: "moreland",
    purpose: "the alpha-beta of Moreland's text on scoring mates; add mates = \"flat\" for the error that it warns of",
    options: SearchOptions {
        fail: FailMode::Hard,
        draws: DrawRules {
            repetition: false,
            fifty_moves: false,
            ..PLAIN.options.draws
        },
        ..PLAIN.options
    },
};
