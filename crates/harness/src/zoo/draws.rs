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

#[derive(Clone, Copy)]
struct RepetitionsForgotten;
impl Conventions for RepetitionsForgotten {
    fn draws_repetitions(&self) -> bool {
        false
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    static FIFTY_FIRST: Altered = Altered::conventions(&FiftyFirst);
    static FORGOTTEN: Altered = Altered::conventions(&RepetitionsForgotten);
    let fifty = Mutant {
        name: "fifty-before-mate",
        bug: "the 50-move rule is asked before mate, so a mate on the hundredth ply is a draw",
        source: "Demolito dc57867; blackmarlin 9ceeb7fc; Koivisto #201",
        symptom: "games drawn that were won",
        effect: Effect::Exact,
        techniques: PLAIN,
        meant: None,
        search: &FIFTY_FIRST,
    };
    let forgotten = Mutant {
        name: "repetitions-forgotten",
        bug: "positions are not remembered, so a repetition is no draw",
        source: "likeawizard/tofiks #18 (2022)",
        symptom: "it repeats moves in won positions",
        search: &FORGOTTEN,
        ..fifty
    };
    vec![fifty, forgotten]
}
