//! Conformance: does a technique keep its promises?
//!
//! Each [`Check`] compares a [`TestedSearcher`], a search with some techniques on, with something that does not
//! depend on them: plain minimax, exact distances to mate, the rules of chess, or the search's own
//! contract. The promise of a technique, its [`Effect`](plybench_engine::techniques::Effect), decides
//! which checks apply. The same checks are run on the bugs of the zoo, which shows that they can fail.

mod checks;
mod conventions;
mod declared;
mod edges;
mod findings;
mod material;
mod part;
mod recorded;
pub mod rules;
mod settings;
mod subject;

use rayon::prelude::*;

pub(crate) use self::conventions::Altered;
pub use self::{
    checks::{ALL, Check},
    declared::{Declared, declared},
    findings::{Findings, Recorded, Violation},
    material::{Budget, Material},
    part::Part,
    recorded::CheckedSearch,
    subject::{ObservedIteration, Report, TestedSearch, TestedSearcher, built_in, registered},
};

/// The result of one check on one subject.
pub struct Verdict {
    /// The index of the subject.
    pub subject: usize,
    /// The index of the check in [`ALL`].
    pub check: usize,
    /// The findings; `None` if the check does not concern the subject.
    pub findings: Option<Findings>,
}

/// Runs every check on every subject that it concerns, on all cores; each may end when it has `enough` violations. The verdicts
/// are in the order of subjects and checks. `done` is called after each.
pub fn examine(
    subjects: &[TestedSearcher],
    material: &Material,
    enough: Option<u64>,
    done: impl Fn() + Sync,
) -> Vec<Verdict> {
    let pairs: Vec<(usize, usize)> = (0..subjects.len())
        .flat_map(|subject| (0..ALL.len()).map(move |check| (subject, check)))
        .collect();
    // One at a time: a check may take a thousand times as long as its neighbour.
    let verdicts = pairs.par_iter().with_max_len(1).map(|&(at, number)| {
        let (subject, check) = (&subjects[at], &ALL[number]);
        let findings = check.concerns(subject).then(|| {
            let mut findings = Findings::new(enough);
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
