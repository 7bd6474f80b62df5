//! The checks, one file each.

mod fifty_moves;
mod frames;
mod interruption;
mod line_replay;
mod mate_claims;
mod monotone_mates;
mod node_ratio;
mod parts;
mod repetition;
mod root_score;
mod steps;
mod symmetry;
mod window_contract;

use super::{
    CheckedSearch, Findings, Material, ObservedIteration, Part, Recorded, TestedSearch,
    TestedSearcher, Violation, edges,
    material::{Ending, with_clock},
    settings::{
        BARE, Case, EXACT_TABLE, MATES_ONLY, NULL_WINDOWS, QUIESCENCE, arguments_of,
        with_exact_table,
    },
};

/// A check of a search's promises.
pub struct Check {
    /// Its name in tables.
    pub name: &'static str,
    /// The property that it checks, in a sentence.
    pub holds: &'static str,
    /// The subjects to which it applies.
    pub applies: fn(&TestedSearcher) -> bool,
    /// The parts of a search in which it could see a bug.
    pub sees: &'static [Part],
    /// Counts its cases and violations on a subject.
    pub run: fn(&TestedSearcher, &Material, &mut Findings),
}

impl Check {
    /// Whether it applies to the subject, and could see the bug that the subject may have.
    #[must_use]
    pub fn concerns(&self, subject: &TestedSearcher) -> bool {
        (self.applies)(subject) && subject.altered.is_none_or(|part| self.sees.contains(&part))
    }
}

/// Every check, in the order of the tables.
pub const ALL: [Check; 13] = [
    root_score::CHECK,
    mate_claims::CHECK,
    window_contract::CHECK,
    frames::CHECK,
    line_replay::CHECK,
    monotone_mates::CHECK,
    symmetry::CHECK,
    fifty_moves::CHECK,
    interruption::CHECK,
    parts::CHECK,
    repetition::CHECK,
    node_ratio::CHECK,
    steps::CHECK,
];
