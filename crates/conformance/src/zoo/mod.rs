//! The zoo: bugs planted one at a time, more than half of them from the histories of real engines, and which checks catch them.
//!
//! Each [`Mutant`] overrides one of the search's conventions or is a technique with a bug; the sound search
//! has no branch for any of them. If a check catches no mutant, its passing proves nothing.

mod conditions;
mod deepening;
mod draws;
mod formulas;
mod mate_distance;
mod mate_values;
mod matrix;
mod pruning;
mod searched_again;
mod searcher;
mod settings;
mod table_frames;

use plybench_engine::{
    game::chess::Chess,
    techniques::{BuiltIn, Effect, MateDistance, Technique},
};

pub use self::{matrix::kill_matrix, searcher::MutantSearcher};
use crate::verify::{Altered, Part, TestedSearch, TestedSearcher};

/// A search with one bug, and what the matrix says of it.
pub struct Mutant {
    /// The search with the bug: its name in tables and on the command line, and the promise of the search without the bug.
    pub subject: TestedSearcher,
    /// What is wrong, in a sentence.
    pub bug: &'static str,
    /// The engine, and the change that introduced or fixed it.
    pub source: &'static str,
    /// The symptom that users saw.
    pub symptom: &'static str,
}

impl Mutant {
    /// A mutant of the search without techniques, which promises the exact score.
    fn new(
        name: &'static str,
        bug: &'static str,
        source: &'static str,
        symptom: &'static str,
        search: TestedSearch,
    ) -> Self {
        let subject = TestedSearcher {
            name,
            search,
            ..TestedSearcher::NONE
        };
        Mutant {
            subject,
            bug,
            source,
            symptom,
        }
    }

    fn promising(mut self, effect: Effect) -> Self {
        self.subject.effect = effect;
        self
    }

    /// With these built-in techniques on.
    fn with(mut self, techniques: BuiltIn) -> Self {
        self.subject.techniques = techniques;
        self
    }

    /// The form of mate distance pruning that is on, as it is or with the bug.
    #[must_use]
    pub fn form(&self) -> Option<MateDistance> {
        let built_in = Some(self.subject.techniques.mate_distance);
        self.subject
            .saves_like
            .or(built_in.filter(|&form| form != MateDistance::Off))
    }
}

/// The built-in technique of this name and no other, with its default parameters.
fn alone(name: &str) -> BuiltIn {
    let mut registry = BuiltIn::registry().into_iter();
    let entry = registry.find(|entry| entry.info.name == name);
    entry.expect("a name of the registry").alone
}

/// The search with other conventions.
fn planted(change: fn(&mut Altered)) -> TestedSearch {
    let mut conventions = Altered::SOUND;
    change(&mut conventions);
    TestedSearch {
        conventions: Some(conventions),
        ..TestedSearch::SOUND
    }
}

/// The search with an altered copy of the built-in technique `sound`.
fn altered(technique: &'static (dyn Technique<Chess> + Sync), sound: &str) -> TestedSearch {
    altered_of(technique, alone(sound))
}

/// The search with an altered copy of the one technique that is on in `sound`.
fn altered_of(technique: &'static (dyn Technique<Chess> + Sync), sound: BuiltIn) -> TestedSearch {
    TestedSearch {
        technique: Some(technique),
        stands_for: Some(sound),
        ..TestedSearch::SOUND
    }
}

/// Every mutant, by the part of the search that has the bug.
#[must_use]
pub fn all() -> Vec<Mutant> {
    let of_parts = [
        (Part::MateDistance, mate_distance::mutants()),
        (Part::MateValues, mate_values::mutants()),
        (Part::Table, table_frames::mutants()),
        (Part::Draws, draws::mutants()),
        (Part::SkippedMoves, pruning::mutants()),
        (Part::Deepening, deepening::mutants()),
        (Part::Conditions, conditions::mutants()),
        (Part::Conditions, formulas::mutants()),
        (Part::SearchedAgain, searched_again::mutants()),
        (Part::Settings, settings::mutants()),
    ];
    let mutants = of_parts.into_iter().flat_map(|(part, mutants)| {
        mutants.into_iter().map(move |mut mutant| {
            mutant.subject.altered = Some(part);
            mutant
        })
    });
    mutants.collect()
}

/// The mutant of this name.
#[must_use]
pub fn find(name: &str) -> Option<Mutant> {
    all().into_iter().find(|mutant| mutant.subject.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;

    #[test]
    fn a_bug_meets_the_checks_that_can_see_its_part() {
        let checks = |name| -> Vec<&str> {
            let subject = find(name).unwrap().subject;
            let concern = verify::ALL.iter().filter(|check| check.concerns(&subject));
            concern.map(|check| check.name).collect()
        };
        assert_eq!(checks("null-move-too-deep"), ["steps"]);
        assert_eq!(
            checks("repetitions-forgotten"),
            ["fifty-moves", "parts", "steps"]
        );
        assert!(checks("table-no-shift").contains(&"table-frames"));
        for mutant in all() {
            assert!(mutant.subject.altered.is_some(), "{}", mutant.subject.name);
        }
        for sound in verify::built_in() {
            for check in &verify::ALL {
                assert_eq!(check.concerns(&sound), (check.applies)(&sound));
            }
        }
    }

    #[test]
    fn mutants_have_unique_names_and_a_source() {
        let mutants = all();
        assert!(mutants.len() >= 20);
        let mut names: Vec<&str> = mutants.iter().map(|mutant| mutant.subject.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), mutants.len());
        for mutant in &mutants {
            for text in [mutant.bug, mutant.source, mutant.symptom] {
                assert!(!text.is_empty(), "{}", mutant.subject.name);
            }
        }
    }
}
