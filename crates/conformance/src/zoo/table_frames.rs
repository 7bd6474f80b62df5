//! Bugs of scores that are stored in the table and read from it.

use plybench_engine::{
    score::{Score, TableScore},
    table::Bound,
    units::Ply,
};

use super::{Mutant, planted};

/// A mate further away than any of the searches of a check finds, in plies.
const LONGEST: u16 = 250;

/// A mate moved `by` plies further away, or nearer if negative.
fn further(score: Score, by: i32) -> Score {
    let moved = |plies: u16| (i32::from(plies) + by).clamp(0, LONGEST.into()) as u16;
    match score.mate_plies() {
        Some(plies) if score.is_win() => Score::mate_in(moved(plies)),
        Some(plies) => Score::mated_in(moved(plies)),
        None => score,
    }
}

/// A score kept as it is.
fn as_it_is(score: Score) -> TableScore {
    score.at_node(Ply::ROOT)
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "table-no-shift",
            "mate scores go into the table as counted from the root",
            "Goldfish issue 25, 5bc5838 (2019)",
            "mates shorter than possible, moves repeated in a mate in 3",
            planted(|search| {
                search.to_table = |score, _| as_it_is(score);
                search.read_from_table = |score, _| score.to_root(Ply::ROOT);
            }),
        ),
        Mutant::new(
            "table-inverted-shift",
            "the ply correction has the wrong sign both ways",
            "KierenP/Halogen #433 (0d523989), mended by #449 (663924a7)",
            "wrong mate distances",
            planted(|search| {
                search.to_table = |score, ply| as_it_is(further(score, i32::from(ply.plies())));
                search.read_from_table =
                    |score, ply| further(score.to_root(Ply::ROOT), -i32::from(ply.plies()));
            }),
        ),
        Mutant::new(
            "table-one-sided-threshold",
            "the second branch compares with the positive threshold, so every evaluation is shifted by the ply",
            "Goldfish 5bc5838; rustic c91b790 (2021)",
            "evaluations drift with the ply",
            planted(|search| {
                // The second branch asks for "below the positive threshold": all evaluations are.
                search.to_table = |score, ply| match score.centipawns() {
                    Some(centipawns) => {
                        as_it_is(Score::evaluation(centipawns - i32::from(ply.plies())))
                    }
                    None => score.at_node(ply),
                };
                search.read_from_table = |score, ply| {
                    let root = score.to_root(ply);
                    root.centipawns().map_or(root, |centipawns| {
                        Score::evaluation(centipawns + i32::from(ply.plies()))
                    })
                };
            }),
        ),
        Mutant::new(
            "table-wrong-base",
            "stored with the ply of the parent, read with that of the node",
            "Arasan 0336c3e5 (2020), 838280a7 (2023)",
            "mates one ply off; it resigned while mating",
            planted(|search| {
                search.to_table =
                    |score, ply| score.at_node(Ply::new(ply.plies().saturating_sub(1)));
            }),
        ),
        Mutant::new(
            "table-fresh-mate",
            "a mate read from the table is taken for a mate right here",
            "berserk 6c3f785 (2021)",
            "every mate from the table looks immediate",
            planted(|search| {
                search.read_from_table = |score, ply| match score.to_root(ply) {
                    win if win.is_win() => Score::mate_in(ply.plies() + 1),
                    loss if loss.is_loss() => Score::mated_in(ply.plies()),
                    evaluation => evaluation,
                };
            }),
        ),
        Mutant::new(
            "table-clamped-mates",
            "mate scores are clamped to the threshold when stored",
            "StockDory #57",
            "no agreement on the shortest mate",
            planted(|search| {
                search.to_table = |score, ply| match score {
                    win if win.is_win() => as_it_is(Score::mate_in(LONGEST)),
                    loss if loss.is_loss() => as_it_is(Score::mated_in(LONGEST)),
                    evaluation => evaluation.at_node(ply),
                };
            }),
        ),
        Mutant::new(
            "table-mate-too-soon",
            "a bound that is a mate sooner than the node can have leaves the range of mates, and is found without its ply",
            "Plybench before search version 3 (2026)",
            "with fail-hard bounds, cutoffs are lost: two to ten times the nodes",
            planted(|search| {
                // Scores outside the range of mates cannot be built, so infinity stands for them: neither is
                // converted when it is read.
                search.to_table = |score, ply| match score.mate_plies() {
                    Some(plies) if score.is_win() && plies <= ply.plies() => {
                        as_it_is(Score::INFINITE)
                    }
                    Some(plies) if score.is_loss() && plies < ply.plies() => {
                        as_it_is(-Score::INFINITE)
                    }
                    _ => score.at_node(ply),
                };
            }),
        ),
        Mutant::new(
            "table-bound-forgotten",
            "a mate score from the table is returned whatever its bound",
            "PlentyChess ac99ebe (#123); Texel bced898 (2024) in its mate bounds",
            "a longer mate is kept for ever",
            planted(|search| {
                search.settles =
                    |bound, score, window| score.is_mate() || bound.settles(score, window);
            }),
        ),
        Mutant::new(
            "table-short-keys",
            "an entry keeps 16 bits of the key, besides those that select its slot",
            "Stockfish keeps 16 bits on purpose, and asks whether the entry's move is legal",
            "now and then the score of another position",
            // The 14 highest bits select one of 2^14 entries.
            planted(|search| search.table_key = |key| key & 0xFFFC_0000_0000_FFFF),
        ),
        Mutant::new(
            "open-window-is-exact",
            "every result of a node with an open window is stored as exact, also one that failed",
            "no engine is known to have shipped it by mistake",
            "the table of the principal variation has wrong scores",
            planted(|search| {
                search.bound = |value, window| match window.is_null() {
                    true => Bound::of(value, window),
                    false => Bound::Exact,
                };
            }),
        ),
    ]
}
