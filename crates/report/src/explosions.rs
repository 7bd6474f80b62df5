//! Iterations that cost many times as much as the one before, beside a ranking.

use plybench_analysis::{
    explosions::{Explosion, FACTOR, FEWEST_NODES, explosions},
    outcomes::Outcomes,
};
use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    number,
    table::{Cell, Table, of_numbers, of_words},
};

/// Adds the explosions to a document, if there are any, and returns a warning that names the largest.
pub fn add(document: &mut Document, outcomes: &Outcomes) -> Option<String> {
    let found = explosions(outcomes);
    document.values["explosions"] = found.iter().map(json).collect();
    let largest = found.first()?;
    let cost = match found.len() {
        1 => "1 iteration costs".to_owned(),
        several => format!("{several} iterations cost"),
    };
    let warning = format!(
        "{cost} over {FACTOR} times as much as the one before; the largest: {} on {}, depth {}, {} times",
        largest.variant,
        largest.position,
        largest.depth,
        number::ratio(largest.factor())
    );
    document
        .sections
        .push(section(&found[..found.len().min(MOST_SHOWN)]));
    Some(warning)
}

/// So many rows are shown to people, the largest; programs get all.
const MOST_SHOWN: usize = 20;

fn section(found: &[Explosion]) -> Section {
    let table = Table::rows(found).columns([
        of_words("variant", |one| one.variant.into()),
        of_words("position", |one| one.position.into()),
        of_numbers("depth", |one| one.depth.into()),
        of_numbers("nodes before", |one| one.before.into()),
        of_numbers("nodes", |one| one.nodes.into()),
        of_numbers("factor", |one| Cell::Multiple(one.factor())),
    ]);
    let heading = format!("Iterations that cost over {FACTOR} times as much as the one before");
    Section::new(heading, table).with_text(format!(
        "Nodes of each iteration alone, where the one before entered {FEWEST_NODES} or more; the {MOST_SHOWN} largest at most."
    ))
}

fn json(one: &Explosion) -> Value {
    json!({
        "variant": one.variant,
        "position": one.position,
        "depth": one.depth,
        "nodes_before": one.before,
        "nodes": one.nodes,
        "factor": number::significant(one.factor()),
    })
}
