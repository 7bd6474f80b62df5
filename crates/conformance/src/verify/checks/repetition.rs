//! The same search twice is the same search: scores, node counts and lines.

use super::{
    BARE, Case, Check, Findings, Material, NULL_WINDOWS, Part, QUIESCENCE, TestedSearcher,
};

pub(super) const CHECK: Check = Check {
    name: "repeatable",
    holds: "the same search twice gives the same scores, node counts and lines",
    applies: |_| true,
    sees: &[Part::Table],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let cases = Case::all(
        subject,
        &[BARE, NULL_WINDOWS, QUIESCENCE],
        material.roots_to(3, 3),
    );
    found.over(cases, |(case, depth), found| {
        let [first, second] = [case.iterations(depth), case.iterations(depth)];
        found.record(first == second, || {
            case.wrong_at(depth, "two runs differ".to_owned())
        });
    });
}
