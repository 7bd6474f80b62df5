//! What a plain engine of today has, with the piece-square evaluation.
//!
//! No single engine has exactly these settings. The techniques are those that akimbo, Lynx, 4ku, Ethereal and Stockfish have in common,
//! and each number is one of theirs: null move, late move reductions and pruning, exchange and history pruning and internal iterative
//! reduction are akimbo's; reverse futility and the check extension are 4ku's; futility and delta pruning are Ethereal's; razoring is
//! Stockfish's; aspiration is akimbo's. Terms of their formulas that this project has no parameter for are left out. No number was fitted to a set of
//! positions.

use super::{PLAIN, Variant};
use crate::{
    eval::Evaluation,
    ordering::OrderingOptions,
    search::{GrowingAspiration, RootDriver, ScoutMode, SearchOptions},
    table::{Replacement, TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, Margins, MateDistance,
        check_extension::CheckExtension,
        delta_pruning::DeltaPruning,
        exchange_pruning::ExchangePruning,
        futility::Futility,
        history_pruning::HistoryPruning,
        internal_iterative_reduction::InternalIterativeReduction,
        late_move_pruning::LateMovePruning,
        late_move_reduction::{LateMoveReduction, ReductionFormula},
        null_move::{NullMove, Verification},
        razoring::Razoring,
        reverse_futility::ReverseFutility,
        singular_extension::SingularExtension,
    },
};

/// The configuration of a plain engine of today.
pub const MODERN: Variant = Variant {
    name: "modern",
    purpose: "what a plain engine of today has, with parameters of akimbo, Lynx, 4ku, Ethereal and Stockfish",
    options: SearchOptions {
        scout: ScoutMode::Pvs,
        driver: RootDriver::GrowingAspiration(GrowingAspiration::DEFAULT),
        quiescence: true,
        evaluation: Evaluation::PieceSquare,
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: true,
            history: true,
            history_gravity: true,
            countermoves: true,
            continuation_history: true,
            losing_captures_last: true,
            ..OrderingOptions::NONE
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            replacement: Replacement::TwoTier,
            ..PLAIN.options.table
        },
        techniques: BuiltIn {
            mate_distance: MateDistance::Stockfish,
            check_extension: Some(Limited::everywhere(CheckExtension::DEFAULT)),
            // 483 + 318 d², at depths 1 and 2.
            razoring: Some(Limited::everywhere(Razoring {
                margins: Margins::of(&[801, 1_755]),
            })),
            // 71 (d - improving), below depth 8.
            reverse_futility: Some(Limited::everywhere(ReverseFutility {
                margin: 71,
                max_depth: 7,
                less_if_improving: 71,
            })),
            // 5 + d / 5 + min(6, (e - b) / 198), the pass included; verified from depth 17.
            null_move: Some(Limited::everywhere(NullMove {
                reduction: 4,
                min_depth: 3,
                depth_divisor: 5,
                evaluation_divisor: 198,
                most_by_evaluation: 6,
                verify: true,
                verify_by: Verification::Guarded,
                verify_from: 17,
                ..NullMove::DEFAULT
            })),
            // 77 + 52 l, up to l = 8.
            futility: Some(Limited::everywhere(Futility {
                max_depth: 8,
                by_reduced_depth: true,
                ..Futility::DEFAULT
            })),
            late_move_reduction: Some(Limited::everywhere(LateMoveReduction {
                formula: ReductionFormula::Logarithms,
                less_in_open_window: 1,
                more_at_cut_nodes: 1,
                more_unless_improving: 1,
                history_divisor: 8_192,
                ..LateMoveReduction::DEFAULT
            })),
            singular_extension: Some(Limited::everywhere(SingularExtension::DEFAULT)),
            late_move_pruning: Some(Limited::everywhere(LateMovePruning::DEFAULT)),
            exchange_pruning: Some(Limited::everywhere(ExchangePruning::DEFAULT)),
            delta_pruning: Some(Limited::everywhere(DeltaPruning::DEFAULT)),
            history_pruning: Some(Limited::everywhere(HistoryPruning::DEFAULT)),
            internal_iterative_reduction: Some(Limited::everywhere(
                InternalIterativeReduction::DEFAULT,
            )),
            ..BuiltIn::OFF
        },
        ..PLAIN.options
    },
};
