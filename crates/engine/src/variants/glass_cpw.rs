//! Glass as the Chess Programming Wiki describes it.
//!
//! Principal variation search, null move, late move reductions, razoring, futility pruning, enhanced transposition cutoffs and the
//! history heuristic. The wiki gives no parameters, so all are this project's defaults. [`GLASS`](super::GLASS) is another thing: a
//! fit to the published table, which needs none of these techniques. This variant shows how far the description is from the table.
//!
//! As in Glass, nodes of the principal variation have a table of their own. The wiki says no more of it. Here it is a sixteenth of the
//! other table, keeps exact results only, and is looked up first by nodes with an open window.

use super::{PLAIN, Variant};
use crate::{
    eval::Evaluation,
    ordering::OrderingOptions,
    search::{ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableOptions, TableSize},
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
        scout: ScoutMode::Pvs,
        quiescence: true,
        evaluation: Evaluation::PieceSquare,
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            history: true,
            ..PLAIN.options.ordering
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            replacement: Replacement::TwoTier,
            principal_variation: PrincipalEntries::Separate(65_536),
            ..PLAIN.options.table
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
        ..PLAIN.options
    },
};
