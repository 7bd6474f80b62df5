//! The ratios of a published table with other seeds: as sentences, beside an earlier band, and seed by seed.

use plybench_analysis::{
    counted::count,
    seed_band::{self, BandRow, SeedRun},
};
use plybench_text::plural;

use super::{
    document::Section,
    number,
    published::PublishedReport,
    table::{Cell, Table, named, of_numbers},
};

/// The ends of the band are rounded to six decimals.
const ROUNDING: f64 = 1e-6;

/// The columns of an earlier band.
const OF_EARLIER: [&str; 4] = [
    "committed_low",
    "committed_median",
    "committed_high",
    "seeds_within",
];

/// A quantile in whole per cent.
fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A ratio of a row of a band, if there is one.
fn ratio(row: Option<&BandRow>, of: fn(&BandRow) -> f64) -> Cell {
    Cell::ratio(row.map(of))
}

/// Depths with numbers of seeds: "at depth 14 with 3 seeds, at depth 15 with 57 seeds".
fn depths(found: &[(u8, usize)]) -> String {
    let texts = found
        .iter()
        .map(|(depth, count)| format!("at depth {depth} with {}", plural::count(*count, "seed")));
    texts.collect::<Vec<_>>().join(", ")
}

/// When seeds first score the mate, and which score a longer one before.
fn first_mates(rows: &[&BandRow]) -> String {
    let found = seed_band::depths_with(rows, |row| row.first_mates);
    let seeds = rows.first().map_or(0, |row| row.seeds);
    let never = seeds.saturating_sub(found.iter().map(|(_, count)| count).sum());
    let first = format!("Both variants first score the mate {}", depths(&found));
    let mut sentence = match (found.is_empty(), never) {
        (true, _) => "The mate is not scored within these depths".to_owned(),
        (false, 0) => first,
        (false, _) => format!("{first}, and not within these depths with {never}"),
    };
    let longer = seed_band::depths_with(rows, |row| row.first_longer_mates);
    if !longer.is_empty() {
        sentence.push_str(&format!(
            "; before that, they score a longer mate {}",
            depths(&longer)
        ));
    }
    sentence + "."
}

impl PublishedReport {
    /// The band of the seeds that were searched, as the file that a later experiment names; none if none was.
    ///
    /// # Errors
    /// If a row cannot be written, which none refuses.
    pub fn band_file(&self) -> Result<Option<(String, Vec<u8>)>, csv::Error> {
        if self.seeds.is_empty() {
            return Ok(None);
        }
        let bytes = seed_band::to_csv(self.band())?;
        Ok(Some(("band.csv".to_owned(), bytes)))
    }

    /// The band of seeds by depth; empty if there is none.
    fn band(&self) -> Vec<&BandRow> {
        let rows = self.table.rows.iter();
        rows.filter_map(|row| row.band.as_ref()).collect()
    }

    /// The same depth of the earlier band, and how many ratios lie within it, if the seeds were searched and not read.
    fn earlier(&self, row: &BandRow) -> Option<(&BandRow, usize)> {
        let mut earlier = self.earlier.iter().filter(|_| !self.seeds.is_empty());
        let earlier = earlier.find(|earlier| earlier.depth == row.depth)?;
        let (low, high) = (earlier.low - ROUNDING, earlier.high + ROUNDING);
        let ratios = self.seeds.iter();
        let ratios = ratios.filter_map(|run| run.ratio(row.depth, self.table.is_to_pv));
        let within = ratios.filter(|ratio| (low..=high).contains(ratio));
        Some((earlier, within.count()))
    }

    pub(super) fn last_band(&self) -> Option<&BandRow> {
        self.band().pop()
    }

