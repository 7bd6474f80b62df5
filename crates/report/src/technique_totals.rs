//! What techniques did, as a table and for programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    table::{Cell, Table, numbers, words},
};
use plybench_analysis::technique_totals::TechniqueTotalsByVariant;

/// The columns' headings, which end the counts' names with a hyphen for a space.
const EFFECTS: [&str; 6] = [
    "cuts",
    "skipped",
    "reduced",
    "searched again",
    "extended",
    "searches",
];

/// What the columns mean.
const MEANING: &str = "What techniques did, summed over the positions, each at its depth as above: nodes that a technique cut, moves that it skipped, \
    reduced (and how many of them were searched again without the reduction) and extended, and searches below a node that it \
    asked for. If two techniques act on one move, only the larger effect is counted; of two equal ones, that of the technique \
    which `plybench techniques` lists first.";

/// Adds what techniques did to a document, if there is anything.
pub fn add(document: &mut Document, totals: &TechniqueTotalsByVariant, variants: &[&str]) {
    if let Some(section) = section(totals, variants) {
        document.terms.push(MEANING.to_owned());
        document.sections.push(section);
    }
    document.values["techniques"] = json(totals, variants);
}

/// What techniques did; none if none did anything.
pub(super) fn section(totals: &TechniqueTotalsByVariant, variants: &[&str]) -> Option<Section> {
    let section = Section::new("What techniques did", table(totals, variants));
    (!section.table.is_empty()).then_some(section)
}

/// A row for each technique of each variant.
fn table(totals: &TechniqueTotalsByVariant, variants: &[&str]) -> Table {
    let mut columns = vec![words("variant"), words("technique"), numbers("nodes")];
    columns.extend(EFFECTS.map(numbers));
    let mut table = Table::new(columns);
    for (variant, totals) in variants.iter().zip(&totals.deepest) {
        for technique in totals.techniques() {
            let mut row = vec![(*variant).into(), technique.into(), totals.nodes.into()];
            row.extend(EFFECTS.map(|effect| {
                let effect = effect.replace(' ', "-");
                Cell::from(totals.count(&format!("{technique}.{effect}")))
            }));
            table.push(row);
        }
    }
    table
}

/// The same for programs.
fn json(totals: &TechniqueTotalsByVariant, variants: &[&str]) -> Value {
    let all = variants.iter().zip(&totals.deepest);
    let all = all.filter(|(_, totals)| !totals.counts.is_empty());
    let all = all.map(|(variant, totals)| {
        let counts: BTreeMap<_, _> = totals.counts.iter().cloned().collect();
        json!({ "variant": variant, "positions": totals.positions, "nodes": totals.nodes, "counts": counts })
    });
    all.collect()
}
