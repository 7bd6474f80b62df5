//! Which settings a proof allows.
//!
//! A mate that the search finds is a mate with nearly all settings. But "no mate in N" is a proof only if the search has looked at
//! every move, to the full depth, and nothing but the position decides the answer.

use plybench_engine::{
    game::chess::Chess,
    search::{DrawRules, MateValues, SearchOptions},
    table::{TableDepth, TableSize},
    techniques::{BuiltIn, Effect},
};

use super::ProblemError;
use plybench_experiment::spec::Settings;
use plybench_records::registered::{self, RegisteredTechnique};

/// Refuses settings with which a refutation would not be a proof.
pub(super) fn check(settings: &Settings) -> Result<(), ProblemError> {
    // Every option is named, so that a new one cannot be forgotten here.
    let SearchOptions {
        fail: _,
        scout: _,
        // The question sets the window of the root.
        driver: _,
        mate_at_horizon: _,
        quiescence,
        quiescence_in_check: _,
        mates,
        under_promotion,
        // Illegal moves change the count of nodes only.
        legality: _,
        evaluation: _,
        draws:
            DrawRules {
                repetition,
                fifty_moves,
                contempt: _,
            },
        ordering: _,
        table,
        techniques,
    } = settings.search;
    for (is_on, name) in [
        (repetition, "draws.repetition"),
        (fifty_moves, "draws.fifty-moves"),
    ] {
        if is_on {
            let reason = "a mate problem ignores this rule";
            return Err(switched_on(name, reason));
        }
    }
    if quiescence {
        let reason = "quiescence stands pat and does not look at every move";
        return Err(switched_on("quiescence", reason));
    }
    if mates == MateValues::Flat {
        return Err(ProblemError::Unsound {
            setting: "mates=flat".to_owned(),
            reason: "a mate in N and a longer one have the same value",
            fix: "give --set mates=by-ply".to_owned(),
        });
    }
    if !under_promotion {
        return Err(ProblemError::Unsound {
            setting: "under-promotion=false".to_owned(),
            reason: "the search would not look at every move",
            fix: "give --set under-promotion=true".to_owned(),
        });
    }
    if table.size != TableSize::Off && table.depth != TableDepth::Exactly {
        return Err(ProblemError::Unsound {
            setting: "table.depth=at-least".to_owned(),
            reason: "searches to other depths would answer for the one that is wanted",
            fix: "give --set table.depth=exactly".to_owned(),
        });
    }
    let heuristic =
        heuristics(&techniques).chain(settings.registered.iter().filter_map(heuristic_own));
    heuristic
        .map(|name| switched_on(name, "a heuristic may miss a mate"))
        .next()
        .map_or(Ok(()), Err)
}

fn switched_on(setting: &str, reason: &'static str) -> ProblemError {
    ProblemError::Unsound {
        setting: format!("{setting}=true"),
        reason,
        fix: format!("give --set {setting}=false"),
    }
}

/// The built-in techniques that are on and heuristic. No form of mate distance pruning is.
fn heuristics(techniques: &BuiltIn) -> impl Iterator<Item = &'static str> {
    let registry = BuiltIn::registry();
    let on = techniques
        .on::<Chess>()
        .into_iter()
        .map(|(by, _)| BuiltIn::NAMES[by.place()]);
    on.filter(move |name| {
        let mut entries = registry.iter();
        entries.any(|entry| entry.info.name == *name && entry.info.effect == Effect::Heuristic)
    })
}

/// The name of a registered technique, if it is heuristic.
fn heuristic_own(own: &RegisteredTechnique) -> Option<&'static str> {
    let mut registry = registered::registry().iter();
    let entry = registry.find(|entry| entry.info.name == own.name())?;
    (entry.info.effect == Effect::Heuristic).then_some(entry.info.name)
}
