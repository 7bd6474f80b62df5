//! Bugs of settings: one is set, and the search does without it. They reach what no convention decides: the order of the moves, the
//! table's replacement, and the scope of a technique.

use plybench_engine::{
    table::Replacement,
    techniques::{BuiltIn, Effect, Limited, Scope, late_move_reduction::LateMoveReduction},
};

use super::{Mutant, PLAIN};
use crate::verify::Altered;

pub(super) fn mutants() -> Vec<Mutant> {
    static NO_TABLE_MOVE: Altered = Altered::settings(|mut options| {
        options.ordering.table_move = false;
        options
    });
    static NO_KILLERS: Altered = Altered::settings(|mut options| {
        options.ordering.killers = false;
        options
    });
    static REPLACES: Altered = Altered::settings(|mut options| {
        options.table.replacement = Replacement::Always;
        options
    });
    static EVERYWHERE: Altered = Altered::settings(|mut options| {
        let reduction = &mut options.techniques.late_move_reduction;
        *reduction = reduction.map(|limited| Limited::everywhere(limited.technique));
        options
    });
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
            &NO_TABLE_MOVE,
        ),
        Mutant::new(
            "killers-without-effect",
            "killer moves are kept, but not tried before other quiet moves",
            "no engine is known to have shipped it",
            "larger trees with the same scores",
            &NO_KILLERS,
        ),
        Mutant::new(
            "deep-entries-replaced",
            "the table replaces entries of deeper searches, though it should keep them",
            "no engine is known to have shipped it",
            "larger trees once the table is full",
            &REPLACES,
        ),
        Mutant {
            effect: Effect::Heuristic,
            techniques: BuiltIn {
                late_move_reduction: Some(Limited {
                    technique: LateMoveReduction::DEFAULT,
                    scope: below_ply_3.into(),
                }),
                ..PLAIN
            },
            ..Mutant::new(
                "scope-without-effect",
                "a technique that is limited to plies from 3 on acts at all plies",
                "no engine is known to have shipped it",
                "the comparison of scopes shows no difference",
                &EVERYWHERE,
            )
        },
    ]
}
