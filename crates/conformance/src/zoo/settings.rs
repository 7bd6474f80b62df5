//! Bugs of settings: one is set, and the search does without it. They reach what no convention decides: the order of the moves, the
//! table's replacement, and the scope of a technique.

use plybench_engine::{
    search::{Legality, SearchOptions},
    table::{PrincipalEntries, Replacement},
    techniques::{
        BuiltIn, Effect, Limited, Scope, late_move_reduction::LateMoveReduction,
        null_move::NullMove,
    },
};

use super::Mutant;
use crate::verify::TestedSearch;

/// The search with other settings than those that it is given.
fn with_settings(alter: fn(&mut SearchOptions)) -> TestedSearch {
    TestedSearch {
        alter: Some(alter),
        ..TestedSearch::SOUND
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    let null_move = |technique| BuiltIn {
        null_move: Some(Limited::everywhere(technique)),
        ..BuiltIn::OFF
    };
    let below_ply_3 = Scope {
        at_plies: [3, u8::MAX],
        ..Scope::default()
    };
    vec![
        Mutant::new(
            "table-move-not-first",
            "the table's move is not tried first",
            "TheBlackPlague/StockDory #4 (2023)",
            "larger trees; 112 Elo",
            with_settings(|options| options.ordering.table_move = false),
        ),
        Mutant::new(
            "killers-without-effect",
            "killer moves are kept, but not tried before other quiet moves",
            "no engine is known to have shipped it",
            "larger trees with the same scores",
            with_settings(|options| options.ordering.killers = false),
        ),
        Mutant::new(
            "deep-entries-replaced",
            "the table replaces entries of deeper searches, though it should keep them",
            "no engine is known to have shipped it",
            "larger trees once the table is full",
            with_settings(|options| options.table.replacement = Replacement::Always),
        ),
        Mutant::new(
            "under-promotion-without-effect",
            "promotions to other pieces than queens are searched, though they are to be left out",
            "no engine is known to have shipped it",
            "larger trees with the same scores in most positions",
            with_settings(|options| options.under_promotion = true),
        ),
        Mutant::new(
            "illegal-moves-not-counted",
            "moves that lose the king cost no nodes, though they are to be counted",
            "programs count nodes in several ways, and seldom say so",
            "node counts that cannot be compared",
            with_settings(|options| options.legality = Legality::KingSafety),
        ),
        Mutant::new(
            "principal-table-without-effect",
            "results of open windows go to the table of all nodes, though they are to have one of their own",
            "no engine is known to have shipped it",
            "bounds overwrite the best line",
            with_settings(|options| {
                options.table.principal_variation = PrincipalEntries::Shared;
            }),
        ),
        Mutant::new(
            "null-move-in-a-row",
            "a pass is answered by a pass, which searches the same position at a smaller depth",
            "no engine is known to have shipped it by mistake; micro-Max 4.7 means it",
            "shallow searches decide deep nodes",
            with_settings(|options| {
                if let Some(limited) = &mut options.techniques.null_move {
                    limited.technique.in_a_row = true;
                }
            }),
        )
        .promising(Effect::Heuristic)
        .with(null_move(NullMove {
            from_beta: false,
            ..NullMove::DEFAULT
        })),
        Mutant::new(
            "most-captured-without-effect",
            "passing cuts off in endings too, though it is limited to positions with more pieces",
            "no engine is known to have shipped it",
            "zugzwang is overlooked",
            with_settings(|options| {
                if let Some(limited) = &mut options.techniques.null_move {
                    limited.technique.most_captured = NullMove::DEFAULT.most_captured;
                }
            }),
        )
        .promising(Effect::Heuristic)
        .with(null_move(NullMove {
            most_captured: 20,
            ..NullMove::DEFAULT
        })),
        Mutant::new(
            "scope-without-effect",
            "a technique that is limited to plies from 3 on acts at all plies",
            "no engine is known to have shipped it",
            "the comparison of scopes shows no difference",
            with_settings(|options| {
                if let Some(limited) = &mut options.techniques.late_move_reduction {
                    limited.scope = None;
                }
            }),
        )
        .promising(Effect::Heuristic)
        .with(BuiltIn {
            late_move_reduction: Some(Limited {
                technique: LateMoveReduction::DEFAULT,
                scope: below_ply_3.into(),
            }),
            ..BuiltIn::OFF
        }),
    ]
}
