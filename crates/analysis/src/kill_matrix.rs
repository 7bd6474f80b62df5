//! The kill matrix: which check catches which bug, and which check fires on a sound search.

use serde::Serialize;

/// What a check found in one search that it applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The number of cases examined.
    pub cases: u64,
    /// How many of them failed. A check of a bug may end before it has tried all cases.
    pub failed: u64,
    /// The first finding; `None` if the check did not fire.
    pub finding: Option<Finding>,
}

/// What made a check fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was expected and what was found.
    pub first: String,
    /// The command that reproduces it.
    pub reproduce: String,
}

/// The verdicts of all checks on one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectRow {
    /// The name of the mutant or of the technique.
    pub name: String,
    /// For a mutant: what is wrong; otherwise empty.
    pub bug: String,
    /// For a mutant: the engine with the bug and the change that introduced or fixed it; otherwise empty.
    pub source: String,
    /// For a mutant: what users saw; otherwise empty.
    pub symptom: String,
    /// One verdict per check, in the order of [`KillMatrix::checks`]; `None` where the check was not run on the search.
    pub verdicts: Vec<Option<Verdict>>,
}

impl SubjectRow {
    /// Returns what made the check with this index fire, or `None` if it did not.
    #[must_use]
    pub fn finding(&self, check: usize) -> Option<&Finding> {
        self.verdicts.get(check)?.as_ref()?.finding.as_ref()
    }

    /// Returns whether any check fired.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        (0..self.verdicts.len()).any(|check| self.finding(check).is_some())
    }
}

/// A check: its name and what it asserts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckColumn {
    /// The check as `verify --check` names it.
    pub name: String,
    /// What it asserts, as a sentence.
    pub holds: String,
}

/// A check that fired on a sound search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FalseAlarm<'m> {
    /// The name of the technique that the search has.
    pub search: &'m str,
    /// The name of the check.
    pub check: &'m str,
    /// What made it fire.
    #[serde(flatten)]
    pub finding: &'m Finding,
}

/// The kill matrix: one row per search, one column per check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KillMatrix {
    /// The seed of all random draws.
    pub seed: u64,
    /// One column per check, in the order in which they run.
    pub checks: Vec<CheckColumn>,
    /// One row per mutant.
    pub mutants: Vec<SubjectRow>,
    /// One row per sound search.
    pub sound: Vec<SubjectRow>,
}

impl KillMatrix {
    /// Returns the number of mutants that at least one check killed.
    #[must_use]
    pub fn killed(&self) -> usize {
        self.mutants.iter().filter(|row| row.is_killed()).count()
    }

    /// Returns every check that fired on a sound search, once for each search.
    pub fn false_alarms(&self) -> impl Iterator<Item = FalseAlarm<'_>> {
        self.sound.iter().flat_map(|row| {
            let checks = self.checks.iter().enumerate();
            checks.filter_map(|(index, check)| {
                Some(FalseAlarm {
                    search: &row.name,
                    check: &check.name,
                    finding: row.finding(index)?,
                })
            })
        })
    }

    /// Returns the names of the checks that killed no mutant.
    #[must_use]
    pub fn idle(&self) -> Vec<&str> {
        let checks = self.checks.iter().enumerate();
        checks
            .filter(|&(index, _)| fired(&self.mutants, index) == 0)
            .map(|(_, check)| check.name.as_str())
            .collect()
    }
}

/// Returns the number of searches on which the check with this index fired.
#[must_use]
pub fn fired(rows: &[SubjectRow], check: usize) -> usize {
    let fired = rows.iter().filter(|row| row.finding(check).is_some());
    fired.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(verdicts: Vec<Option<Verdict>>) -> SubjectRow {
        let empty = String::new();
        SubjectRow {
            name: empty.clone(),
            bug: empty.clone(),
            source: empty.clone(),
            symptom: empty,
            verdicts,
        }
    }

    #[test]
    fn kills_and_false_alarms_are_counted_separately() {
        let finding = Finding {
            first: String::new(),
            reproduce: String::new(),
        };
        let killed = Some(Verdict {
            cases: 1,
            failed: 1,
            finding: Some(finding),
        });
        let passed = Some(Verdict {
            cases: 3,
            failed: 0,
            finding: None,
        });
        let column = |name: &str| CheckColumn {
            name: name.to_owned(),
            holds: String::new(),
        };
        let matrix = KillMatrix {
            seed: 1,
            checks: vec![column("a"), column("b"), column("c")],
            mutants: vec![
                row(vec![killed.clone(), passed.clone(), None]),
                row(vec![passed.clone(); 3]),
            ],
            sound: vec![row(vec![passed.clone(), killed, passed])],
        };
        assert_eq!((matrix.killed(), matrix.false_alarms().count()), (1, 1));
        assert_eq!((fired(&matrix.mutants, 0), fired(&matrix.sound, 1)), (1, 1));
        assert_eq!(matrix.idle(), ["b", "c"]);
    }
}
