//! The configuration that comes nearest to the published table of mate distance pruning.
//!
//! Picked as the best of what was tried, not by one run that can be repeated as it was: random draws
//! of the example `sweep_glass` (seed 1, stopped before their end) showed the family (MTD(f),
//! fail-soft, mop-up, history, shuffled ties, check extension and late move reduction), and a grid of
//! table sizes and shuffle seeds within it, also stopped early, gave this member. How many
//! configurations were judged was not recorded. Other shuffles and sizes of the same family came out
//! between 2.6 % and 11.6 % off; this one's worst ratio is 2.2 % off. With the shuffle's seed among the
//! fitted options it is a fit to twenty numbers, and says nothing of how Glass worked.

use super::Variant;
use crate::{
    eval::Evaluation,
    ordering::{OrderingOptions, Ties},
    search::{DrawRules, FailMode, RootDriver, ScoutMode, SearchOptions},
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::{BuiltIn, MateDistance},
};

/// The sweep's best, with mate distance pruning off.
pub const GLASS: Variant = Variant {
    name: "glass",
    purpose: "the configuration nearest to the published table, found by a sweep",
    options: SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::FullWindow,
        driver: RootDriver::Mtdf,
        mate_at_horizon: false,
        quiescence: false,
        evaluation: Evaluation::MopUp,
        draws: DrawRules {
            repetition: false,
            fifty_moves: true,
            contempt: 0,
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: false,
            history: true,
            ties: Ties::Random(30),
        },
        table: TableOptions {
            size: TableSize::Entries(393_216),
            depth: TableDepth::AtLeast,
            replacement: Replacement::Always,
            probe_at_horizon: true,
        },
        techniques: BuiltIn {
            mate_distance: MateDistance::Off,
            check_extension: true,
            null_move: false,
            futility: false,
            late_move_reduction: true,
        },
    },
};
