//! Mates are claimed only where they exist, and not shorter than they are; a technique that keeps mates
//! finds the shortest one as soon as the depth reaches it.
//!
//! Endings are compared with exact distances to mate. Short mate claims in other positions are compared
//! with the mates that a search without techniques proves.

use plybench_engine::{
    game::chess::Chess,
    score::{MAX_EVALUATION, Score},
    search::SearchOptions,
};

use plybench_oracle::Dtm;

use super::{
    super::{
        settings::{BARE, EXACT_TABLE, MATES_ONLY, NULL_WINDOWS, QUIESCENCE, violation},
        subject::TestedSearch,
    },
    Check, Findings, Material, Subject, always,
};

pub(super) const CHECK: Check = Check {
    name: "mate-claims",
    holds: "no mate is claimed that is not there or shorter than it is; a technique that keeps mates scores the exact distance once the depth reaches it",
    applies: always,
    run,
};

/// The longest mate, in plies, that is proved by a search where no exact distance is known.
const PROVED: u16 = 3;

const SETTINGS: [SearchOptions; 5] = [BARE, EXACT_TABLE, NULL_WINDOWS, MATES_ONLY, QUIESCENCE];

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    for long in &material.long_endings {
        ending(subject, &NULL_WINDOWS, (&long.root, long.truth), 0, found);
        if found.is_settled() {
            return;
        }
    }
    for base in SETTINGS {
        for ending in &material.endings {
            self::ending(subject, &base, (&ending.root, ending.truth), 2, found);
            if found.is_settled() {
                return;
            }
        }
        for root in &material.assorted {
            others(subject, &base, root, found);
            if found.is_settled() {
                return;
            }
        }
    }
}

/// Searches an ending to the length of its mate and `beyond` plies more.
fn ending(
    subject: &Subject,
    base: &SearchOptions,
    (root, truth): (&Chess, Dtm),
    beyond: u8,
    found: &mut Findings,
) {
    let deepest = match truth {
        Dtm::Win(plies) | Dtm::Loss(plies) => plies as u8 + beyond,
        Dtm::Draw => 4,
    };
    let seen = subject.iterations(root, base, deepest);
    let mut answers = seen.iter().map(|seen| seen.iteration.score).peekable();
    let mut last = None;
    for depth in 1..=deepest {
        // The last answer of a search that ends early counts for the greater depths, too.
        last = answers.next().or(last);
        let Some(score) = last else { continue };
        let exact = match truth {
            Dtm::Win(plies) => Some(Score::mate_in(plies)),
            Dtm::Loss(plies) => Some(Score::mated_in(plies)),
            Dtm::Draw => None,
        };
        let reached = match truth {
            Dtm::Win(plies) | Dtm::Loss(plies) => u16::from(depth) >= plies,
            Dtm::Draw => false,
        };
        let kept = is_possible(score)
            && !is_false(score, truth)
            && !(subject.keeps_mates() && reached && Some(score) != exact);
        found.record(kept, || {
            violation(
                subject,
                base,
                root,
                &format!("--depth {depth}"),
                format!(
                    "depth {depth} scores {}, the truth is {}",
                    shown(score),
                    match exact {
                        Some(exact) =>
                            format!("{exact} ({} plies)", exact.mate_plies().unwrap_or(0)),
                        None => "a draw".to_owned(),
                    }
                ),
            )
        });
    }
}

fn others(subject: &Subject, base: &SearchOptions, root: &Chess, found: &mut Findings) {
    for seen in subject.iterations(root, base, 3) {
        let score = seen.iteration.score;
        let depth = seen.iteration.depth;
        let plies = score.mate_plies().filter(|&plies| plies <= PROVED);
        let kept = is_possible(score) && plies.is_none_or(|plies| proves(root, score, plies as u8));
        found.record(kept, || {
            violation(
                subject,
                base,
                root,
                &format!("--depth {depth}"),
                format!(
                    "depth {depth} scores {}, a full search of that length does not",
                    shown(score)
                ),
            )
        });
    }
}

/// Whether a claim is shorter than the truth or of the wrong kind.
fn is_false(score: Score, truth: Dtm) -> bool {
    let Some(claimed) = score.mate_plies() else {
        return false;
    };
    match truth {
        Dtm::Win(plies) => !score.is_win() || claimed < plies,
        Dtm::Loss(plies) => !score.is_loss() || claimed < plies,
        Dtm::Draw => true,
    }
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
