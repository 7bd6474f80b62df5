//! What a check has found.

/// Violations that are kept with their words; the others are only counted.
const KEPT: usize = 10;

/// A promise that was not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What was expected and what came, in one line.
    pub what: String,
    /// The command that shows it.
    pub reproduce: String,
}

/// Cases looked at, and violations among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Comparisons made.
    pub cases: u64,
    /// How many of them failed.
    pub violations: u64,
    /// The first of those.
    pub examples: Vec<Violation>,
    stop_at_first: bool,
}

impl Findings {
    /// None yet; with `stop_at_first`, the check may end at its first violation.
    #[must_use]
    pub fn new(stop_at_first: bool) -> Self {
        Findings {
            stop_at_first,
            ..Findings::default()
        }
    }

    /// Counts a comparison; where it failed, the words are asked for.
    pub fn hold(&mut self, kept: bool, violation: impl FnOnce() -> Violation) {
        self.cases += 1;
        if !kept {
            self.violations += 1;
            if self.examples.len() < KEPT {
                self.examples.push(violation());
            }
        }
    }

    /// Whether nothing more needs to be looked at.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.stop_at_first && self.violations > 0
    }
}
