//! The root score is that of minimax or the plain search, without a table and with one that serves at exactly the
//! wanted depth.

use plybench_engine::{
    game::chess::Chess,
    score::Score,
    search::{SearchOptions, minimax},
    techniques::Effect,
};

use super::{
    BARE, Case, Check, Findings, MATES_ONLY, Material, Part, QUIESCENCE, TestedSearcher,
    with_exact_table,
};

pub(super) const CHECK: Check = Check {
    name: "root-score",
    holds: "an exact technique leaves the root score as the plain search has it, with and without a table",
    applies: |subject| subject.effect == Effect::Exact,
    sees: &[
        Part::MateDistance,
        Part::MateValues,
        Part::Table,
        Part::SkippedMoves,
    ],
    run,
};

/// Depth up to which minimax is the reference.
const MINIMAX_DEPTH: u8 = 2;

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    found.over(material.roots_to(5, 3), |(root, depth), found| {
        for reference in [BARE, MATES_ONLY, QUIESCENCE] {
            let expected = plain_scores(material, root, &reference, depth);
            found.over([reference, with_exact_table(reference)], |base, found| {
                let case = Case::new(subject, &base, root);
                let seen = case.iterations(depth);
                for (depth, &expected) in (1..).zip(&expected) {
                    let got = seen.get(usize::from(depth) - 1);
                    let got = got.map(|seen| seen.iteration.score);
                    found.record(got == Some(expected), || {
                        let got =
                            got.map_or_else(|| "nothing".to_owned(), |score| score.to_string());
                        let what =
                            format!("depth {depth} scores {got}, the plain search {expected}");
                        case.wrong_at(depth, what)
                    });
                }
            });
        }
    });
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
