//! The table's frames: a score that is stored at one ply and found at another has the same meaning. The
//! distance from the position to the mate is unchanged, and so is an evaluation. The bound of a window may be a mate that is
//! too soon for the node that stores it; it is found as the soonest that the node can have.

use plybench_engine::{score::Score, units::Ply};
use rand::RngExt;

use super::{Check, Findings, Material, TestedSearcher, Violation};

pub(super) const CHECK: Check = Check {
    name: "table-frames",
    holds: "a score stored at one ply and found at another says the same of the position",
    applies: |_| true,
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    found.over(0..10_000 * material.scale, |_, found| {
        let (stored, found_at) = (
            generator.random_range(0..100),
            generator.random_range(0..100),
        );
        let mate = generator.random_range(0..stored + 50);
        let evaluation = Score::evaluation(i32::from(mate) * 40 - 1000);
        let (before, after) = match generator.random_range(0..3) {
            0 => (
                Score::mate_in(mate),
                Score::mate_in(found_at + mate.saturating_sub(stored).max(1)),
            ),
            1 => (
                Score::mated_in(mate),
                Score::mated_in(found_at + mate.saturating_sub(stored)),
            ),
            _ => (evaluation, evaluation),
        };
        let got = subject
            .search
            .through_table(before, Ply::new(stored), Ply::new(found_at));
        found.record(got == after, || Violation {
            what: format!(
                "{} stored at ply {stored} and found at ply {found_at} is {}, not {}",
                before.raw(),
                got.raw(),
                after.raw()
            ),
            reproduce: format!("plybench verify --seed {}", material.seed),
        });
    });
}
