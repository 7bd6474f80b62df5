//! Other seeds of the published table: the band and the seeds as files, and a band beside the committed one.

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
    let mut table = Table::new([
        numbers("seed"),
        numbers("depth"),
        numbers("score off"),
        numbers("nodes off"),
        numbers("nodes to PV off"),
        numbers("score on"),
        numbers("nodes on"),
        numbers("nodes to PV on"),
    ]);
    for run in runs {
        for (depth, (off, on)) in (1_u8..).zip(run.off.iter().zip(&run.on)) {
            table.push([
                u64::from(run.seed).into(),
                depth.into(),
                off.score.to_string().into(),
                off.nodes.into(),
                off.nodes_to_pv.into(),
                on.score.to_string().into(),
                on.nodes.into(),
                on.nodes_to_pv.into(),
            ]);
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

fn page(rows: &[BandRow]) -> Page {
    let answer = rows.last().map(|row| {
        format!(
            "With {} of the shuffle, the ratio to PV at depth {} has the median {} and lies between {} and {} for 90 % of them. The published \
             ratio is {}; {} of the seeds are below it.",
            plural::count(row.seeds, "seed"),
            row.depth,
            number::ratio(row.median),
            number::ratio(row.low),
            number::ratio(row.high),
            number::ratio(row.published),
            percent(row.published_quantile())
        )
    });
    Page {
        command: "reproduce --seeds",
        purpose: "Equal moves are shuffled by a seed, and that of the published table's fit was chosen. What do other seeds show?".to_owned(),
        answer: answer.into_iter().collect(),
        repeat: vec![(
            "plybench reproduce --seeds 200 --out seeds".to_owned(),
            "Searches with 200 seeds and writes this page.".to_owned(),
        )],
        downloads: vec![
            Download::new("band.csv", "the band by depth"),
            Download::new("seeds.csv", "what each seed found"),
        ],
        ..Page::default()
    }
}

/// A band that was just made, beside the committed one.
#[must_use]
pub fn document(runs: &[SeedRun], rows: &[BandRow], committed: &[BandRow]) -> Document {
    let mut table = Table::new([
        numbers("depth"),
        numbers("5 %"),
        numbers("median"),
        numbers("95 %"),
        numbers("committed 5 %"),
        numbers("committed median"),
        numbers("committed 95 %"),
        numbers("seeds within"),
        numbers("published"),
        numbers("seeds below"),
    ]);
    let (mut within, mut all) = (0, 0);
    for row in rows {
        let theirs = committed.iter().find(|theirs| theirs.depth == row.depth);
        let ratios: Vec<f64> = runs
            .iter()
            .filter_map(|run| Some(run.ratio(row.depth)?.ratio()))
            .collect();
        let inside = theirs.map(|band| {
            // The band's ends are rounded to six decimals.
            let holds = |ratio: &&f64| band.low - 1e-6 <= **ratio && **ratio <= band.high + 1e-6;
            ratios.iter().filter(holds).count()
        });
        // Where the band has no width, every seed is within it.
        let has_width = theirs.is_some_and(|band| band.low < band.high);
        if let Some(inside) = inside.filter(|_| has_width) {
            within += inside;
            all += ratios.len();
        }
        table.push([
            Cell::Count(row.depth.into()),
            Cell::Ratio(row.low),
            Cell::Ratio(row.median),
            Cell::Ratio(row.high),
            Cell::ratio(theirs.map(|row| row.low)),
            Cell::ratio(theirs.map(|row| row.median)),
            Cell::ratio(theirs.map(|row| row.high)),
            inside
                .map(|inside| format!("{inside} of {}", ratios.len()))
                .into(),
            Cell::Ratio(row.published),
            percent(row.published_quantile()).into(),
        ]);
    }
    let seeds = plural::count(runs.len(), "seed");
    let known = committed.first().map_or(0, |row| row.seeds);
    let comparison = if all == 0 {
        "There is no committed band to compare with.".to_owned()
    } else if known == runs.len() && rows == committed {
        "This is the committed band, number for number.".to_owned()
    } else {
        format!(
            "{within} of {all} ratios ({}) lie within the committed band, which holds 90 % of {}; only depths are counted at which \
             the ratios differ.",
            percent(within as f64 / all as f64),
            plural::count(known, "seed")
        )
    };
    Document {
        title: format!("Nodes to PV, on / off, with {seeds} of the shuffle"),
        facts: vec![
            comparison,
            first_mates(rows),
            "\"Seeds below\" is the share of the seeds with a smaller ratio than the published one; those that \
             equal it count half."
                .to_owned(),
        ],
        sections: vec![Section::new("By depth", table)],
        page: page(rows),
        rows: rows_by_seed(runs),
        values: json!(rows),
        ..Document::default()
    }
}
