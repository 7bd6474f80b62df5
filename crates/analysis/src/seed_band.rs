//! How much the ratio of a published table depends on one choice: the seed by which equal moves are shuffled.
//!
//! A seed that was found by fitting comes close to the published ratios, which shows little. Many seeds show more: at each depth
//! their median, the band that contains 90 % of them, and where the published ratio lies among them. All ratios count as the
//! published ones do.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{counted::count, log_ratio::LogRatio, spread::quantile};
use plybench_records::{Iteration, ScoreRecord};

/// What the searches with one seed found, without and with the pruning.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedRun {
    /// The seed by which equal moves were shuffled, from 1.
    pub seed: u32,
    /// Without and with the pruning, at depth 1, 2, ….
    pub found: Vec<[Iteration; 2]>,
}

impl SeedRun {
    fn nodes(&self, depth: u8, to_pv: bool) -> Option<[u64; 2]> {
        let found = self.found.get(usize::from(depth).checked_sub(1)?)?;
        Some(found.each_ref().map(|one| count(one, to_pv)))
    }

    /// Returns the ratio on / off of all nodes, or of nodes to the principal variation, at a depth that both completed.
    #[must_use]
    pub fn ratio(&self, depth: u8, to_pv: bool) -> Option<f64> {
        let [off, on] = self.nodes(depth, to_pv)?;
        Some(on as f64 / off as f64)
    }

    /// Returns the first depth at which both scores are the mate that the last depth has without the pruning.
    #[must_use]
    pub fn first_mate(&self) -> Option<u8> {
        let mate = self.found.last()?[0].score;
        self.first(|score| mate.is_mate() && score == mate)
    }

    /// Returns the first depth at which both scores are a mate, if that is not [`first_mate`](Self::first_mate). Such a mate is
    /// longer; it comes from deeper table entries.
    #[must_use]
    pub fn first_longer_mate(&self) -> Option<u8> {
        let depth = self.first(ScoreRecord::is_mate)?;
        (Some(depth) != self.first_mate()).then_some(depth)
    }

    /// Returns the first depth at which `holds` is true of both scores.
    fn first(&self, holds: impl Fn(ScoreRecord) -> bool) -> Option<u8> {
        let mut found = (1..).zip(&self.found);
        let found = found.find(|(_, pair)| pair.iter().all(|one| holds(one.score)));
        found.map(|(depth, _)| depth)
    }
}

/// The ratios of all seeds at one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BandRow {
    /// Nominal depth in plies.
    pub depth: u8,
    /// The number of seeds.
    pub seeds: usize,
    /// The 5 % quantile of their ratios.
    pub low: f64,
    /// The median of their ratios.
    pub median: f64,
    /// The 95 % quantile of their ratios.
    pub high: f64,
    /// The published ratio on / off, rounded to six decimals.
    pub published: f64,
    /// The number of seeds with a smaller ratio than the published one.
    pub below_published: usize,
    /// The number of seeds with the same ratio as the published one.
    pub at_published: usize,
    /// The ratio of the variant's own seed, if it is among the seeds.
    pub chosen: Option<f64>,
    /// The number of seeds with a smaller ratio than the variant's own seed.
    pub below_chosen: Option<usize>,
    /// The number of seeds with the same ratio as the variant's own seed, including that seed.
    pub at_chosen: Option<usize>,
    /// The number of seeds for which this is the first depth at which both searches, without and with the pruning, score the mate.
    pub first_mates: usize,
    /// The number of seeds for which this is the first depth at which both searches score a mate, and that mate is longer.
    pub first_longer_mates: usize,
}

impl BandRow {
    /// Returns the share of seeds below the published ratio. Seeds that equal it count half.
    #[must_use]
    pub fn published_quantile(&self) -> f64 {
        self.quantile(self.below_published, self.at_published)
    }

