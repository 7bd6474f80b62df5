//! Over the iterations, a mate that was found is not lost and does not get longer.

use super::{BARE, Case, Check, EXACT_TABLE, Findings, MATES_ONLY, Material, Part, TestedSearcher};

pub(super) const CHECK: Check = Check {
    name: "monotone-mates",
    holds: "over the iterations no mate is lost or gets longer",
    applies: |subject| subject.keeps_mates(),
    sees: &[
        Part::MateDistance,
        Part::MateValues,
        Part::Table,
        Part::SkippedMoves,
        Part::Deepening,
    ],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let bases = [BARE, EXACT_TABLE, MATES_ONLY];
    let cases = Case::all(subject, &bases, material.endings_to(6));
    found.over(cases, |(case, depth), found| {
        for pair in case.iterations(depth).windows(2) {
            let [before, after] = [pair[0].iteration.score, pair[1].iteration.score];
            let Some(plies) = before.mate_plies() else {
                continue;
            };
            let kept = after.is_win() == before.is_win()
                && after.mate_plies().is_some_and(|later| later <= plies);
            found.record(kept, || {
                let depth = pair[1].iteration.depth;
                let what = format!("{before} turns into {after} at depth {depth}");
                case.wrong_at(depth, what)
            });
        }
    });
}
