//! The table's frames: a score that is stored at one ply and found at another has the same meaning. The
//! distance from the position to the mate is unchanged, and so is an evaluation. The bound of a window may be a mate that is
//! too soon for the node that stores it; it is found as the soonest that the node can have.

use plybench_engine::{score::Score, units::Ply};
use rand::RngExt;

use super::{Check, Findings, Material, Part, TestedSearcher, Violation};

pub(super) const CHECK: Check = Check {
    name: "table-frames",
    holds: "a score stored at one ply and found at another says the same of the position",
    applies: |_| true,
    sees: &[Part::Table],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    found.over(0..10_000 * material.scale, |_, found| {
        let [stored, found_at] = [(); 2].map(|()| generator.random_range(0..100));
        let mate: u16 = generator.random_range(0..stored + 50);
        let evaluation = Score::evaluation(i32::from(mate) * 40 - 1000);
        let away = mate.saturating_sub(stored);
        let (win, loss) = (Score::mate_in, Score::mated_in);
        let (before, after) = match generator.random_range(0..3) {
            0 => (win(mate), win(found_at + away.max(1))),
            1 => (loss(mate), loss(found_at + away)),
            _ => (evaluation, evaluation),
        };
        let plies = [stored, found_at].map(Ply::new);
        let got = subject.search.through_table(before, plies[0], plies[1]);
        let [from, to, due] = [before, got, after].map(Score::raw);
        found.record(got == after, || Violation {
            what: format!(
                "{from} stored at ply {stored} and found at ply {found_at} is {to}, not {due}"
            ),
            reproduce: format!("plybench verify --seed {}", material.seed),
        });
    });
}
