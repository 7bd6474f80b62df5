//! The zoo: bugs that real engines had, planted one at a time, and which checks catch them.
//!
//! Each [`Mutant`] overrides one of the search's conventions or is a technique with a bug; the sound search
//! has no branch for any of them. If a check catches no mutant, its passing proves nothing.

mod conditions;
mod counting;
mod deepening;
mod draws;
mod mate_distance;
mod mate_values;
mod matrix;
mod pruning;
mod searched_again;
mod searcher;
mod settings;
mod table_frames;

use plybench_engine::techniques::{BuiltIn, Effect, MateDistance};

pub use self::{matrix::kill_matrix, searcher::MutantSearcher};
use crate::verify::{Searches, Subject};

/// A bug with a name.
pub struct Mutant {
    /// Its name in tables and on the command line.
    pub name: &'static str,
    /// What is wrong, in a sentence.
    pub bug: &'static str,
    /// The engine, and the change that introduced or fixed it.
    pub source: &'static str,
    /// The symptom that users saw.
    pub symptom: &'static str,
    /// The promise of the search without the bug.
    pub effect: Effect,
    /// The built-in techniques that are on.
    pub techniques: BuiltIn,
    /// For a form of mate distance pruning, the form that was intended.
    pub meant: Option<MateDistance>,
    /// The search with the bug.
    pub search: &'static dyn Searches,
}

impl Mutant {
    /// A mutant of the search without techniques, which promises the exact score.
    fn new(
        name: &'static str,
        bug: &'static str,
        source: &'static str,
        symptom: &'static str,
        search: &'static dyn Searches,
    ) -> Self {
        Mutant {
            name,
            bug,
            source,
            symptom,
            effect: Effect::Exact,
            techniques: PLAIN,
            meant: None,
            search,
        }
    }

    /// The form of mate distance pruning that is on, as it is or with the bug.
    #[must_use]
    pub fn form(&self) -> Option<MateDistance> {
        let built_in = Some(self.techniques.mate_distance);
        self.meant
            .or(built_in.filter(|&form| form != MateDistance::Off))
    }

    /// The mutant as the subject of checks.
    #[must_use]
    pub fn subject(&self) -> Subject<'_> {
        Subject {
            name: self.name,
            effect: self.effect,
            techniques: self.techniques,
            saves_like: self.meant,
            search: self.search,
            own: &[],
        }
    }
}

/// Every mutant, by the part of the search that has the bug.
#[must_use]
pub fn all() -> Vec<Mutant> {
    [
        mate_distance::mutants(),
        mate_values::mutants(),
        table_frames::mutants(),
        draws::mutants(),
        pruning::mutants(),
        deepening::mutants(),
        conditions::mutants(),
        searched_again::mutants(),
        counting::mutants(),
        settings::mutants(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The mutant of this name.
#[must_use]
pub fn find(name: &str) -> Option<Mutant> {
    all().into_iter().find(|mutant| mutant.name == name)
}

/// No technique on.
const PLAIN: BuiltIn = BuiltIn::OFF;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_have_unique_names_and_a_source() {
        let mutants = all();
        assert!(mutants.len() >= 20);
        let mut names: Vec<&str> = mutants.iter().map(|mutant| mutant.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), mutants.len());
        for mutant in &mutants {
            for text in [mutant.bug, mutant.source, mutant.symptom] {
                assert!(!text.is_empty(), "{}", mutant.name);
            }
        }
    }
}
