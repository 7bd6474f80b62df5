//! The kill matrix: which check catches which bug, and which fires on a sound search.

/// A check's verdict on one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kill {
    /// It does not apply.
    NotApplicable,
    /// It found nothing.
    Passed {
        /// Cases looked at.
        cases: u64,
    },
    /// It fired.
    Killed {
        /// Cases looked at, the killing one included.
        cases: u64,
        /// What was expected and what came.
        first: String,
        /// The command that shows it.
        reproduce: String,
    },
}

impl Kill {
    fn is_kill(&self) -> bool {
        matches!(self, Kill::Killed { .. })
    }
}

/// A search and what every check said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectRow {
    /// The mutant's or technique's name.
    pub name: String,
    /// For a mutant, what is wrong.
    pub bug: String,
    /// For a mutant, the engine and the change that had or mended it.
    pub source: String,
    /// For a mutant, what its users saw.
    pub symptom: String,
    /// One verdict for each check.
    pub kills: Vec<Kill>,
}

impl SubjectRow {
    /// Whether any check fired.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        self.kills.iter().any(Kill::is_kill)
    }
}

/// A check's name and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckColumn {
    /// The name.
    pub name: String,
    /// What it holds, in a sentence.
    pub holds: String,
}

/// The matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KillMatrix {
    /// The seed of all draws.
    pub seed: u64,
    /// The checks.
    pub checks: Vec<CheckColumn>,
    /// A row for each mutant.
    pub mutants: Vec<SubjectRow>,
    /// A row for each sound search.
    pub sound: Vec<SubjectRow>,
}

impl KillMatrix {
    /// How many mutants some check has killed.
    #[must_use]
    pub fn killed(&self) -> usize {
        self.mutants.iter().filter(|row| row.is_killed()).count()
    }

    /// How often a check fired on a sound search.
    #[must_use]
    pub fn false_alarms(&self) -> usize {
        (0..self.checks.len())
            .map(|check| self.alarms_of(check))
            .sum()
    }

    /// How many mutants the check at this place killed.
    #[must_use]
    pub fn kills_of(&self, check: usize) -> usize {
        fired(&self.mutants, check)
    }

    /// On how many sound searches the check at this place fired.
    #[must_use]
    pub fn alarms_of(&self, check: usize) -> usize {
        fired(&self.sound, check)
    }

    /// The checks that killed nothing.
    #[must_use]
    pub fn idle(&self) -> Vec<&str> {
        let at = self.checks.iter().enumerate();
        at.filter(|&(at, _)| self.kills_of(at) == 0)
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
    fn kills_and_false_alarms_are_counted_apart() {
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
        assert_eq!((matrix.killed(), matrix.false_alarms()), (1, 1));
        assert_eq!((matrix.kills_of(0), matrix.alarms_of(1)), (1, 1));
        assert_eq!(matrix.idle(), ["b", "c"]);
    }
}