    /// What is counted, after "ratio".
    fn to_pv(&self) -> &'static str {
        if self.table.is_to_pv { " to PV" } else { "" }
    }

    /// What the seeds show: at the last depth, when they score the mate and, if they were searched and not read, beside an earlier
    /// band.
    pub(super) fn seed_facts(&self) -> Vec<String> {
        let (band, to_pv) = (self.band(), self.to_pv());
        let Some(row) = band.last() else {
            return Vec::new();
        };
        let (seeds, depth) = (plural::count(row.seeds, "seed"), row.depth);
        let ratios = [row.median, row.low, row.high, row.published].map(number::ratio);
        let ([median, low, high, published], below) = (ratios, percent(row.published_quantile()));
        let last = format!(
            "With {seeds} for the order of equal moves, the ratio{to_pv} at depth {depth} has the median {median} and lies between {low} and {high} for \
             90 % of them. The published ratio is {published}; {below} of the seeds are below it."
        );
        let mut facts = vec![last, first_mates(&band)];
        facts.extend(
            self.beside_earlier(&band)
                .filter(|_| !self.seeds.is_empty()),
        );
        facts
    }

    /// How many ratios lie within the earlier band, where it has a width; none if it has none.
    fn beside_earlier(&self, band: &[&BandRow]) -> Option<String> {
        if band.iter().copied().eq(&self.earlier) {
            return Some("This is the committed band, number for number.".to_owned());
        }
        let (mut within, mut all) = (0, 0);
        for row in band {
            if let Some((earlier, found)) = self.earlier(row)
                && earlier.low < earlier.high
            {
                within += found;
                all += row.seeds;
            }
        }
        let Some(earlier) = self.earlier.first().filter(|_| all > 0) else {
            return Some("There is no committed band to compare with.".to_owned());
        };
        let (share, known) = (
            within as f64 / all as f64,
            plural::count(earlier.seeds, "seed"),
        );
        Some(format!(
            "{within} of {all} ratios ({}) lie within the committed band, which holds 90 % of {known}; only depths are counted at \
             which the ratios differ.",
            percent(share)
        ))
    }

    /// The ratios with other seeds by depth.
    pub(super) fn seed_section(&self) -> Option<Section> {
        let (seeds, to_pv) = (self.last_band()?.seeds, self.to_pv());
        // At the others every ratio is 1.
        let differs =
            |row: &&BandRow| row.low < row.high || row.first_mates + row.first_longer_mates > 0;
        let rows = self.band().into_iter().filter(differs);
        let rows = rows.map(|row| (row, self.earlier(row).unzip()));
        let table = Table::rows(rows).columns([
            of_numbers("depth", |(row, _)| row.depth.into()),
            of_numbers("5 %", |(row, _)| Cell::Ratio(row.low)),
            of_numbers("median", |(row, _)| Cell::Ratio(row.median)),
            of_numbers("95 %", |(row, _)| Cell::Ratio(row.high)),
            named(
                OF_EARLIER[0],
                of_numbers("committed 5 %", |(_, (of, _))| ratio(*of, |row| row.low)),
            ),
            named(
                OF_EARLIER[1],
                of_numbers("committed median", |(_, (of, _))| {
                    ratio(*of, |row| row.median)
                }),
            ),
            named(
                OF_EARLIER[2],
                of_numbers("committed 95 %", |(_, (of, _))| ratio(*of, |row| row.high)),
            ),
            named(
                OF_EARLIER[3],
                of_numbers("seeds within", |(_, (_, within))| (*within).into()),
            ),
            of_numbers("published", |(row, _)| Cell::Ratio(row.published)),
            of_numbers("seeds below published", |(row, _)| {
                percent(row.published_quantile()).into()
            }),
            of_numbers("chosen seed", |(row, _)| Cell::ratio(row.chosen)),
            of_numbers("seeds below chosen", |(row, _)| {
                row.chosen_quantile().map(percent).into()
            }),
            of_numbers("first score the mate", |(row, _)| row.first_mates.into()),
            of_numbers("first score a longer one", |(row, _)| {
                row.first_longer_mates.into()
            }),
        ]);
        let table = match self.seeds.is_empty() || self.earlier.is_empty() {
            true => table.hiding(&OF_EARLIER),
            false => table,
        };
        Some(Section::new("Other seeds", table).with_text(format!(
            "Equal moves are shuffled by a seed. Here are the ratios{to_pv} with {seeds} seeds. \"Seeds below\" is the share of the \
             seeds with a smaller ratio; those that equal it count half. At the depths that are left out every ratio is 1."
        )))
    }
}

/// What each seed found, a row a seed and depth.
pub(super) fn rows_by_seed(runs: &[SeedRun]) -> Table {
    let rows = runs.iter().flat_map(|run| {
        let depths = (1_u8..).zip(&run.found);
        depths.map(|(depth, [off, on])| (run.seed, depth, off, on))
    });
    Table::rows(rows).columns([
        of_numbers("seed", |(seed, ..)| u64::from(*seed).into()),
        of_numbers("depth", |(_, depth, ..)| (*depth).into()),
        of_numbers("score off", |(.., off, _)| off.score.to_string().into()),
        of_numbers("nodes off", |(.., off, _)| off.nodes.into()),
        of_numbers("nodes to PV off", |(.., off, _)| count(off, true).into()),
        of_numbers("score on", |(.., on)| on.score.to_string().into()),
        of_numbers("nodes on", |(.., on)| on.nodes.into()),
        of_numbers("nodes to PV on", |(.., on)| count(on, true).into()),
    ])
}
