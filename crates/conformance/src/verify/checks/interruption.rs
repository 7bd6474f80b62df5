//! A search that is cut short reports nothing that the whole search does not report: its iterations are
//! the first ones of the whole search.

use rand::RngExt;

use super::{
    super::settings::{BARE, Case, NULL_WINDOWS},
    Check, Findings, Material, Subject, always,
};

pub(super) const CHECK: Check = Check {
    name: "interruption",
    holds: "a search cut short at any node reports only whole iterations, as the whole search does",
    applies: always,
    run,
};

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    for ending in &material.endings {
        for base in [BARE, NULL_WINDOWS] {
            let options = subject.options(&base);
            let case = Case::new(subject, &base, &ending.root);
            let whole = case.iterations(4);
            let Some(nodes) = whole.last().map(|seen| seen.iteration.nodes) else {
                continue;
            };
            for _ in 0..4 {
                let limit = generator.random_range(1..=nodes);
                let cut = subject
                    .search
                    .iterations(&ending.root, &options, 4, Some(limit));
                found.record(whole.starts_with(&cut), || {
                    let score = cut.last().map_or_else(String::new, |seen| seen.iteration.score.to_string());
                    case.violation(&format!("--depth 4 --nodes {limit}"), format!(
                        "cut short after {limit} nodes it reports {score} at depth {}, which the whole search does not", cut.len()
                    ))
                });
                if found.is_finished() {
                    return;
                }
            }
        }
    }
}
