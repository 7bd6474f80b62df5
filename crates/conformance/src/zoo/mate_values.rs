//! Bugs of mate values.

use plybench_engine::{score::Score, units::MAX_PLY};

use super::{Mutant, planted};

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "flat-mates",
            "every mate is worth the same, however far away",
            "the mistake that B. Moreland, Checkmate/Stalemate Scoring (2001), warns of",
            "the engine sees the mate, puts it off and never mates",
            planted(|search| search.mated = |_| Score::mated_in(0)),
        ),
        Mutant::new(
            "reversed-mates",
            "a mate is worth more the further away it is: the step per ply has the wrong sign",
            "blackmarlin c77df5c6 (2021)",
            "wrong mate distances, slow mates are preferred",
            planted(|search| search.mated = |ply| Score::mated_in(MAX_PLY as u16 - ply.plies())),
        ),
        Mutant::new(
            "mate-off-by-two",
            "the mated value is two plies off",
            "blackmarlin 98a4abc4 (2023): a constructor off by two",
            "every mate is announced a move too long",
            planted(|search| search.mated = |ply| Score::mated_in(ply.plies() + 2)),
        ),
        Mutant::new(
            "mated-is-infinite",
            "a mated leaf returns minus infinity",
            "Demolito 218c683 (2015, issue 27)",
            "no line, no best move",
            planted(|search| search.mated = |_| -Score::INFINITE),
        ),
    ]
}
