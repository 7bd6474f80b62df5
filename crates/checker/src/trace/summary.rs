//! What a search returned: the last line of a trace, and the same of a search that is not recorded.

use std::{collections::BTreeMap, ops::ControlFlow};

use plybench_engine::{
    observe::{self, Counters},
    search::{Compiled, Iteration, Limits, Outcome, Search, Stop},
    techniques::{MateBound, TechniqueId, Techniques},
};
use serde::{Deserialize, Serialize};

use crate::{game::Recorded, rules};

/// What a search returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The completed iterations.
    pub iterations: Vec<Iterated>,
    /// Why it ended.
    pub ended: Ended,
    /// The nodes that were entered.
    pub nodes: u64,
    /// Every counter, by name.
    pub counters: BTreeMap<String, Vec<u64>>,
}

/// A completed iteration.
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
    Asked,
    /// It did not begin: the table did not fit into memory.
    Memory,
}

impl Summary {
    /// What a search returns that is not recorded. A recorded search is one compiled copy of the search among several; the others
    /// have to return the same.
    #[must_use]
    pub fn of_search<G: Recorded, V: Compiled + ?Sized, T: Techniques<G>>(
        search: Search<'_, G, V, T>,
        depth: u8,
        limits: Limits<'_>,
    ) -> Self {
        let (mut iterations, mut counters) = (Vec::new(), Counters::default());
        let outcome =
            search
                .limited(limits)
                .observed_by(&mut counters)
                .to_depth(depth, |iteration, _| {
                    iterations.push(Iterated::of::<G>(iteration));
                    ControlFlow::Continue(())
                });
        Summary::new(iterations, outcome, &counters, None)
    }

    /// The counts of the first of the caller's own techniques become those of the built-in one at the place `stands_for`.
    pub(super) fn new(
        iterations: Vec<Iterated>,
        outcome: Outcome,
        counters: &Counters,
        stands_for: Option<u8>,
    ) -> Self {
        Summary {
            iterations,
            ended: match outcome.stop {
                Stop::Depth => Ended::Depth,
                Stop::Nodes => Ended::Nodes,
                Stop::Requested => Ended::Asked,
                Stop::Memory(_) => Ended::Memory,
            },
            nodes: outcome.nodes,
            counters: by_name(counters, stands_for),
        }
    }
}

impl Iterated {
    /// A completed iteration.
    pub(super) fn of<G: Recorded>(iteration: &Iteration<G::Move>) -> Self {
        Iterated {
            depth: iteration.depth,
            value: iteration.score.raw().into(),
            nodes: iteration.nodes,
            nodes_to_pv: iteration.nodes_to_pv,
            line: iteration.pv.iter().map(|&mv| G::number(mv)).collect(),
        }
    }
}

/// Every counter that is not 0, by name.
fn by_name(counters: &Counters, stands_for: Option<u8>) -> BTreeMap<String, Vec<u64>> {
    let mut all = BTreeMap::new();
    let mut add = |name: String, counts: &[u64]| {
        if counts.iter().any(|&count| count > 0) {
            all.insert(name, counts.to_vec());
        }
    };
    for end in observe::End::ALL {
        add(end.name().to_owned(), &counters.ended_by_ply(end));
    }
    for (bound, side) in [(MateBound::Lower, "lower"), (MateBound::Upper, "upper")] {
        add(format!("closed_{side}"), counters.mdp_cuts_by_ply(bound));
        add(
            format!("narrowed_{side}"),
            &[counters.mdp_narrowed[bound as usize]],
        );
    }
    add("table_hits".to_owned(), &[counters.table_hits]);
    add("table_overwrites".to_owned(), &[counters.table_overwrites]);
    add("cutoffs_by_move".to_owned(), counters.cutoffs_by_move());
    add("cutoffs_by_ply".to_owned(), counters.cutoffs_by_ply());
    for place in 0..TechniqueId::MOST {
        let by = counters.by(TechniqueId::at(place));
        let effects = [
            by.cuts,
            by.narrowed,
            by.skipped,
            by.reduced,
            by.searched_again,
            by.extended,
            by.asked,
        ];
        let place = match stands_for {
            Some(other) if place == rules::COUNT => other.into(),
            _ => place,
        };
        add(format!("technique_{place}"), &effects);
    }
    all
}
