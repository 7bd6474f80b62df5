//! What techniques did, as a table and for programs.

use serde_json::{Value, json};

use super::{
    document::Document,
    grid::{Grid, numbers, words},
    number::Reader,
};
use crate::analysis::acts::AllActs;

/// The ends of the counts' names, and the columns' names.
const ACTS: [(&str, &str); 6] = [
    ("cuts", "cuts"),
    ("skipped", "skipped"),
    ("reduced", "reduced"),
    ("searched-again", "searched again"),
    ("extended", "extended"),
    ("searches", "searches"),
];

/// What the columns mean.
const MEANING: &str = "What techniques did, summed over the positions, each at the depths above: nodes that a technique cut, moves that it skipped, \
    reduced (and how many of them were searched again without the reduction) and extended, and searches below a node that it \
    asked for. Where two act on one move, the larger effect is counted, the first of `plybench techniques` if they are equal.";

/// Adds the table to a document, if there is anything in it.
pub fn add(document: &mut Document, acts: &AllActs, variants: &[&str]) {
    let grid = grid(acts, variants, Reader::Person);
    if !grid.is_empty() {
        document.facts.push(MEANING.to_owned());
        document
            .sections
            .push(("What techniques did".to_owned(), grid));
    }
}

/// A row for each technique of each variant.
#[must_use]
pub(super) fn grid(acts: &AllActs, variants: &[&str], reader: Reader) -> Grid {
    let mut columns = vec![words("variant"), words("technique"), numbers("nodes")];
    columns.extend(ACTS.map(|(_, name)| numbers(name)));
    let mut grid = Grid::new(columns);
    for (variant, acts) in variants.iter().zip(&acts.deepest) {
        for technique in acts.techniques() {
            let mut row = vec![
                (*variant).to_owned(),
                technique.to_owned(),
                acts.nodes.to_string(),
            ];
            row.extend(ACTS.map(|(act, _)| {
                let count = acts.count(&format!("{technique}.{act}"));
                count.map_or_else(|| reader.none().to_owned(), |count| count.to_string())
            }));
            grid.push(row);
        }
    }
    grid
}

/// The same for programs.
#[must_use]
pub fn json(acts: &AllActs, variants: &[&str]) -> Value {
    let all = variants.iter().zip(&acts.deepest);
    let all = all.filter(|(_, acts)| !acts.counts.is_empty());
    let all = all.map(|(variant, acts)| {
        let counts = acts.counts.iter().map(|(name, count)| (name.clone(), json!(count)));
        let counts: serde_json::Map<String, Value> = counts.collect();
        json!({ "variant": variant, "positions": acts.positions, "nodes": acts.nodes, "counts": counts })
    });
    all.collect()
}
