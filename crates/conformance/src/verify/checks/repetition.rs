//! The same search twice is the same search: scores, node counts and lines.

use super::{
    super::settings::{BARE, NULL_WINDOWS, QUIESCENCE, violation},
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
        let endings = material.endings.iter().map(|ending| &ending.root);
        for root in endings.chain(&material.assorted) {
            let first = subject.iterations(root, &base, 3);
            let second = subject.iterations(root, &base, 3);
            found.record(first == second, || {
                violation(
                    subject,
                    &base,
                    root,
                    "--depth 3",
                    "two runs differ".to_owned(),
                )
            });
            if found.is_settled() {
                return;
            }
        }
    }
}
