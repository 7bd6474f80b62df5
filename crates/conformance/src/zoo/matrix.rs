//! Runs the checks that concern a mutant, and every check on the sound searches.

use super::Mutant;
use crate::verify::{self, Material, TestedSearcher};
use plybench_analysis::kill_matrix::{CheckColumn, Finding, KillMatrix, SubjectRow, Verdict};

/// A check ends at so many failed cases. A bug that fewer show could be missed with another seed.
const ENOUGH: u64 = 10;

/// The kill matrix of these mutants and sound searches. `done` is called after each verdict.
pub fn kill_matrix(
    mutants: &[Mutant],
    sound: &[TestedSearcher],
    material: &Material,
    done: impl Fn() + Sync,
) -> KillMatrix {
    let subjects: Vec<TestedSearcher> = mutants
        .iter()
        .map(|mutant| mutant.subject.clone())
        .collect();
    let mut killed = rows(&subjects, material, &done);
    for (row, mutant) in killed.iter_mut().zip(mutants) {
        row.bug = mutant.bug.to_owned();
        row.source = mutant.source.to_owned();
        row.symptom = mutant.symptom.to_owned();
        let fired = row.verdicts.iter_mut().flatten();
        for finding in fired.filter_map(|verdict| verdict.finding.as_mut()) {
            // The command of a check would run the sound search.
            let (name, seed) = (&row.name, material.seed);
            finding.reproduce = format!("plybench zoo --mutant {name} --seed {seed}");
        }
    }
    let column = |check: &verify::Check| CheckColumn {
        name: check.name.to_owned(),
        holds: check.holds.to_owned(),
    };
    KillMatrix {
        seed: material.seed,
        checks: verify::ALL.iter().map(column).collect(),
        mutants: killed,
        sound: rows(sound, material, &done),
    }
}

fn rows(
    subjects: &[TestedSearcher],
    material: &Material,
    done: &(impl Fn() + Sync),
) -> Vec<SubjectRow> {
    let mut rows: Vec<SubjectRow> = subjects
        .iter()
        .map(|subject| SubjectRow {
            name: subject.name.to_owned(),
            bug: String::new(),
            source: String::new(),
            symptom: String::new(),
            verdicts: Vec::new(),
        })
        .collect();
    for verdict in verify::examine(subjects, material, Some(ENOUGH), done) {
        let found = verdict.findings.map(|findings| Verdict {
            cases: findings.cases,
            failed: findings.violations,
            finding: findings.examples.into_iter().next().map(|first| Finding {
                first: first.what,
                reproduce: first.reproduce,
            }),
        });
        rows[verdict.subject].verdicts.push(found);
    }
    rows
}
