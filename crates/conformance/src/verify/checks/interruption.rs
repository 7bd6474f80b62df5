//! A search that is cut short reports nothing that the whole search does not report: its iterations are
//! the first ones of the whole search.

use rand::RngExt;

use super::{BARE, Case, Check, Findings, Material, NULL_WINDOWS, Part, TestedSearcher};

pub(super) const CHECK: Check = Check {
    name: "interruption",
    holds: "a search cut short at any node reports only whole iterations, as the whole search does",
    applies: |_| true,
    sees: &[Part::Deepening],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    found.over(&material.endings, |ending, found| {
        found.over([BARE, NULL_WINDOWS], |base, found| {
            let options = subject.options(&base);
            let case = Case::new(subject, &base, &ending.root);
            let whole = case.iterations(4);
            let Some(nodes) = whole.last().map(|seen| seen.iteration.nodes) else {
                return;
            };
            found.over(0..4, |_, found| {
                let limit = generator.random_range(1..=nodes);
                let search = &subject.search;
                let cut = search.iterations(case.root, &options, 4, Some(limit));
                found.record(whole.starts_with(&cut), || {
                    let depth = cut.len();
                    let score = cut.last().map(|seen| seen.iteration.score.to_string());
                    let reports = format!("reports {} at depth {depth}", score.unwrap_or_default());
                    let what = format!(
                        "cut short after {limit} nodes it {reports}, which the whole search does not"
                    );
                    case.violation(&format!("--depth 4 --nodes {limit}"), what)
                });
            });
        });
    });
}
