//! Bugs of draws: they are detected at the wrong time.

use plybench_engine::search::Conventions;

use super::Mutant;
use crate::verify::TestedSearch;

struct FiftyFirst;
impl Conventions for FiftyFirst {
    fn mate_comes_before_fifty_moves(&self) -> bool {
        false
    }
}

struct RepetitionsForgotten;
impl Conventions for RepetitionsForgotten {
    fn draws_repetitions(&self) -> bool {
        false
    }
}

struct GameForgotten;
impl Conventions for GameForgotten {
    fn remembers_the_game(&self) -> bool {
        false
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "fifty-before-mate",
            "the 50-move rule is asked before mate, so a mate on the hundredth ply is a draw",
            "Demolito dc57867; blackmarlin 9ceeb7fc; Koivisto #201",
            "games drawn that were won",
            TestedSearch::conventions(&FiftyFirst),
        ),
        Mutant::new(
            "repetitions-forgotten",
            "positions are not remembered, so a repetition is no draw",
            "likeawizard/tofiks #18 (2022)",
            "it repeats moves in won positions",
            TestedSearch::conventions(&RepetitionsForgotten),
        ),
        Mutant::new(
            "game-forgotten",
            "the positions of the game before the root do not count as repeated",
            "no engine is known to have shipped it by mistake",
            "it repeats a position of the game in a won ending",
            TestedSearch::conventions(&GameForgotten),
        ),
    ]
}
