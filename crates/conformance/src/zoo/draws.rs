//! Bugs of draws: they are detected at the wrong time.

use super::{Mutant, planted};

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "fifty-before-mate",
            "the 50-move rule is asked before mate, so a mate on the hundredth ply is a draw",
            "Demolito dc57867; blackmarlin 9ceeb7fc; Koivisto #201",
            "games drawn that were won",
            planted(|search| search.mate_comes_before_fifty_moves = || false),
        ),
        Mutant::new(
            "root-drawn",
            "a rule draws the root too, which then has no move",
            "no engine is known to have shipped it by mistake",
            "it resigns to a draw that it could play on from, or has no move to make",
            planted(|search| search.draws_root = || true),
        ),
        Mutant::new(
            "repetitions-forgotten",
            "positions are not remembered, so a repetition is no draw",
            "likeawizard/tofiks #18 (2022)",
            "it repeats moves in won positions",
            planted(|search| search.draws_repetitions = || false),
        ),
        Mutant::new(
            "game-forgotten",
            "the positions of the game before the root do not count as repeated",
            "no engine is known to have shipped it by mistake",
            "it repeats a position of the game in a won ending",
            planted(|search| search.remembers_the_game = || false),
        ),
    ]
}
