//! What a search returned: the last line of a trace, and the same of a search that is not recorded.

use std::{collections::BTreeMap, ops::ControlFlow};

use plybench_engine::{
    game::Game,
    observe::{self, Counters},
    search::{Iteration, Outcome, Stop},
    techniques::{MateBound, TechniqueId},
};
use serde::{Deserialize, Serialize};

use super::End;
use crate::{game::Recorded, rules};

/// Receives each completed iteration; may end the search.
pub(super) type Report<'r, G> = dyn FnMut(&Iteration<<G as Game>::Move>) -> ControlFlow<()> + 'r;

/// What a search returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The iterations that were completed, from depth 1 on.
    pub iterations: Vec<Iterated>,
    /// Why there were no more iterations.
    pub ended: Ended,
    /// The nodes that were entered.
    pub nodes: u64,
    /// Every counter, by name.
    pub counters: BTreeMap<String, Vec<u64>>,
}

/// What a completed iteration returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iterated {
    /// Its depth, in plies.
    pub depth: u8,
    /// The root's value: centipawns, or 30000 minus the plies to the mate.
    pub value: i32,
    /// Nodes entered since the search began.
    pub nodes: u64,
    /// The same count when the best line last changed.
    pub nodes_to_pv: u64,
    /// The best line, as move numbers.
    pub line: Vec<u16>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// It completed the last iteration.
    Depth,
    /// It reached the node limit.
    Nodes,
    /// Somebody stopped it. Such a trace cannot be checked: when it was stopped is not part of it.
    #[serde(rename = "asked")]
    Interrupted,
    /// It did not begin: the table did not fit into memory.
    Memory,
}

impl Summary {
    /// What a search returns that is not recorded, given how it is run with counters and with what receives its iterations. A
    /// recorded search is one compiled copy of the search among several; the others have to return the same.
    #[must_use]
    pub fn of_search<G: Recorded>(
        run: impl FnOnce(&mut Counters, &mut Report<'_, G>) -> Outcome,
    ) -> Self {
        Summary::standing_for::<G>(None, run)
    }

    /// The counts of the first of the caller's own techniques become those of the built-in one at the place `stands_for`.
    pub(super) fn standing_for<G: Recorded>(
        stands_for: Option<u8>,
        run: impl FnOnce(&mut Counters, &mut Report<'_, G>) -> Outcome,
    ) -> Self {
        let (mut counters, mut iterations) = (Counters::default(), Vec::new());
        let outcome = run(&mut counters, &mut |iteration| {
            iterations.push(Iterated {
                depth: iteration.depth,
                value: iteration.score.raw().into(),
                nodes: iteration.nodes,
                nodes_to_pv: iteration.nodes_to_pv,
                line: iteration.pv.iter().map(|&mv| G::number(mv)).collect(),
            });
            ControlFlow::Continue(())
        });
        Summary {
            iterations,
            ended: match outcome.stop {
                Stop::Depth => Ended::Depth,
                Stop::Nodes => Ended::Nodes,
                Stop::Requested => Ended::Interrupted,
                Stop::Memory(_) => Ended::Memory,
            },
            nodes: outcome.nodes,
            counters: by_name(&counters, stands_for),
        }
    }
}

/// Counts by name, without those that are 0. They come in the order of [`End::ALL`], of [`OTHERS`], and of the techniques' places.
pub(crate) fn named(counts: impl IntoIterator<Item = Vec<u64>>) -> BTreeMap<String, Vec<u64>> {
    let ends = End::ALL.iter().map(|end| end.name().to_owned());
    let others = OTHERS.map(str::to_owned);
    let techniques = (0..).map(|place: u8| format!("technique_{place}"));
    let all = ends.chain(others).chain(techniques).zip(counts);
    all.filter(|(_, counts)| counts.iter().any(|&count| count > 0))
        .collect()
}

/// The counters that are neither of an end nor of a technique.
pub(crate) const OTHERS: [&str; 8] = [
    "closed_lower",
    "closed_upper",
    "narrowed_lower",
    "narrowed_upper",
    "table_hits",
    "table_overwrites",
    "cutoffs_by_move",
    "cutoffs_by_ply",
];

/// Every counter that is not 0, by name.
fn by_name(counters: &Counters, stands_for: Option<u8>) -> BTreeMap<String, Vec<u64>> {
    let ends = observe::End::ALL.map(|end| counters.ended_by_ply(end).to_vec());
    let closed = [MateBound::Lower, MateBound::Upper].map(|bound| counters.mdp_cuts_by_ply(bound));
    let [lower, upper] = counters.mdp_narrowed;
    let single = [lower, upper, counters.table_hits, counters.table_overwrites];
    let cutoffs = [counters.cutoffs_by_move(), counters.cutoffs_by_ply()];
    let others = closed.map(<[u64]>::to_vec).into_iter();
    let others = others.chain(single.map(|count| vec![count]));
    let others = others.chain(cutoffs.map(<[u64]>::to_vec));
    let mut techniques: Vec<Vec<u64>> = (0..TechniqueId::MOST)
        .map(|place| {
            let by = counters.by(TechniqueId::at(place));
            vec![
                by.cuts,
                by.narrowed,
                by.skipped,
                by.reduced,
                by.searched_again,
                by.extended,
                by.asked,
            ]
        })
        .collect();
    if let Some(place) = stands_for {
        techniques.swap(rules::COUNT, place.into());
    }
    named(ends.into_iter().chain(others).chain(techniques))
}
