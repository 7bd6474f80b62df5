//! Runs every check on every mutant, and on the sound searches.

use super::Mutant;
use crate::verify::{self, Material, TestedSearcher};
use plybench_analysis::kill_matrix::{CheckColumn, Kill, KillMatrix, SubjectRow};

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
        for kill in &mut row.kills {
            // The command of a check would run the sound search.
            if let Kill::Killed { reproduce, .. } = kill {
                let (name, seed) = (&row.name, material.seed);
                *reproduce = format!("plybench zoo --mutant {name} --seed {seed}");
            }
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
    let row = |subject: &TestedSearcher| SubjectRow {
        name: subject.name.to_owned(),
        bug: String::new(),
        source: String::new(),
        symptom: String::new(),
        kills: Vec::new(),
    };
    let mut rows: Vec<SubjectRow> = subjects.iter().map(row).collect();
    for verdict in verify::examine(subjects, material, true, done) {
        let kill = verdict.findings.map_or(Kill::NotApplicable, |findings| {
            let cases = findings.cases;
            match findings.examples.into_iter().next() {
                None => Kill::Passed { cases },
                Some(first) => Kill::Killed {
                    cases,
                    first: first.what,
                    reproduce: first.reproduce,
                },
            }
        });
        rows[verdict.subject].kills.push(kill);
    }
    rows
}
