//! Which settings a proof allows.
//!
//! A mate that the search finds is a mate with nearly all settings. But "no mate in N" is a proof only if the search has looked at
//! every move, to the full depth, and nothing but the position decides the answer.

use plybench_engine::{
    search::{DrawRules, MateValues, SearchOptions},
    table::{TableDepth, TableSize},
};

use super::UnsoundSetting;
use crate::heuristics::heuristics;
use plybench_experiment::spec::Settings;

/// Refuses settings with which a refutation would not be a proof.
pub(super) fn check(settings: &Settings) -> Result<(), UnsoundSetting> {
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
        techniques: _,
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
    if let Some(name) = heuristics(&settings.search, &settings.registered).first() {
        refuse(true, name, IS_ON, "a heuristic may miss a mate")?;
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
) -> Result<(), UnsoundSetting> {
    match is_unsound {
        false => Ok(()),
        true => Err(UnsoundSetting {
            setting: format!("{setting}={value}"),
            reason,
            fix: format!("give --set {setting}={sound}"),
        }),
    }
}
