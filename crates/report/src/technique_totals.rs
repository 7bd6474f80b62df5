//! What techniques did, as a table and for programs.

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
const MEANING: &str = "What techniques did, summed over the positions, each at the depths above: nodes that a technique cut, moves that it skipped, \
    reduced (and how many of them were searched again without the reduction) and extended, and searches below a node that it \
    asked for. If two techniques act on one move, only the larger effect is counted; of two equal ones, that of the technique \
    which `plybench techniques` lists first.";

/// Adds what techniques did to a document, if there is anything.
pub fn add(document: &mut Document, totals: &TechniqueTotalsByVariant, variants: &[&str]) {
    let table = table(totals, variants);
    if !table.is_empty() {
        document.facts.push(MEANING.to_owned());
        let section = Section::new("What techniques did", table);
        document.sections.push(section);
    }
    document.values["techniques"] = json(totals, variants);
}

/// A row for each technique of each variant.
#[must_use]
pub(super) fn table(totals: &TechniqueTotalsByVariant, variants: &[&str]) -> Table {
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
        let counts = totals.counts.iter().map(|(name, count)| (name.clone(), json!(count)));
        let counts: serde_json::Map<String, Value> = counts.collect();
        json!({ "variant": variant, "positions": totals.positions, "nodes": totals.nodes, "counts": counts })
    });
    all.collect()
}
