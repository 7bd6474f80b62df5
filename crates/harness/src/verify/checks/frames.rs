//! The table's frames: a score that is stored at one ply and found at another has the same meaning. The
//! distance from the position to the mate is unchanged, and so is an evaluation.

use plybench_engine::{score::Score, units::Ply};
use rand::RngExt;

use super::{super::findings::Violation, Check, Findings, Material, Subject, always};

pub(super) const CHECK: Check = Check {
    name: "table-frames",
    holds: "a score stored at one ply and found at another says the same of the position",
    applies: always,
    run,
};

fn run(subject: &Subject<'_>, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    for _ in 0..10_000 * material.scale {
        let (stored, found_at) = (
            generator.random_range(0..100),
            generator.random_range(0..100),
        );
        let plies = generator.random_range(0..50);
        let as_seen_from = |ply: u16, kind: u8| match kind {
            0 => Score::mate_in(ply + plies),
            1 => Score::mated_in(ply + plies),
            _ => Score::evaluation(i32::from(plies) * 40 - 1000),
        };
        let kind = generator.random_range(0..3);
        let (before, after) = (as_seen_from(stored, kind), as_seen_from(found_at, kind));
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
        if found.is_settled() {
            return;
        }
    }
}
