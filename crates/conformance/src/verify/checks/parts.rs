//! Every entered node ends in exactly one way, so the ends sum to the nodes; and the root, which has to
//! return a move, is never settled without searching its moves.

use super::{
    super::settings::{BARE, Case, EXACT_TABLE, NULL_WINDOWS, QUIESCENCE},
    Check, Findings, Material, Subject, always,
};

pub(super) const CHECK: Check = Check {
    name: "parts",
    holds: "the ways in which nodes end sum to the nodes entered, and the root's moves are searched",
    applies: always,
    run,
};

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    for base in [BARE, EXACT_TABLE, NULL_WINDOWS, QUIESCENCE] {
        for (root, depth) in material.roots_to(3, 3) {
            let case = Case::new(subject, &base, root);
            for seen in case.iterations(depth) {
                let nodes = seen.iteration.nodes;
                let kept = seen.ended == nodes && seen.root_cuts == 0;
                found.record(kept, || {
                    case.wrong_at(seen.iteration.depth, format!(
                        "{nodes} nodes entered, {} ended; the root was settled unsearched {} times",
                        seen.ended, seen.root_cuts
                    ))
                });
            }
            if found.is_finished() {
                return;
            }
        }
    }
}
