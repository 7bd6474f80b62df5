//! Bugs of windows and of searches that are done again: a search of a wrong window, or none where one is due.

use plybench_engine::{score::Score, search::Conventions, techniques::Effect, window::Window};

use super::{Mutant, alone};
use crate::verify::TestedSearch;

struct EdgeAccepted;
impl Conventions for EdgeAccepted {
    fn ends_aspiration(&self, value: Score, window: Window) -> bool {
        window.alpha() <= value && value <= window.beta()
    }
}

struct FirstMoveScouted;
impl Conventions for FirstMoveScouted {
    fn is_scouted(&self, _: bool) -> bool {
        true
    }
}

struct ReductionKept;
impl Conventions for ReductionKept {
    fn undoes_reduction(&self, _: Score, _: Window) -> bool {
        false
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "aspiration-edge-accepted",
            "a value on the edge of the aspiration window is taken for the root's value",
            "TerjeKir/weiss #182 (2020)",
            "wrong scores and broken lines, which everything else had been tuned to",
            TestedSearch::conventions(&EdgeAccepted),
        ),
        Mutant::new(
            "first-move-scouted",
            "the first move too is searched with a null window first",
            "kelseyde/calvin-chess-engine #69 (2024): the count of moves was raised too early",
            "twice the searches at every open node; 33 Elo",
            TestedSearch::conventions(&FirstMoveScouted),
        ),
        Mutant::new(
            "reduction-kept",
            "a reduced move that beats alpha is not searched to its full depth",
            "no engine is known to have shipped it",
            "good moves are taken on the word of a shallow search",
            TestedSearch::conventions(&ReductionKept),
        )
        .promising(Effect::Heuristic)
        .with(alone("late-move-reduction")),
    ]
}
