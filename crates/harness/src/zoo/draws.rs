//! Bugs of draws: they are detected at the wrong time.

use plybench_engine::{search::Conventions, techniques::Effect};

use super::{Mutant, PLAIN};
use crate::verify::Altered;

#[derive(Clone, Copy)]
struct FiftyFirst;
impl Conventions for FiftyFirst {
    fn mate_comes_before_fifty_moves(&self) -> bool {
        false
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    static FIFTY_FIRST: Altered = Altered::conventions(&FiftyFirst);
    vec![Mutant {
        name: "fifty-before-mate",
        bug: "the 50-move rule is asked before mate, so a mate on the hundredth ply is a draw",
        source: "Demolito dc57867; blackmarlin 9ceeb7fc; Koivisto #201",
        symptom: "games drawn that were won",
        effect: Effect::Exact,
        techniques: PLAIN,
        meant: None,
        search: &FIFTY_FIRST,
    }]
}
