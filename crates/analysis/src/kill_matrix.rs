//! The kill matrix: which check catches which bug, and which check fires on a sound search.

use serde::Serialize;

/// A check's verdict on one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kill {
    /// The check does not apply to the search.
    NotApplicable,
    /// The check found nothing.
    Passed {
        /// The number of cases examined.
        cases: u64,
    },
    /// The check fired.
    Killed {
        /// The number of cases examined, including the one at which the check fired.
        cases: u64,
        /// The first finding: what was expected and what was found.
        first: String,
        /// The command that reproduces it.
        reproduce: String,
    },
}

impl Kill {
    /// Returns whether the check fired.
    #[must_use]
    pub fn is_kill(&self) -> bool {
        matches!(self, Kill::Killed { .. })
    }
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
    /// One verdict per check, in the order of [`KillMatrix::checks`].
    pub kills: Vec<Kill>,
}

impl SubjectRow {
    /// Returns whether any check fired.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        self.kills.iter().any(Kill::is_kill)
    }
}

/// A check: its name and what it asserts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckColumn {
    /// The name.
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
    /// The first finding: what was expected and what was found.
    pub first: &'m str,
    /// The command that reproduces it.
    pub reproduce: &'m str,
}

/// The kill matrix: one row per search, one column per check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KillMatrix {
    /// The seed of all random draws.
    pub seed: u64,
    /// The checks.
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
            let kills = self.checks.iter().zip(&row.kills);
            kills.filter_map(|(check, kill)| match kill {
                Kill::Killed {
                    first, reproduce, ..
                } => Some(FalseAlarm {
                    search: &row.name,
                    check: &check.name,
                    first,
                    reproduce,
                }),
                _ => None,
            })
        })
    }

    /// Returns the number of mutants that the check with this index killed.
    #[must_use]
    pub fn kills_of(&self, check: usize) -> usize {
        fired(&self.mutants, check)
    }

    /// Returns the number of sound searches on which the check with this index fired.
    #[must_use]
    pub fn alarms_of(&self, check: usize) -> usize {
        fired(&self.sound, check)
    }

    /// Returns the names of the checks that killed no mutant.
    #[must_use]
    pub fn idle(&self) -> Vec<&str> {
        let checks = self.checks.iter().enumerate();
        checks
            .filter(|&(index, _)| self.kills_of(index) == 0)
            .map(|(_, check)| check.name.as_str())
            .collect()
    }
}

fn fired(rows: &[SubjectRow], check: usize) -> usize {
    rows.iter()
        .filter(|row| row.kills.get(check).is_some_and(Kill::is_kill))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kills: Vec<Kill>) -> SubjectRow {
        let empty = String::new();
        SubjectRow {
            name: empty.clone(),
            bug: empty.clone(),
            source: empty.clone(),
            symptom: empty,
            kills,
        }
    }

    #[test]
    fn kills_and_false_alarms_are_counted_separately() {
        let killed = Kill::Killed {
            cases: 1,
            first: String::new(),
            reproduce: String::new(),
        };
        let passed = Kill::Passed { cases: 3 };
        let column = |name: &str| CheckColumn {
            name: name.to_owned(),
            holds: String::new(),
        };
        let matrix = KillMatrix {
            seed: 1,
            checks: vec![column("a"), column("b"), column("c")],
            mutants: vec![
                row(vec![killed.clone(), passed.clone(), Kill::NotApplicable]),
                row(vec![passed.clone(); 3]),
            ],
            sound: vec![row(vec![passed.clone(), killed, passed])],
        };
        assert_eq!((matrix.killed(), matrix.false_alarms().count()), (1, 1));
        assert_eq!((matrix.kills_of(0), matrix.alarms_of(1)), (1, 1));
        assert_eq!(matrix.idle(), ["b", "c"]);
    }
}
