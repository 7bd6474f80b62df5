//! The search agrees with the reference search, which is written from the documents, in every iteration's value, line and node
//! counts.

use std::{cell::OnceCell, collections::BTreeSet};

use plybench_checker::trace::{Iterated, Observed, Summary, record};
use plybench_engine::{game::chess::Chess, search::SearchOptions, techniques::BuiltIn};
use serde_json::json;

use super::{
    positions::{CHESS, Visit, positions, visit},
    reference,
    settings::{Axis, Case, Random, axes, describe, is_active, options, pairwise},
};

/// The iterations that the search completes within 1,500 nodes, from the end of its trace: the search with a recorder is compiled
/// for the other tests too.
fn searched<G: Observed>(root: &G, options: &SearchOptions) -> Vec<Iterated> {
    let trace = record(root, options, 12, Some(1_500), Vec::new()).unwrap();
    let summary = trace.windows(2).rposition(|end| end == b"\0{").unwrap();
    let summary: Summary = serde_json::from_slice(&trace[summary + 1..]).unwrap();
    summary.iterations
}

/// The iterations of the search, if the reference predicts them; else the first one that differs.
struct Compared<'o>(&'o SearchOptions);

impl Visit for Compared<'_> {
    type Result = Result<Vec<Iterated>, String>;

    fn visit<G: Observed>(&self, root: &G, text: &str) -> Self::Result {
        let found = searched(root, self.0);
        let depth = found.last().map_or(0, |iteration| iteration.depth);
        let settings = serde_json::to_value(self.0).unwrap();
        let expected = reference::search(root, &settings, depth).unwrap();
        match expected.iter().zip(&found).find(|(a, b)| a != b) {
            Some((expected, found)) => Err(format!(
                "  {text}\n  reference {expected:?}\n  search    {found:?}"
            )),
            None => Ok(found),
        }
    }
}

fn at_position(number: usize, options: &SearchOptions) -> Result<Vec<Iterated>, String> {
    visit(number, &Compared(options))
}

/// What differs at a position, in the case with as many settings at their defaults as possible that still differs there.
fn smallest(axes: &[Axis], case: &Case, position: usize) -> Option<String> {
    at_position(position, &options(axes, case)).err()?;
    let mut smallest = case.clone();
    for axis in (0..axes.len()).rev() {
        let mut simpler = smallest.clone();
        simpler[axis] = 0;
        if at_position(position, &options(axes, &simpler)).is_err() {
            smallest = simpler;
        }
    }
    let differs = at_position(position, &options(axes, &smallest)).err()?;
    Some(format!("{}\n{differs}", describe(axes, &smallest)))
}

/// Compares all positions in every case. Panics with the first few that differ.
fn assert_agree(axes: &[Axis], cases: &[Case]) {
    let differing: Vec<String> = cases
        .iter()
        .flat_map(|case| (0..positions()).filter_map(|number| smallest(axes, case, number)))
        .take(3)
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_pair_of_settings_agrees() {
    let axes = axes();
    assert_agree(&axes, &pairwise(&axes));
}

#[test]
fn random_settings_agree() {
    let axes = axes();
    let mut random = Random(2);
    let cases: Vec<Case> = (0..500).map(|_| random.case(&axes)).collect();
    assert_agree(&axes, &cases);
}

/// What never shows. The first two need the table; the scopes are those of all nodes at which the technique acts; the guard of a
/// verification needs deeper searches than these.
const IDLE: [&str; 6] = [
    "ordering.table-move=true",
    "techniques.mate-distance=\"mate-holds\"",
    "techniques.reverse-futility.scope={\"at-nodes\":\"null-window\"}",
    "techniques.null-move.verify-by=\"guarded\"",
    "techniques.late-move-pruning.scope={\"at-nodes\":\"null-window\"}",
    "techniques.multi-cut.scope={\"at-nodes\":\"null-window\"}",
];

/// Without this, the tests above could agree on searches in which nothing happens.
#[test]
fn every_value_acts() {
    let axes = axes();
    let mut idle = BTreeSet::new();
    for (number, axis) in axes.iter().enumerate() {
        idle.extend((1..axis.values.len()).map(|value| (number, value)));
    }
    let name = |&(axis, value): &(usize, usize)| {
        format!("{}={}", axes[axis].name, axes[axis].values[value])
    };
    let mut random = Random(3);
    for _ in 0..4_000 {
        let waiting: Vec<_> = idle
            .iter()
            .copied()
            .filter(|value| !IDLE.contains(&name(value).as_str()))
            .collect();
        if waiting.is_empty() {
            break;
        }
        let mut case = random.case(&axes);
        // One that has not acted yet, with its technique on: there are too many to wait for chance.
        let (axis, value) = waiting[random.below(waiting.len())];
        case[axis] = value;
        let of = axes[axis].of.clone().unwrap_or_default();
        // Half the time without the other techniques, which may leave it nothing to do.
        let alone = !of.is_empty() && random.below(2) == 0;
        for (place, axis) in axes.iter().enumerate() {
            let is_switch = axis.name.starts_with("techniques.") && axis.of.is_none();
            if axis.name == of {
                case[place] = case[place].max(1);
            } else if alone && is_switch {
                case[place] = 0;
            }
        }
        let tried = idle
            .clone()
            .into_iter()
            .filter(|&(axis, value)| case[axis] == value && is_active(&axes, &case, axis));
        // All of them are compared with the same searches.
        let of_case = vec![OnceCell::new(); positions()];
        for (axis, value) in tried {
            let mut without = case.clone();
            without[axis] = 0;
            let without = options(&axes, &without);
            let differs = |position: usize| {
                let searched = || at_position(position, &options(&axes, &case)).unwrap();
                let with = of_case[position].get_or_init(searched);
                let without = at_position(position, &without).unwrap();
                with.iter().zip(&without).any(|(a, b)| a != b)
            };
            if (0..positions()).any(differs) {
                idle.remove(&(axis, value));
            }
        }
    }
    let idle: Vec<String> = idle.iter().map(name).collect();
    assert_eq!(idle, IDLE);
}

#[test]
fn what_is_not_covered_is_named() {
    let refused = |section: &str, key: &str, value| {
        let mut settings = serde_json::to_value(SearchOptions::default()).unwrap();
        settings[section][key] = value;
        let root = Chess::from_fen(CHESS[0]).unwrap();
        reference::search(&root, &settings, 1).err()
    };
    let refused_table = refused("table", "size", json!({ "entries": 16 }));
    assert_eq!(refused_table.as_deref(), Some("table"));
    for &name in &BuiltIn::NAMES[1..] {
        let is_covered = reference::COVERED.contains(&name);
        let expected = Some(name.to_owned()).filter(|_| !is_covered);
        assert_eq!(refused("techniques", name, json!(true)), expected);
    }
}
