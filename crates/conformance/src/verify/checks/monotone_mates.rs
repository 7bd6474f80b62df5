//! Over the iterations, a mate that was found is not lost and does not get longer.

use super::{
    super::settings::{BARE, Case, EXACT_TABLE, MATES_ONLY},
    Check, Findings, Material, Subject,
};

pub(super) const CHECK: Check = Check {
    name: "monotone-mates",
    holds: "over the iterations no mate is lost or gets longer",
    applies: |subject| subject.keeps_mates(),
    run,
};

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    for base in [BARE, EXACT_TABLE, MATES_ONLY] {
        for ending in &material.endings {
            let case = Case::new(subject, &base, &ending.root);
            let seen = case.iterations(6);
            for pair in seen.windows(2) {
                let [before, after] = [pair[0].iteration.score, pair[1].iteration.score];
                let Some(plies) = before.mate_plies() else {
                    continue;
                };
                let kept = after.is_win() == before.is_win()
                    && after.mate_plies().is_some_and(|later| later <= plies);
                found.record(kept, || {
                    let depth = pair[1].iteration.depth;
                    case.wrong_at(
                        depth,
                        format!("{before} turns into {after} at depth {depth}"),
                    )
                });
            }
            if found.is_finished() {
                return;
            }
        }
    }
}