    /// Returns the share of seeds below the ratio of the variant's own seed. Seeds that equal it count half.
    #[must_use]
    pub fn chosen_quantile(&self) -> Option<f64> {
        Some(self.quantile(self.below_chosen?, self.at_chosen?))
    }

    fn quantile(&self, below: usize, equal: usize) -> f64 {
        (2 * below + equal) as f64 / (2 * self.seeds) as f64
    }
}

/// Rounds a ratio to the six decimals that are stored.
fn rounded(ratio: f64) -> f64 {
    (ratio * 1e6).round() / 1e6
}

/// Returns the numbers of ratios that are smaller than one, and that equal it. Without rounding.
fn place([off, on]: [u64; 2], seeds: &[[u64; 2]]) -> (usize, usize) {
    let times = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let orders = seeds
        .iter()
        .map(|seed| times(seed[1], off).cmp(&times(on, seed[0])));
    let count = |wanted| orders.clone().filter(|order| *order == wanted).count();
    (count(Ordering::Less), count(Ordering::Equal))
}

/// Returns the band's rows for the depths that every seed completed, ascending; no rows without a seed. `published` has depths
/// with the published nodes off and on, which count to the principal variation if `to_pv`.
pub fn rows(
    runs: &[SeedRun],
    published: impl IntoIterator<Item = (u8, [u64; 2])>,
    chosen: Option<u32>,
    to_pv: bool,
) -> Vec<BandRow> {
    let own = runs.iter().find(|run| Some(run.seed) == chosen);
    let row = |(depth, published): (u8, [u64; 2])| {
        let nodes = |run: &SeedRun| run.nodes(depth, to_pv);
        let seeds: Vec<[u64; 2]> = runs.iter().map(nodes).collect::<Option<_>>()?;
        let ratios = seeds.iter().map(|[off, on]| LogRatio::of(*on, *off));
        let mut ratios: Vec<LogRatio> = ratios.collect::<Option<_>>()?;
        if ratios.is_empty() {
            return None;
        }
        ratios.sort_unstable();
        let percent = |percent| rounded(quantile(&ratios, percent).ratio());
        let (below_published, at_published) = place(published, &seeds);
        let own = own.and_then(nodes);
        let (below_chosen, at_chosen) = own.map(|own| place(own, &seeds)).unzip();
        let ratio = |[off, on]: [u64; 2]| rounded(on as f64 / off as f64);
        let first = |first: fn(&SeedRun) -> Option<u8>| {
            runs.iter().filter(|run| first(run) == Some(depth)).count()
        };
        Some(BandRow {
            depth,
            seeds: ratios.len(),
            low: percent(5),
            median: percent(50),
            high: percent(95),
            published: ratio(published),
            below_published,
            at_published,
            chosen: own.map(ratio),
            below_chosen,
            at_chosen,
            first_mates: first(SeedRun::first_mate),
            first_longer_mates: first(SeedRun::first_longer_mate),
        })
    };
    published.into_iter().map_while(row).collect()
}

/// Reads the rows that an earlier run wrote as CSV.
///
/// # Errors
/// If a row is not one of a band.
pub fn parse(text: &str) -> Result<Vec<BandRow>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect()
}

/// The rows as CSV, from which [`parse`] reads them again.
///
/// # Errors
/// If a row cannot be written, which none refuses.
pub fn to_csv<'r>(rows: impl IntoIterator<Item = &'r BandRow>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.into_iter().try_for_each(|row| writer.serialize(row))?;
    let bytes = writer.into_inner();
    bytes.map_err(|error| error.into_error().into())
}

