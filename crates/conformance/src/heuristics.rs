//! The techniques of a search that may change its value.

use plybench_engine::{
    game::chess::Chess,
    search::SearchOptions,
    techniques::{BuiltIn, Effect},
};
use plybench_records::registered::{self, RegisteredTechnique};

/// The names of the heuristics that are on, in the order in which they act.
pub(crate) fn heuristics(
    options: &SearchOptions,
    registered: &[RegisteredTechnique],
) -> Vec<&'static str> {
    let built_in = options.techniques.on::<Chess>().into_iter();
    let built_in = built_in.map(|(by, _)| BuiltIn::NAMES[by.place()]);
    let on = built_in.chain(registered.iter().map(|technique| technique.name));
    // No form of mate distance pruning is heuristic.
    let infos = BuiltIn::registry().into_iter().map(|entry| entry.info);
    let infos = infos.chain(registered::registry().iter().map(|entry| entry.info));
    let heuristic = infos.filter(|info| info.effect == Effect::Heuristic);
    let heuristic: Vec<_> = heuristic.map(|info| info.name).collect();
    on.filter(|name| heuristic.contains(name)).collect()
}
