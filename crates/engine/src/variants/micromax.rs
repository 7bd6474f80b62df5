//! The search of H. G. Muller's micro-Max 4.7, in this project's terms.
//!
//! Internal iterative deepening at every node, a check extension of evasions, null move with R = 2 that is tried at every node
//! until more than 35 of 40 are captured ([`Game::captured_material`](crate::game::Game::captured_material)), futility one ply before quiescence, quiescence that is blind to checks, a delayed-loss bonus, mates that hold at any depth, no
//! under-promotion and its own evaluation. `plybench play` keeps the table and the positions of the game from move to move, as the
//! program does.
//!
//! The program's depth counts quiescence as 2, so its depth d is d - 2 here: null move and check extension begin at its 3, and
//! futility ends there.
//!
//! Deviations:
//! - The program detects a check by searching a pass and, in quiescence, does not notice that it is in check. Here the position
//!   says so, without a node; the null move is not tried in check.
//! - A pass with nothing but pawns is not tried, nor one where beta is a mate. The program goes by the captured material alone.
//! - The captured material is that of each position. The program counts it at the root only.
//! - A node in check is always extended. The program extends only if it iterates through its depth 3, not if the table's entry lets
//!   it begin deeper.
//! - A futile move leaves the node's value as it is. The program takes the evaluation after the move for the move's value, and also
//!   drops futile captures in quiescence.
//! - Nothing is futile in check or where alpha is a mate, nor is a move that gives check. The program asks none of this.
//! - Internal iterative deepening begins only at depth 2 and without a move from the table. The program goes through all
//!   iterations, or those beyond the depth of the table's entry.
//! - All captures come before other moves, by MVV/LVA. The program tries one move first, that of the iteration before or the
//!   capture that is best by MVV/LVA, and all others in the order of the board.
//! - Quiescence searches promotions too, and its results are not stored in the table.
//! - The table has 2^20 entries; the program's has 2^24.
//! - Illegal moves lead to a node that ends by the capture of the king, but all of a node's between its first move and the second,
//!   and also where the move would be futile. The program comes to them in the order of its board.
//! - A position on the path repeats. The program looks only at the positions of the game.
//! - It deepens until its time is used up; here the depth is given, and the count of nodes is one for each call, not for each
//!   internal iteration.
//! - See [`micro_max`](crate::eval::Evaluation::MicroMax) for the evaluation and
//!   [`MateDistance::MicroMax`] for the mates of the table.

use super::{PLAIN, Variant};
use crate::{
    eval::Evaluation,
    ordering::OrderingOptions,
    search::{DrawRules, Legality, QuiescenceInCheck, SearchOptions},
    table::{TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, Margins, MateDistance,
        check_extension::{CheckExtension, Extends},
        futility::Futility,
        internal_iterative_deepening::InternalIterativeDeepening,
        null_move::NullMove,
    },
};

/// The configuration of the program.
pub const MICROMAX: Variant = Variant {
    name: "micromax",
    purpose: "the search of micro-Max 4.7: null move, evasions extended, futility, blind quiescence, its evaluation",
    options: SearchOptions {
        quiescence: true,
        quiescence_in_check: QuiescenceInCheck::StandPat,
        under_promotion: false,
        legality: Legality::KingCapture,
        evaluation: Evaluation::MicroMax,
        draws: DrawRules {
            fifty_moves: false,
            ..PLAIN.options.draws
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            ..PLAIN.options.ordering
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            ..PLAIN.options.table
        },
        techniques: BuiltIn {
            mate_distance: MateDistance::MicroMax,
            check_extension: Some(Limited::everywhere(CheckExtension {
                extends: Extends::Evasion,
                ..CheckExtension::DEFAULT
            })),
            null_move: Some(Limited::everywhere(NullMove {
                reduction: 2,
                min_depth: 1,
                from_beta: false,
                in_a_row: true,
                most_captured: 35,
                ..NullMove::DEFAULT
            })),
            futility: Some(Limited::everywhere(Futility {
                margins: Margins::of(&[0]),
                all_moves: true,
                ..Futility::DEFAULT
            })),
            internal_iterative_deepening: Some(Limited::everywhere(InternalIterativeDeepening {
                reduction: 1,
                min_depth: 2,
            })),
            ..BuiltIn::OFF
        },
        ..PLAIN.options
    },
};
