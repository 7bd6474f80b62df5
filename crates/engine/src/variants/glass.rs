//! A configuration that comes close to the published table of mate distance pruning.
//!
//! The example `sweep_glass` (seed 1) found it: the sweep drew 400 configurations at random, then changed the
//! four best in one option at a time, each with six forms of mate distance pruning. It compared nodes until
//! the principal variation was found, as the published counts do. With the form `test-only` the worst ratio
//! is 1.8 % off; by all nodes entered, 4.1 %. The configuration has no reductions and no extensions: it is
//! plain principal variation search with a table and an aspiration window.
//!
//! The sweep was stopped after 105 minutes, while it was still changing options. By then the mop-up
//! evaluation without repetitions and with seed 55 had reached 1.4 %. What it would have found in the end is
//! not known.
//!
//! Even the seed of the shuffle is one of the options, so this is a fit to twenty numbers and says nothing
//! about how Glass worked.

use super::Variant;
use crate::{
    eval::Evaluation,
    ordering::{OrderingOptions, Ties},
    search::{
        DrawRules, FailMode, MateValues, QuiescenceInCheck, RootDriver, ScoutMode, SearchOptions,
    },
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::BuiltIn,
};

/// The configuration chosen from the sweep, with mate distance pruning off.
pub const GLASS: Variant = Variant {
    name: "glass",
    purpose: "one of the configurations closest to the published table, found by a sweep",
    options: SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::Pvs,
        driver: RootDriver::Aspiration(25),
        mate_at_horizon: false,
        quiescence: false,
        quiescence_in_check: QuiescenceInCheck::Evasions,
        mates: MateValues::ByPly,
        under_promotion: true,
        evaluation: Evaluation::PieceSquare,
        draws: DrawRules {
            repetition: true,
            fifty_moves: true,
            contempt: 0,
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: false,
            history: false,
            ties: Ties::Random(54),
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            depth: TableDepth::AtLeast,
            replacement: Replacement::TwoTier,
            probe_at_horizon: true,
        },
        techniques: BuiltIn::OFF,
    },
};
