//! The search of H. G. Muller's micro-Max 4.7, in this project's terms.
//!
//! Internal iterative deepening at every node, a check extension of evasions, null move with R = 2 that is tried at every node,
//! futility one ply before quiescence, quiescence that is blind to checks, a delayed-loss bonus, mates that hold at any depth, no
//! under-promotion and its own evaluation. `plybench play` keeps the table and the positions of the game from move to move, as the
//! program does.
//!
//! Deviations:
//! - The program detects a check by searching a pass and, in quiescence, does not notice that it is in check. Here the position says
//!   so, without a node; the null move is not tried in check.
//! - A pass with nothing but pawns is not tried. The program goes by the captured material alone.
//! - The captured material is that of each position. The program counts it at the root only.
//! - A futile move leaves the node's value as it is. The program takes the evaluation after the move for the move's value, and also drops
//!   futile captures in quiescence.
//! - Quiescence searches promotions too, and its results are not stored in the table.
//! - A move is legal if it leaves the king safe. The program finds out by capturing the king; its count of nodes includes illegal moves.
//! - A position on the path repeats. The program looks only at the positions of the game.
//! - It deepens until its time is used up; here the depth is given, and the count of nodes is one for each call, not for each internal
//!   iteration.
//! - See [`micro_max`](crate::eval::Evaluation::MicroMax) for the evaluation and
//!   [`mate_distance::micro_max`](crate::techniques::mate_distance::micro_max) for the mates of the table.

use super::Variant;
use crate::{
    eval::Evaluation,
    ordering::{OrderingOptions, Ties},
    search::{
        DrawRules, FailMode, MateValues, QuiescenceInCheck, RootDriver, ScoutMode, SearchOptions,
    },
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, Margins, MateDistance,
        check_extension::{CheckExtension, Extends},
        futility::Futility,
        internal_iterative_deepening::InternalIterativeDeepening,
        null_move::NullMove,
    },
};

/// The configuration of the program.
pub const MICRO_MAX: Variant = Variant {
    name: "micro-max",
    purpose: "the search of micro-Max 4.7: null move, evasions extended, futility, blind quiescence, its evaluation",
    options: SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::FullWindow,
        driver: RootDriver::FullWindow,
        mate_at_horizon: false,
        quiescence: true,
        quiescence_in_check: QuiescenceInCheck::StandPat,
        mates: MateValues::ByPly,
        under_promotion: false,
        evaluation: Evaluation::MicroMax,
        draws: DrawRules {
            repetition: true,
            fifty_moves: false,
            contempt: 0,
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: false,
            history: false,
            ties: Ties::Generation,
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            depth: TableDepth::AtLeast,
            replacement: Replacement::Always,
            probe_at_horizon: false,
        },
        techniques: BuiltIn {
            mate_distance: MateDistance::MicroMax,
            check_extension: Some(Limited::everywhere(CheckExtension {
                extends: Extends::Evasion,
                ..CheckExtension::DEFAULT
            })),
            null_move: Some(Limited::everywhere(NullMove {
                reduction: 2,
                min_depth: 3,
                from_beta: false,
                in_a_row: true,
                most_captured: 35,
                ..NullMove::DEFAULT
            })),
            futility: Some(Limited::everywhere(Futility {
                margins: Margins::of(&[0]),
                all_moves: true,
            })),
            internal_iterative_deepening: Some(Limited::everywhere(InternalIterativeDeepening {
                reduction: 1,
                min_depth: 2,
            })),
            ..BuiltIn::OFF
        },
    },
};
