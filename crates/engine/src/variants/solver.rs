//! A search for mate problems: whether there is a mate in N is all that it has to find out.
//!
//! Nothing in it can miss a mate or find a wrong one: no reduction, no extension, no quiescence, and table entries are used only at
//! the depth they were searched to. Draws by repetition and by the 50-move rule are off, as problems have it. The evaluation is
//! zero: what is not a mate is all the same, so that most moves are refuted by the first reply.
//!
//! Captures first, because most threats of mate are refuted by capturing; then the moves that refuted at the same ply, because a
//! threat has the same answers after most moves. `plybench mate --variant solver` enters 1.1 million nodes on the mate in 5 WAC.211,
//! and 467 million with `plain` and mates seen at the horizon.

use super::{PLAIN, Variant};
use crate::{
    eval::Evaluation,
    ordering::OrderingOptions,
    search::{DrawRules, SearchOptions},
    table::{Replacement, TableDepth, TableOptions, TableSize},
    techniques::{BuiltIn, MateDistance},
};

/// The configuration of `plybench mate --variant solver`, and of `--set` alone.
pub const SOLVER: Variant = Variant {
    name: "solver",
    purpose: "for mate problems: no draws by rule, no evaluation, an exact table, captures and killers first",
    options: SearchOptions {
        mate_at_horizon: true,
        evaluation: Evaluation::Zero,
        draws: DrawRules {
            repetition: false,
            fifty_moves: false,
            ..PLAIN.options.draws
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: true,
            ..PLAIN.options.ordering
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            depth: TableDepth::Exactly,
            replacement: Replacement::TwoTier,
            ..PLAIN.options.table
        },
        techniques: BuiltIn {
            mate_distance: MateDistance::Stockfish,
            ..BuiltIn::OFF
        },
        ..PLAIN.options
    },
};
