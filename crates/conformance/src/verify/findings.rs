//! The findings of a check.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// How many violations are kept as examples; the others are only counted.
const EXAMPLES: usize = 10;

/// A promise that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The expected and the actual result, in one line.
    pub what: String,
    /// The command that shows it.
    pub reproduce: String,
}

/// Recorded searches of one kind. Every step of theirs was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The nodes that each draw of searches had to reach.
    pub wanted: u64,
    /// The nodes of the draw with the fewest. Small trees may end a draw below what was wanted.
    pub least: u64,
    /// The nodes of all draws.
    pub nodes: u64,
    /// The number of searches.
    pub searches: u64,
    /// The techniques that changed any of the searches.
    pub acted: BTreeSet<String>,
}

/// The number of cases, and the violations among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The comparisons that were made.
    pub cases: u64,
    /// How many of them failed.
    pub violations: u64,
    /// The first of the violations.
    pub examples: Vec<Violation>,
    /// Registered techniques without a rule, each with the number of steps that were not checked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unchecked: BTreeMap<String, u64>,
    /// Recorded searches by kind: `alone`, `with` another technique, and those in a covering of the `settings`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub recorded: BTreeMap<String, Recorded>,
    #[serde(skip)]
    enough: Option<u64>,
}

impl Findings {
    /// No findings yet. The check may end when this many violations are `enough`.
    #[must_use]
    pub fn new(enough: Option<u64>) -> Self {
        Findings {
            enough,
            ..Findings::default()
        }
    }

    /// Counts a comparison; `violation` describes it if it failed.
    pub fn record(&mut self, kept: bool, violation: impl FnOnce() -> Violation) {
        self.cases += 1;
        if !kept {
            self.violations += 1;
            if self.examples.len() < EXAMPLES {
                self.examples.push(violation());
            }
        }
    }

    /// Adds a draw of recorded searches to those of its kind.
    pub(super) fn add_recorded(&mut self, kind: &str, draw: Recorded) {
        let nodes = draw.nodes;
        let draw = Recorded {
            least: nodes,
            ..draw
        };
        let Some(known) = self.recorded.get_mut(kind) else {
            self.recorded.insert(kind.to_owned(), draw);
            return;
        };
        known.least = known.least.min(nodes);
        known.nodes += nodes;
        known.searches += draw.searches;
        known.acted.extend(draw.acted);
    }

    /// Judges cases until there are no more, or the check can end.
    pub(super) fn over<C>(
        &mut self,
        cases: impl IntoIterator<Item = C>,
        mut judge: impl FnMut(C, &mut Self),
    ) {
        for case in cases {
            if self.is_finished() {
                return;
            }
            judge(case, self);
        }
    }

    /// Whether the check can end.
    pub(super) fn is_finished(&self) -> bool {
        self.enough.is_some_and(|enough| self.violations >= enough)
    }
}
