//! The root score is that of minimax or the plain search, without a table and with one that serves at exactly the
//! wanted depth.

use plybench_engine::{
    game::chess::Chess,
    score::Score,
    search::{SearchOptions, minimax},
    techniques::Effect,
};

use super::{
    super::settings::{BARE, EXACT_TABLE, MATES_ONLY, QUIESCENCE, violation},
    Check, Findings, Material, Subject,
};

pub(super) const CHECK: Check = Check {
    name: "root-score",
    holds: "an exact technique leaves the root score as the plain search has it, with and without a table",
    applies: |subject| subject.effect == Effect::Exact,
    run,
};

/// Depth up to which minimax is the reference.
const MINIMAX_DEPTH: u8 = 2;

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    let endings = material.endings.iter().map(|ending| (&ending.root, 5));
    let assorted = material.assorted.iter().map(|root| (root, 3));
    for (root, depth) in endings.chain(assorted) {
        for (reference, settings) in [
            (BARE, [BARE, EXACT_TABLE]),
            (
                MATES_ONLY,
                [
                    MATES_ONLY,
                    SearchOptions {
                        ordering: EXACT_TABLE.ordering,
                        table: EXACT_TABLE.table,
                        ..MATES_ONLY
                    },
                ],
            ),
            (
                QUIESCENCE,
                [
                    QUIESCENCE,
                    SearchOptions {
                        ordering: EXACT_TABLE.ordering,
                        table: EXACT_TABLE.table,
                        ..QUIESCENCE
                    },
                ],
            ),
        ] {
            let expected = plain_scores(material, root, &reference, depth);
            for base in settings {
                let seen = subject.iterations(root, &base, depth);
                for (at, &expected) in expected.iter().enumerate() {
                    let got = seen.get(at).map(|seen| seen.iteration.score);
                    found.record(got == Some(expected), || {
                        let got =
                            got.map_or_else(|| "nothing".to_owned(), |score| score.to_string());
                        let depth = at + 1;
                        violation(
                            subject,
                            &base,
                            root,
                            &format!("--depth {depth}"),
                            format!("depth {depth} scores {got}, the plain search {expected}"),
                        )
                    });
                }
                if found.is_settled() {
                    return;
                }
            }
        }
    }
}

/// The scores of depth 1, 2, …: minimax as far as that is quick, which has no quiescence; beyond, the
/// search without techniques.
fn plain_scores(
    material: &Material,
    root: &Chess,
    options: &SearchOptions,
    depth: u8,
) -> Vec<Score> {
    let plain = material.reference(root, options, depth);
    let mut scores: Vec<Score> = plain.iter().map(|seen| seen.iteration.score).collect();
    if !options.quiescence {
        for (score, depth) in scores.iter_mut().zip(1..=MINIMAX_DEPTH) {
            *score = minimax::minimax(root, options, depth).0;
        }
    }
    scores
}
