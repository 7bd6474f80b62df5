//! What a plain engine of today has, with the piece-square evaluation.
//!
//! No single engine has exactly these settings. The techniques are those that akimbo, Lynx, 4ku, Ethereal and Stockfish have in common,
//! and most numbers are one of theirs, rounded to what the parameters allow:
//!
//! - akimbo: late move reduction, exchange pruning of quiet moves, history pruning, the widths of aspiration; reverse futility, which is
//!   94 d there, half of it if improving, and here 94 d, less 47 if improving
//! - Ethereal: null move, futility, delta pruning; late move pruning, which is 2.5 + d² / 2.25 there, and 4 + d² / 1.125 if improving
//! - Stockfish: razoring, singular extension (without its later forms), internal iterative reduction
//! - 4ku: the check extension
//! - Lynx: exchange pruning of captures; its number is that of d² there and that of d here, which skips more from depth 2 on
//!
//! Terms of their formulas that this project has no parameter for are left out. So are three that it has: reductions that grow at cut nodes
//! and unless improving, and a shallower search of the root after a fail high. Where the sources differ, the choice was made by how often
//! the move agrees with that of a search without techniques, on 240 quiet positions from games that were played for this purpose, and by
//! what is solved of the data sets `iq4` and `eet`. Differences between neighbours were of the size of chance.

use super::{PLAIN, Variant};
use crate::{
    eval::{CorrectionOptions, Evaluation},
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
        driver: RootDriver::GrowingAspiration(GrowingAspiration {
            shallower: false,
            ..GrowingAspiration::DEFAULT
        }),
        quiescence: true,
        evaluation: Evaluation::PieceSquare,
        correction_history: CorrectionOptions {
            pawns: true,
            pieces: true,
        },
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
            // 94 d, less 47 if improving.
            reverse_futility: Some(Limited::everywhere(ReverseFutility {
                margin: 94,
                max_depth: 8,
                less_if_improving: 47,
            })),
            // 4 + d / 6 + min(3, (e - b) / 200), the pass included; verified from depth 17, as in akimbo.
            null_move: Some(Limited::everywhere(NullMove {
                reduction: 3,
                depth_divisor: 6,
                evaluation_divisor: 200,
                most_by_evaluation: 3,
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
                history_divisor: 8_192,
                ..LateMoveReduction::DEFAULT
            })),
            singular_extension: Some(Limited::everywhere(SingularExtension::DEFAULT)),
            // 3 + d² / 2 moves, or 3 + d² if improving.
            late_move_pruning: Some(Limited::everywhere(LateMovePruning {
                base: 3,
                ..LateMovePruning::DEFAULT
            })),
            exchange_pruning: Some(Limited::everywhere(ExchangePruning {
                capture_margin: 111,
                ..ExchangePruning::DEFAULT
            })),
            delta_pruning: Some(Limited::everywhere(DeltaPruning::DEFAULT)),
            history_pruning: Some(Limited::everywhere(HistoryPruning::DEFAULT)),
            internal_iterative_reduction: Some(Limited::everywhere(InternalIterativeReduction {
                min_depth: 6,
                ..InternalIterativeReduction::DEFAULT
            })),
            ..BuiltIn::OFF
        },
        ..PLAIN.options
    },
};
