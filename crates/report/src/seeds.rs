//! Other seeds of a published table: the band and the seeds as files, and a band beside an earlier one.

use serde_json::json;

use super::{
    document::{Document, Section},
    number,
    page::{Download, Page},
    table::{Cell, Table, numbers},
};
use plybench_analysis::seed_band::{self, BandRow, SeedRun};
use plybench_text::plural;

/// The band as comma-separated values, a row a depth.
///
/// # Errors
/// If a row cannot be written, which none refuses.
pub fn band_csv(rows: &[BandRow]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}

/// What each seed found, a row a seed and depth.
fn rows_by_seed(runs: &[SeedRun]) -> Table {
    let of_variant = |name| ["score", "nodes", "nodes to PV"].map(|kind| format!("{kind} {name}"));
    let headings = ["seed", "depth"].map(str::to_owned).into_iter();
    let headings = headings.chain(["off", "on"].into_iter().flat_map(of_variant));
    let mut table = Table::new(headings.map(numbers).collect::<Vec<_>>());
    for run in runs {
        for (depth, pair) in (1_u8..).zip(&run.found) {
            let cells = pair.iter().flat_map(|one| {
                let score = one.score.to_string();
                [score.into(), one.nodes.into(), one.nodes_to_pv.into()]
            });
            table.push(
                [u64::from(run.seed).into(), depth.into()]
                    .into_iter()
                    .chain(cells),
            );
        }
    }
    table
}

/// A quantile in whole per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Depths with numbers of seeds: "at depth 14 with 3 seeds, at depth 15 with 57 seeds".
fn depths(found: &[(u8, usize)]) -> String {
    let texts = found
        .iter()
        .map(|(depth, count)| format!("at depth {depth} with {}", plural::count(*count, "seed")));
    texts.collect::<Vec<_>>().join(", ")
}

/// When seeds first score the mate, and which score a longer one before.
pub(super) fn first_mates(rows: &[BandRow]) -> String {
    let found = seed_band::depths_with(rows, |row| row.first_mates);
    let seeds = rows.first().map_or(0, |row| row.seeds);
    let never = seeds - found.iter().map(|(_, count)| count).sum::<usize>();
    let mut sentence = if found.is_empty() {
        "The mate is not scored within these depths".to_owned()
    } else {
        format!("Off and on first score the mate {}", depths(&found))
    };
    if never > 0 && !found.is_empty() {
        sentence.push_str(&format!(", and not within these depths with {never}"));
    }
    let longer = seed_band::depths_with(rows, |row| row.first_longer_mates);
    if !longer.is_empty() {
        sentence.push_str(&format!(
            "; before that, both score a longer mate {}",
            depths(&longer)
        ));
    }
    sentence + "."
}

/// What is counted, after "ratio" or "Nodes".
pub(super) fn to_pv(is_to_pv: bool) -> &'static str {
    if is_to_pv { " to PV" } else { "" }
}

/// The band at the last depth, as a sentence.
pub(super) fn band_sentence(rows: &[BandRow], is_to_pv: bool) -> Option<String> {
    let (row, to_pv) = (rows.last()?, to_pv(is_to_pv));
    let (seeds, depth) = (plural::count(row.seeds, "seed"), row.depth);
    let ratios = [row.median, row.low, row.high, row.published].map(number::ratio);
    let ([median, low, high, published], below) = (ratios, percent(row.published_quantile()));
    Some(format!(
        "With {seeds} of the shuffle, the ratio{to_pv} at depth {depth} has the median {median} and lies between {low} and {high} for \
         90 % of them. The published ratio is {published}; {below} of the seeds are below it."
    ))
}

fn page(rows: &[BandRow], to_pv: bool, command: &str) -> Page {
    Page {
        command: "reproduce --seeds",
        purpose: "Equal moves are shuffled by a seed, and that of the published table's fit was chosen. What do other seeds show?".to_owned(),
        answer: band_sentence(rows, to_pv).into_iter().collect(),
        repeat: vec![(
            command.to_owned(),
            "Searches with 200 seeds and writes this page.".to_owned(),
        )],
        downloads: vec![
            Download::new("band.csv", "the band by depth"),
            Download::new("seeds.csv", "what each seed found"),
        ],
        ..Page::default()
    }
}

/// A band that was just made, beside an earlier one, which may have no rows. The counts are nodes to the principal variation if
/// `to_pv`; `command` repeats the searches.
#[must_use]
pub fn document(
    runs: &[SeedRun],
    rows: &[BandRow],
    earlier: &[BandRow],
    to_pv: bool,
    command: &str,
) -> Document {
    let headings = [
        "depth",
        "5 %",
        "median",
        "95 %",
        "committed 5 %",
        "committed median",
        "committed 95 %",
        "seeds within",
        "published",
        "seeds below",
    ];
    let mut table = Table::new(headings.map(numbers));
    let (mut within, mut all) = (0, 0);
    for row in rows {
        let theirs = earlier.iter().find(|theirs| theirs.depth == row.depth);
        let inside = theirs.map(|band| {
            // The band's ends are rounded to six decimals.
            let holds = |ratio: &f64| band.low - 1e-6 <= *ratio && *ratio <= band.high + 1e-6;
            let ratios = runs.iter().filter_map(|run| run.ratio(row.depth, to_pv));
            ratios.filter(holds).count()
        });
        // Where the band has no width, every seed is within it.
        if theirs.is_some_and(|band| band.low < band.high) {
            within += inside.unwrap_or(0);
            all += row.seeds;
        }
        let of_band = |row: &BandRow| [row.low, row.median, row.high].map(Cell::Ratio);
        let mut cells = vec![row.depth.into()];
        cells.extend(of_band(row));
        cells.extend(theirs.map_or([Cell::Missing, Cell::Missing, Cell::Missing], of_band));
        cells.extend([
            inside
                .map(|inside| format!("{inside} of {}", row.seeds))
                .into(),
            Cell::Ratio(row.published),
            percent(row.published_quantile()).into(),
        ]);
        table.push(cells);
    }
    let seeds = plural::count(runs.len(), "seed");
    let known = earlier.first().map_or(0, |row| row.seeds);
    let comparison = if all == 0 {
        "There is no committed band to compare with.".to_owned()
    } else if known == runs.len() && rows == earlier {
        "This is the committed band, number for number.".to_owned()
    } else {
        format!(
            "{within} of {all} ratios ({}) lie within the committed band, which holds 90 % of {}; only depths are counted at which \
             the ratios differ.",
            percent(within as f64 / all as f64),
            plural::count(known, "seed")
        )
    };
    let counted = self::to_pv(to_pv);
    Document {
        title: format!("Nodes{counted}, on / off, with {seeds} of the shuffle"),
        facts: vec![
            comparison,
            first_mates(rows),
            "\"Seeds below\" is the share of the seeds with a smaller ratio than the published one; those that \
             equal it count half."
                .to_owned(),
        ],
        sections: vec![Section::new("By depth", table)],
        page: page(rows, to_pv, command),
        rows: rows_by_seed(runs),
        values: json!(rows),
        ..Document::default()
    }
}
