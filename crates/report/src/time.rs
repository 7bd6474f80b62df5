//! What the nodes of each variant cost in time: half of the nodes at twice the price save nothing.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    table::{Cell, Table, named, of_numbers, of_words},
};
use plybench_analysis::{ranking::Ranking, seconds::Seconds};

/// How the table is read.
const MEANING: &str = "Seconds of the searches to the compared depths, summed over the positions that have recorded times of both. Jobs that ran at \
    once disturbed each other, and machines differ: ratios of variants that take turns on one machine say more than seconds, and nodes \
    alone are the same everywhere. `ns a node`: nanoseconds, of the variant and of what it is compared with.";

/// Adds the time of each row of a ranking to a document. Given a variant and a position, `times` returns the job's seconds at the end of
/// iteration 1, 2, …. Returns whether any row has times.
pub fn add<'t>(
    document: &mut Document,
    ranking: &Ranking,
    times: impl Fn(&str, &str) -> Option<&'t [f64]> + Copy,
) -> bool {
    let rows = ranking.rows.iter().filter_map(|row| {
        let seconds = Seconds::of(&row.comparison, times)?;
        Some((row.comparison.b, seconds))
    });
    let rows: Vec<(&str, Seconds)> = rows.collect();
    let values = rows.iter().map(|(variant, seconds)| {
        json!({
            "variant": variant, "seconds": seconds.b, "ratio": seconds.ratio(), "positions": seconds.positions,
            "nanoseconds_a_node": seconds.nanoseconds_a_node(),
        })
    });
    document.values["seconds"] = values.collect::<Value>();
    let has_rows = !rows.is_empty();
    document
        .sections
        .push(Section::new("Time", table(rows)).with_text(MEANING));
    has_rows
}

fn table(rows: Vec<(&str, Seconds)>) -> Table {
    Table::rows(rows).columns([
        of_words("variant", |(variant, _)| (*variant).into()),
        of_numbers("positions", |(_, of)| of.positions.into()),
        of_numbers("seconds", |(_, of)| Cell::Seconds(of.b)),
        of_numbers("ratio", |(_, of)| Cell::ratio(of.ratio())),
        of_numbers("ns a node", |(_, of)| {
            of.nanoseconds_a_node().map(Cell::Multiple).into()
        }),
        named(
            "baseline_ns_a_node",
            of_numbers("of the baseline", |(_, of)| {
                of.swapped().nanoseconds_a_node().map(Cell::Multiple).into()
            }),
        ),
    ])
}
