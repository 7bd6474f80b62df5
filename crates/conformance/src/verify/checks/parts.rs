//! Every entered node ends in exactly one way, so the ends sum to the nodes; and the root, which has to
//! return a move, is never settled without searching its moves.

use super::{
    BARE, Case, Check, EXACT_TABLE, Findings, Material, NULL_WINDOWS, Part, QUIESCENCE,
    TestedSearcher, with_clock,
};

pub(super) const CHECK: Check = Check {
    name: "parts",
    holds: "the ways in which nodes end sum to the nodes entered, and the root's moves are searched",
    applies: |_| true,
    sees: &[Part::MateDistance, Part::Draws, Part::SearchedAgain],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let bases = [BARE, EXACT_TABLE, NULL_WINDOWS, QUIESCENCE];
    // A root that is drawn already is searched all the same.
    let drawn: Vec<_> = (material.endings.iter())
        .filter_map(|ending| with_clock(&ending.root, 100))
        .collect();
    let drawn = drawn.iter().step_by(3).map(|root| (root, 2));
    let cases = Case::all(subject, &bases, material.roots_to(3, 3).chain(drawn));
    found.over(cases, |(case, depth), found| {
        for seen in case.iterations(depth) {
            let nodes = seen.iteration.nodes;
            let kept = seen.ended == nodes && seen.root_cuts == 0;
            found.record(kept, || {
                let what = format!(
                    "{nodes} nodes entered, {} ended; the root was settled unsearched {} times",
                    seen.ended, seen.root_cuts
                );
                case.wrong_at(seen.iteration.depth, what)
            });
        }
    });
}
