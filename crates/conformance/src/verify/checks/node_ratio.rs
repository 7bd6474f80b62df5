//! The saving: a form of mate distance pruning enters no more nodes than the search without, and as few
//! as the form that it claims to be.
//!
//! A rule that is merely weak changes no score. Weiss lost half of its mate distance pruning in a
//! refactoring that changed neither its bench nor its playing strength (TerjeKir/weiss, pull request
//! 757); only the nodes of positions with mates show it.

use plybench_engine::{
    search::SearchOptions,
    techniques::{BuiltIn, Effect, MateDistance},
};

use super::{
    BARE, Case, Check, Findings, Material, NULL_WINDOWS, ObservedIteration, Part, TestedSearcher,
};

pub(super) const CHECK: Check = Check {
    name: "node-ratio",
    holds: "an exact form of mate distance pruning enters no more nodes than none, and every form within 1 % as few as it should",
    applies: |subject| subject.saves_like.is_some(),
    sees: &[Part::MateDistance],
    run,
};

/// The share of additional nodes that is tolerated.
const TOLERANCE: f64 = 0.01;

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let Some(form) = subject.saves_like else {
        return;
    };
    for base in [BARE, NULL_WINDOWS] {
        let (mut entered, mut expected, mut off) = (0, 0, 0);
        for ending in &material.endings {
            let Some((_, plies)) = ending.mate() else {
                continue;
            };
            let depth = plies as u8 + 2;
            let nodes =
                |seen: &[ObservedIteration]| seen.last().map_or(0, |seen| seen.iteration.nodes);
            let unaltered = |mate_distance| {
                let techniques = BuiltIn {
                    mate_distance,
                    ..subject.techniques
                };
                let options = SearchOptions { techniques, ..base };
                nodes(&material.reference(&ending.root, &options, depth))
            };
            entered += nodes(&subject.iterations(&ending.root, &base, depth));
            expected += unaltered(form);
            off += unaltered(MateDistance::Off);
        }
        let limit = (expected as f64 * (1.0 + TOLERANCE)) as u64;
        // A narrower window never adds nodes to a search without memory. A table that serves deeper
        // entries, or a technique that changes values, makes nodes jump either way.
        let is_clamp = subject.effect == Effect::Exact;
        let more_than_none = is_clamp && base == BARE && entered > off;
        found.record(entered <= limit && !more_than_none, || {
            Case::new(subject, &base, &material.endings[0].root).wrong_at(6, format!(
                "over all endings {entered} nodes ({:.3} of none); {} should enter {expected} ({:.3})",
                entered as f64 / off as f64,
                form.name(),
                expected as f64 / off as f64
            ))
        });
    }
}
