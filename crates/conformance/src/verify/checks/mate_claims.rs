//! Mates are claimed only where they exist, and not shorter than they are; a technique that keeps mates
//! finds the shortest one as soon as the depth reaches it.
//!
//! Endings are compared with exact distances to mate. Short mate claims in other positions are compared
//! with the mates that a search without techniques proves.

use plybench_engine::{
    game::chess::Chess,
    score::{MAX_EVALUATION, Score},
    search::{Iteration, SearchOptions},
};

use super::{
    BARE, Case, Check, EXACT_TABLE, Ending, Findings, MATES_ONLY, Material, NULL_WINDOWS, Part,
    QUIESCENCE, TestedSearch, TestedSearcher,
};

pub(super) const CHECK: Check = Check {
    name: "mate-claims",
    holds: "no mate is claimed that is not there or shorter than it is; a technique that keeps mates scores the exact distance once the depth reaches it",
    applies: |_| true,
    sees: &[
        Part::MateDistance,
        Part::MateValues,
        Part::Table,
        Part::SkippedMoves,
        Part::Deepening,
    ],
    run,
};

/// The longest mate, in plies, that is proved by a search where no exact distance is known.
const PROVED: u16 = 3;

/// The depth, in plies, to which an ending is searched whose mate is too long, or is none.
const UNREACHED: u8 = 4;

const SETTINGS: [SearchOptions; 5] = [BARE, EXACT_TABLE, NULL_WINDOWS, MATES_ONLY, QUIESCENCE];

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    found.over(&material.long_endings, |long, found| {
        ending(subject, &NULL_WINDOWS, long, long.deepest(0), found);
    });
    for base in SETTINGS {
        found.over(&material.endings, |one, found| {
            ending(subject, &base, one, one.deepest(2), found);
        });
        found.over(&material.threatened, |one, found| {
            ending(subject, &base, one, UNREACHED, found);
        });
        found.over(&material.assorted, |root, found| {
            others(Case::new(subject, &base, root), found);
        });
    }
}

impl Ending {
    /// The length of its mate and `beyond` plies more.
    fn deepest(&self, beyond: u8) -> u8 {
        self.mate()
            .map_or(UNREACHED, |(_, plies)| plies as u8 + beyond)
    }
}

/// Searches an ending to a depth.
fn ending(
    subject: &TestedSearcher,
    base: &SearchOptions,
    ending: &Ending,
    deepest: u8,
    found: &mut Findings,
) {
    let mate = ending.mate();
    let case = Case::new(subject, base, &ending.root);
    let seen = case.iterations(deepest);
    let mut answers = seen.iter().map(|seen| seen.iteration.score);
    let mut last = None;
    for depth in 1..=deepest {
        // The last answer of a search that ends early counts for the greater depths, too.
        last = answers.next().or(last);
        let Some(score) = last else { continue };
        let due = mate.filter(|&(_, plies)| subject.keeps_mates() && u16::from(depth) >= plies);
        let kept = is_possible(score)
            && !is_false(score, mate)
            && due.is_none_or(|(exact, _)| score == exact);
        found.record(kept, || {
            let truth = mate.map_or_else(|| "a draw".to_owned(), |(exact, _)| shown(exact));
            let score = shown(score);
            let what = format!("depth {depth} scores {score}, the truth is {truth}");
            case.wrong_at(depth, what)
        });
    }
}

fn others(case: Case<'_>, found: &mut Findings) {
    for seen in case.iterations(3) {
        let Iteration { depth, score, .. } = seen.iteration;
        let plies = score.mate_plies().filter(|&plies| plies <= PROVED);
        let kept =
            is_possible(score) && plies.is_none_or(|plies| proves(case.root, score, plies as u8));
        found.record(kept, || {
            let score = shown(score);
            let what =
                format!("depth {depth} scores {score}, a full search of that length does not");
            case.wrong_at(depth, what)
        });
    }
}

/// Whether a claim is shorter than the true mate or of the wrong kind.
fn is_false(score: Score, mate: Option<(Score, u16)>) -> bool {
    score.mate_plies().is_some_and(|claimed| match mate {
        Some((exact, plies)) => exact.is_win() != score.is_win() || claimed < plies,
        None => true,
    })
}

/// Whether a root can have this score: an evaluation, or a mate whose distance has the right parity for
/// the side to move.
fn is_possible(score: Score) -> bool {
    match score.mate_plies() {
        Some(plies) => plies % 2 == u16::from(score.is_win()),
        None => score
            .centipawns()
            .is_some_and(|cp| cp.abs() <= i32::from(MAX_EVALUATION)),
    }
}

/// Whether a search without techniques finds the same mate at the depth of its length.
fn proves(root: &Chess, score: Score, plies: u8) -> bool {
    let plain = TestedSearch::SOUND.iterations(root, &MATES_ONLY, plies.max(1), None);
    plain.last().map(|seen| seen.iteration.score) == Some(score)
}

fn shown(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => format!("{score} ({plies} plies)"),
        None => score.to_string(),
    }
}
