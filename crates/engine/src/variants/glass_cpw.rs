//! Glass as the Chess Programming Wiki describes it.
//!
//! Principal variation search, null move, late move reductions, razoring, futility pruning, enhanced transposition cutoffs and the
//! history heuristic. The wiki gives no parameters, so all are this project's defaults. [`GLASS`](super::GLASS) is another thing: a
//! fit to the published table, which needs none of these techniques. This variant shows how far the description is from the table.
//!
//! Deviation: Glass has a table of its own for nodes of the principal variation; here one table serves all nodes.

use super::Variant;
use crate::{
    eval::Evaluation,
    ordering::{OrderingOptions, Ties},
    search::{
        DrawRules, FailMode, MateValues, QuiescenceInCheck, RootDriver, ScoutMode, SearchOptions,
    },
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, enhanced_transposition_cutoff::EnhancedTranspositionCutoff,
        futility::Futility, late_move_reduction::LateMoveReduction, null_move::NullMove,
        razoring::Razoring,
    },
};

/// The configuration of the description, with mate distance pruning off.
pub const GLASS_CPW: Variant = Variant {
    name: "glass-cpw",
    purpose: "the techniques that the Chess Programming Wiki names for Glass, with this project's defaults",
    options: SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::Pvs,
        driver: RootDriver::FullWindow,
        mate_at_horizon: false,
        quiescence: true,
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
            history: true,
            ties: Ties::Generation,
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            depth: TableDepth::AtLeast,
            replacement: Replacement::TwoTier,
            probe_at_horizon: false,
        },
        techniques: BuiltIn {
            enhanced_transposition_cutoff: Some(Limited::everywhere(
                EnhancedTranspositionCutoff::DEFAULT,
            )),
            razoring: Some(Limited::everywhere(Razoring::DEFAULT)),
            null_move: Some(Limited::everywhere(NullMove::DEFAULT)),
            futility: Some(Limited::everywhere(Futility::DEFAULT)),
            late_move_reduction: Some(Limited::everywhere(LateMoveReduction::DEFAULT)),
            ..BuiltIn::OFF
        },
    },
};
