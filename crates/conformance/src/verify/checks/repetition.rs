//! The same search twice is the same search: scores, node counts and lines.

use super::{
    super::settings::{BARE, Case, NULL_WINDOWS, QUIESCENCE},
    Check, Findings, Material, Subject, always,
};

pub(super) const CHECK: Check = Check {
    name: "repeatable",
    holds: "the same search twice gives the same scores, node counts and lines",
    applies: always,
    run,
};

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    for base in [BARE, NULL_WINDOWS, QUIESCENCE] {
        for (root, depth) in material.roots_to(3, 3) {
            let case = Case::new(subject, &base, root);
            let [first, second] = [case.iterations(depth), case.iterations(depth)];
            found.record(first == second, || {
                case.wrong_at(depth, "two runs differ".to_owned())
            });
            if found.is_finished() {
                return;
            }
        }
    }
}
