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
use plybench_records::registered;

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
        correction_history: _,
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
    let ignored = "a mate problem ignores this rule";
    refuse(repetition, "draws.repetition", IS_ON, ignored)?;
    refuse(fifty_moves, "draws.fifty-moves", IS_ON, ignored)?;
    let reason = "quiescence stands pat and does not look at every move";
    refuse(quiescence, "quiescence", IS_ON, reason)?;
    let reason = "a mate in N and a longer one have the same value";
    let is_flat = mates == MateValues::Flat;
    refuse(is_flat, "mates", ["flat", "by-ply"], reason)?;
    let reason = "the search would not look at every move";
    let is_off = ["false", "true"];
    refuse(!under_promotion, "under-promotion", is_off, reason)?;
    let reason = "searches to other depths would answer for the one that is wanted";
    let is_inexact = table.size != TableSize::Off && table.depth != TableDepth::Exactly;
    refuse(is_inexact, "table.depth", ["at-least", "exactly"], reason)?;
    let built_in = techniques.on::<Chess>().into_iter();
    let built_in = built_in.map(|(by, _)| BuiltIn::NAMES[by.place()]);
    let own = settings.registered.iter().map(|technique| technique.name);
    // No form of mate distance pruning is heuristic.
    let infos = BuiltIn::registry().into_iter().map(|entry| entry.info);
    let infos = infos.chain(registered::registry().iter().map(|entry| entry.info));
    let heuristic = infos.filter(|info| info.effect == Effect::Heuristic);
    let heuristic: Vec<_> = heuristic.map(|info| info.name).collect();
    for name in built_in.chain(own) {
        let reason = "a heuristic may miss a mate";
        refuse(heuristic.contains(&name), name, IS_ON, reason)?;
    }
    Ok(())
}

/// The values of a switch that is on and should be off.
const IS_ON: [&str; 2] = ["true", "false"];

/// Refuses the first value of a setting and proposes the second.
fn refuse(
    is_unsound: bool,
    setting: &str,
    [value, sound]: [&str; 2],
    reason: &'static str,
) -> Result<(), ProblemError> {
    match is_unsound {
        false => Ok(()),
        true => Err(ProblemError::Unsound {
            setting: format!("{setting}={value}"),
            reason,
            fix: format!("give --set {setting}={sound}"),
        }),
    }
}
