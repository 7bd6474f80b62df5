//! Alpha-beta and nothing else.

use super::Variant;
use crate::{
    eval::{CorrectionOptions, Evaluation},
    ordering::OrderingOptions,
    search::{
        DrawRules, FailMode, Legality, MateValues, QuiescenceInCheck, RootDriver, ScoutMode,
        SearchOptions,
    },
    table::{PrincipalEntries, Replacement, TableDepth, TableOptions, TableSize},
    techniques::BuiltIn,
};

/// Alpha-beta that searches moves in the order of generation.
pub const PLAIN: Variant = Variant {
    name: "plain",
    purpose: "alpha-beta and nothing else: no table, no ordering, no technique",
    options: SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::FullWindow,
        driver: RootDriver::FullWindow,
        mate_at_horizon: false,
        quiescence: false,
        quiescence_in_check: QuiescenceInCheck::Evasions,
        mates: MateValues::ByPly,
        under_promotion: true,
        legality: Legality::KingSafety,
        evaluation: Evaluation::Material,
        correction_history: CorrectionOptions::NONE,
        draws: DrawRules {
            repetition: true,
            fifty_moves: true,
            contempt: 0,
        },
        ordering: OrderingOptions::NONE,
        table: TableOptions {
            size: TableSize::Off,
            depth: TableDepth::AtLeast,
            replacement: Replacement::Always,
            probe_at_horizon: false,
            principal_variation: PrincipalEntries::Shared,
        },
        techniques: BuiltIn::OFF,
    },
};
