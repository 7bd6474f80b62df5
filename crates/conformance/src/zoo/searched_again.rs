//! Bugs of windows and of searches that are done again: a search of a wrong window, or none where one is due.

use plybench_engine::{
    score::Score,
    search::Conventions,
    techniques::{BuiltIn, Effect, Limited, late_move_reduction::LateMoveReduction},
    window::Window,
};

use super::{Mutant, PLAIN};
use crate::verify::Altered;

#[derive(Clone, Copy)]
struct EdgeAccepted;
impl Conventions for EdgeAccepted {
    fn ends_aspiration(&self, value: Score, window: Window) -> bool {
        window.alpha() <= value && value <= window.beta()
    }
}

#[derive(Clone, Copy)]
struct FirstMoveScouted;
impl Conventions for FirstMoveScouted {
    fn is_scouted(&self, _: bool) -> bool {
        true
    }
}

#[derive(Clone, Copy)]
struct ReductionKept;
impl Conventions for ReductionKept {
    fn undoes_reduction(&self, _: Score, _: Window) -> bool {
        false
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    static EDGE: Altered = Altered::conventions(&EdgeAccepted);
    static FIRST: Altered = Altered::conventions(&FirstMoveScouted);
    static KEPT: Altered = Altered::conventions(&ReductionKept);
    vec![
        Mutant::new(
            "aspiration-edge-accepted",
            "a value on the edge of the aspiration window is taken for the root's value",
            "TerjeKir/weiss #182 (2020)",
            "wrong scores and broken lines, which everything else had been tuned to",
            &EDGE,
        ),
        Mutant::new(
            "first-move-scouted",
            "the first move too is searched with a null window first",
            "kelseyde/calvin-chess-engine #69 (2024): the count of moves was raised too early",
            "twice the searches at every open node; 33 Elo",
            &FIRST,
        ),
        Mutant {
            effect: Effect::Heuristic,
            techniques: BuiltIn {
                late_move_reduction: Some(Limited::everywhere(LateMoveReduction::DEFAULT)),
                ..PLAIN
            },
            ..Mutant::new(
                "reduction-kept",
                "a reduced move that beats alpha is not searched to its full depth",
                "no engine is known to have shipped it",
                "good moves are taken on the word of a shallow search",
                &KEPT,
            )
        },
    ]
}
