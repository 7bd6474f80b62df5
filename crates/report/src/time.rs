//! What the nodes of each variant cost in time: half of the nodes at twice the price save nothing.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    table::{Cell, Table, named, numbers, of_numbers, of_words, words},
};
use plybench_analysis::{mate_finding::MateFinding, ranking::Ranking, seconds::Seconds};
use plybench_records::PositionRecord;

/// How the table is read.
const MEANING: &str = "Seconds of the searches to the compared depths, summed over the positions that have recorded times of both. Jobs that ran at \
    once disturbed each other, and machines differ: ratios of variants that take turns on one machine say more than seconds, and nodes \
    alone are the same everywhere. `ns a node`: nanoseconds, of the variant and of what it is compared with.";

/// How the table of proofs is read.
const MEANING_OF_PROOFS: &str = "From the start of the search to the proof of the claimed mate, by its length in moves: medians over all positions of \
    that length, where a position without a proof counts as slower than any other; none if a proof has no recorded time. Times are the one unit of \
    searches that count different things; those of other programs include the communication with them.";

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

/// Adds the time to the proofs of mates, of all variants, to a document, if there is any. Returns whether there is.
pub fn add_proofs<'t>(
    document: &mut Document,
    found: &MateFinding,
    times: impl Fn(&str, &str) -> Option<&'t [f64]> + Copy,
) -> bool {
    let lengths = found.lengths();
    let by_length = lengths.iter().map(|length| numbers(format!("M{length}")));
    let mut table = Table::new([words("variant")].into_iter().chain(by_length));
    let (mut values, mut has_times) = (Vec::new(), false);
    for (at, (name, _)) in found.variants.iter().enumerate() {
        let milliseconds = lengths.iter().map(|length| {
            let is_in =
                |position: &PositionRecord| position.dtm.map(i32::unsigned_abs) == Some(*length);
            let seconds = found.seconds_to_proof(at, is_in, times);
            (*length, seconds.map(|seconds| seconds * 1e3))
        });
        let milliseconds: Vec<(u32, Option<f64>)> = milliseconds.collect();
        has_times |= milliseconds.iter().any(|(_, one)| one.is_some());
        values.extend(milliseconds.iter().map(|(length, milliseconds)| {
            json!({ "variant": name, "mate_in": length, "milliseconds": milliseconds })
        }));
        let cells = milliseconds.into_iter().map(|(_, one)| Cell::ratio(one));
        table.push([Cell::from(*name)].into_iter().chain(cells));
    }
    if has_times {
        document.values["milliseconds_to_proof"] = values.into();
        let section = Section::new("Milliseconds to the proof", table);
        document.sections.push(section.with_text(MEANING_OF_PROOFS));
    }
    has_times
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
