//! Bugs of scores that are stored in the table and read from it.

use plybench_engine::{
    score::{Score, TableScore},
    search::Conventions,
    table::Bound,
    units::Ply,
    window::Window,
};

use super::Mutant;
use crate::verify::TestedSearch;

/// A mate moved `by` plies further away, or nearer if negative.
fn further(score: Score, by: i32) -> Score {
    let moved = |plies: u16| (i32::from(plies) + by).clamp(0, 250) as u16;
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

struct NoShift;
impl Conventions for NoShift {
    fn to_table(&self, score: Score, _: Ply) -> TableScore {
        as_it_is(score)
    }
    fn read_from_table(&self, score: TableScore, _: Ply) -> Score {
        score.to_root(Ply::ROOT)
    }
}

struct Inverted;
impl Conventions for Inverted {
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        as_it_is(further(score, i32::from(ply.plies())))
    }
    fn read_from_table(&self, score: TableScore, ply: Ply) -> Score {
        further(score.to_root(Ply::ROOT), -i32::from(ply.plies()))
    }
}

struct OneSided;
impl Conventions for OneSided {
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        match score.centipawns() {
            // The second branch asks for "below the positive threshold": all evaluations are.
            Some(centipawns) => as_it_is(Score::evaluation(centipawns - i32::from(ply.plies()))),
            None => score.at_node(ply),
        }
    }
    fn read_from_table(&self, score: TableScore, ply: Ply) -> Score {
        let root = score.to_root(ply);
        match root.centipawns() {
            Some(centipawns) => Score::evaluation(centipawns + i32::from(ply.plies())),
            None => root,
        }
    }
}

struct WrongBase;
impl Conventions for WrongBase {
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        score.at_node(Ply::new(ply.plies().saturating_sub(1)))
    }
}

struct Fresh;
impl Conventions for Fresh {
    fn read_from_table(&self, score: TableScore, ply: Ply) -> Score {
        let root = score.to_root(ply);
        if root.is_win() {
            Score::mate_in(ply.plies() + 1)
        } else if root.is_loss() {
            Score::mated_in(ply.plies())
        } else {
            root
        }
    }
}

struct Clamped;
impl Conventions for Clamped {
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        let longest = 250;
        match score.mate_plies() {
            Some(_) if score.is_win() => as_it_is(Score::mate_in(longest)),
            Some(_) => as_it_is(Score::mated_in(longest)),
            None => score.at_node(ply),
        }
    }
}

/// Scores outside the range of mates cannot be built, so infinity stands for them: neither is converted when it is read.
struct TooSoon;
impl Conventions for TooSoon {
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        match score.mate_plies() {
            Some(plies) if score.is_win() && plies <= ply.plies() => as_it_is(Score::INFINITE),
            Some(plies) if score.is_loss() && plies < ply.plies() => as_it_is(-Score::INFINITE),
            _ => score.at_node(ply),
        }
    }
}

struct BoundForgotten;
impl Conventions for BoundForgotten {
    fn settles(&self, bound: Bound, score: Score, window: Window) -> bool {
        score.is_mate() || bound.settles(score, window)
    }
}

struct OpenIsExact;
impl Conventions for OpenIsExact {
    fn bound(&self, value: Score, window: Window) -> Bound {
        if window.is_null() {
            Bound::of(value, window)
        } else {
            Bound::Exact
        }
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "table-no-shift",
            "mate scores go into the table as counted from the root",
            "Goldfish issue 25, 5bc5838 (2019)",
            "mates shorter than possible, moves repeated in a mate in 3",
            TestedSearch::conventions(&NoShift),
        ),
        Mutant::new(
            "table-inverted-shift",
            "the ply correction has the wrong sign both ways",
            "KierenP/Halogen #433 (0d523989), mended by #449 (663924a7)",
            "wrong mate distances",
            TestedSearch::conventions(&Inverted),
        ),
        Mutant::new(
            "table-one-sided-threshold",
            "the second branch compares with the positive threshold, so every evaluation is shifted by the ply",
            "Goldfish 5bc5838; rustic c91b790 (2021)",
            "evaluations drift with the ply",
            TestedSearch::conventions(&OneSided),
        ),
        Mutant::new(
            "table-wrong-base",
            "stored with the ply of the parent, read with that of the node",
            "Arasan 0336c3e5 (2020), 838280a7 (2023)",
            "mates one ply off; it resigned while mating",
            TestedSearch::conventions(&WrongBase),
        ),
        Mutant::new(
            "table-fresh-mate",
            "a mate read from the table is taken for a mate right here",
            "berserk 6c3f785 (2021)",
            "every mate from the table looks immediate",
            TestedSearch::conventions(&Fresh),
        ),
        Mutant::new(
            "table-clamped-mates",
            "mate scores are clamped to the threshold when stored",
            "StockDory #57",
            "no agreement on the shortest mate",
            TestedSearch::conventions(&Clamped),
        ),
        Mutant::new(
            "table-mate-too-soon",
            "a bound that is a mate sooner than the node can have leaves the range of mates, and is found without its ply",
            "Plybench before search version 3 (2026)",
            "with fail-hard bounds, cutoffs are lost: two to ten times the nodes",
            TestedSearch::conventions(&TooSoon),
        ),
        Mutant::new(
            "table-bound-forgotten",
            "a mate score from the table is returned whatever its bound",
            "PlentyChess ac99ebe (#123); Texel bced898 (2024) in its mate bounds",
            "a longer mate is kept for ever",
            TestedSearch::conventions(&BoundForgotten),
        ),
        Mutant::new(
            "open-window-is-exact",
            "every result of a node with an open window is stored as exact, also one that failed",
            "no engine is known to have shipped it by mistake",
            "the table of the principal variation has wrong scores",
            TestedSearch::conventions(&OpenIsExact),
        ),
    ]
}
