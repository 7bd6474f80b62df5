//! Conformance: does a technique keep what it promises?
//!
//! Each [`Check`] holds a [`Subject`], a search with some techniques on, against something that does not
//! depend on them: plain minimax, exact distances to mate, the rules of chess, or the search's own
//! contract. What a technique has promised by its [`Effect`](plybench_engine::techniques::Effect)
//! decides which checks apply. The same checks are set on the bugs of the zoo, which
//! shows that they can fail.

mod checks;
mod findings;
mod material;
mod settings;
mod subject;

use rayon::prelude::*;

pub use self::{
    checks::{ALL, Check},
    findings::{Findings, Violation},
    material::Material,
    subject::{
        Altered, Counted, Production, Report, RootCuts, Searches, Seen, Subject, own, registered,
        subjects_of,
    },
};

/// One subject held against one check.
pub struct Verdict {
    /// The subject's place among those examined.
    pub subject: usize,
    /// The check's place in [`ALL`].
    pub check: usize,
    /// What came of it; `None` where the check does not apply.
    pub findings: Option<Findings>,
}

/// Holds every subject against every check that applies, on all cores; the verdicts come in the order
/// of subjects and checks. `done` is told after each.
pub fn examine(
    subjects: &[Subject<'_>],
    material: &Material,
    stop_at_first: bool,
    done: impl Fn() + Sync,
) -> Vec<Verdict> {
    let pairs: Vec<(usize, usize)> = (0..subjects.len())
        .flat_map(|subject| (0..ALL.len()).map(move |check| (subject, check)))
        .collect();
    // One at a time: a check may take a thousand times as long as its neighbour.
    let verdicts = pairs.par_iter().with_max_len(1).map(|&(at, number)| {
        let (subject, check) = (&subjects[at], &ALL[number]);
        let findings = (check.applies)(subject).then(|| {
            let mut findings = Findings::new(stop_at_first);
            (check.run)(subject, material, &mut findings);
            findings
        });
        done();
        Verdict {
            subject: at,
            check: number,
            findings,
        }
    });
    verdicts.collect()
}