/// Returns the depths at which `seeds` returns more than 0, each with that number of seeds.
#[must_use]
pub fn depths_with(rows: &[&BandRow], seeds: fn(&BandRow) -> usize) -> Vec<(u8, usize)> {
    let counted = rows.iter().map(|row| (row.depth, seeds(row)));
    counted.filter(|(_, count)| *count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_records::samples::iteration;
    use serde_json::json;

    fn run(seed: u32, off: &[u64], on: &[u64], mate_from: usize) -> SeedRun {
        let cells = |nodes: &[u64]| -> Vec<Iteration> {
            let cell = |(depth, &nodes): (u8, &u64)| Iteration {
                score: if usize::from(depth) >= mate_from {
                    ScoreRecord::Mate { mate: 8, plies: 15 }
                } else {
                    ScoreRecord::Evaluation { cp: 500 }
                },
                notes: Vec::new(),
                counts: serde_json::from_value(json!({ "nodes_to_pv": nodes })).unwrap(),
                ..iteration(depth, nodes)
            };
            (1..).zip(nodes).map(cell).collect()
        };
        let both = cells(off).into_iter().zip(cells(on));
        SeedRun {
            seed,
            found: both.map(|(off, on)| [off, on]).collect(),
        }
    }

    fn published(nodes: &[(u64, u64)]) -> Vec<(u8, [u64; 2])> {
        let depths = (1..).zip(nodes);
        depths
            .map(|(depth, (off, on))| (depth, [*off, *on]))
            .collect()
    }

    fn rows(runs: &[SeedRun], published: Vec<(u8, [u64; 2])>, chosen: u32) -> Vec<BandRow> {
        super::rows(runs, published, Some(chosen), true)
    }

    #[test]
    fn a_band_by_hand() {
        // At depth 2 the seeds 1, 2 and 3 have the ratios 1/2, 1/4 and 1/8.
        let runs = [
            run(1, &[5, 80], &[5, 40], 2),
            run(2, &[5, 80], &[5, 20], 1),
            run(3, &[5, 80], &[5, 10], 9),
        ];
        let rows = rows(&runs, published(&[(3, 3), (100, 25), (9, 9)]), 1);
        // No seed was searched to depth 3.
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].low, rows[0].high), (1.0, 1.0));
        assert_eq!((rows[0].below_published, rows[0].at_published), (0, 3));
        assert_eq!(rows[0].published_quantile(), 0.5);
        let row = &rows[1];
        assert_eq!((row.seeds, row.median, row.chosen), (3, 0.25, Some(0.5)));
        // A tenth of the way from the smallest to the middle one, by logarithms.
        assert_eq!(row.low, rounded(2_f64.powf(-2.9)));
        assert_eq!(row.high, rounded(2_f64.powf(-1.1)));
        assert_eq!((row.below_published, row.at_published), (1, 1));
        assert_eq!(row.published_quantile(), 0.5);
        assert_eq!(row.chosen_quantile(), Some(2.5 / 3.0));
        let rows: Vec<&BandRow> = rows.iter().collect();
        assert_eq!(depths_with(&rows, |row| row.first_mates), [(1, 1), (2, 1)]);
        assert_eq!(depths_with(&rows, |row| row.first_longer_mates), []);
    }

    #[test]
    fn a_longer_mate_is_distinguished_from_the_final_one() {
        let mut longer = run(1, &[5, 80, 90], &[5, 40, 50], 2);
        for found in &mut longer.found[1] {
            found.score = ScoreRecord::Mate { mate: 9, plies: 17 };
        }
        assert_eq!(
            (longer.first_mate(), longer.first_longer_mate()),
            (Some(3), Some(2))
        );
        // A longer mate in one column alone does not count.
        longer.found[1][1].score = ScoreRecord::Evaluation { cp: 500 };
        assert_eq!(
            (longer.first_mate(), longer.first_longer_mate()),
            (Some(3), None)
        );
    }

    #[test]
    fn a_band_without_the_chosen_seed_gives_it_no_place() {
        let found = rows(&[run(1, &[4], &[2], 9)], published(&[(2, 1)]), 54);
        assert_eq!((found[0].chosen, found[0].chosen_quantile()), (None, None));
        assert_eq!(rows(&[], published(&[(2, 1)]), 54), []);
    }
}
