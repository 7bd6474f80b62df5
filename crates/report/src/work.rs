//! Nodes and expansions of all variants, side by side, where some have no ratio to the others.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    table::{Cell, Table, of_numbers, of_words},
};
use plybench_analysis::work::Work;

/// How to read the table.
const MEANING: &str = "Sums over positions, each up to the last iteration that the variant completed. Nodes are those of alpha-beta searches, as each \
    program counts them; expansions and created positions are those of proof-number searches. One is no measure of the other.";

/// Adds the work of these variants to a document.
pub fn add(document: &mut Document, variants: &[&str], work: &[Work]) {
    document.sections.push(section(variants, work));
    let rows = variants.iter().zip(work);
    document.values["work"] = rows.map(|(variant, work)| json(variant, work)).collect();
}

pub(super) fn section(variants: &[&str], work: &[Work]) -> Section {
    let table = Table::rows(variants.iter().zip(work)).columns([
        of_words("variant", |(variant, _)| (**variant).into()),
        of_numbers("positions", |(_, work)| work.positions.into()),
        of_numbers("nodes", |(_, work)| Cell::from(work.nodes)),
        of_numbers("expansions", |(_, work)| Cell::from(work.expansions)),
        of_numbers("created", |(_, work)| Cell::from(work.created)),
    ]);
    Section::new("Nodes and expansions", table).with_text(MEANING)
}

fn json(variant: &str, work: &Work) -> Value {
    json!({
        "variant": variant,
        "positions": work.positions,
        "nodes": work.nodes,
        "expansions": work.expansions,
        "created": work.created,
    })
}
