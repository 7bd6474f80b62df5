//! How much of the published table's shape one choice decides: the seed by which the variant `glass` shuffles
//! equal moves.
//!
//! The variant's own seed was found by fitting, so that its nearness to the published ratios shows little. Many
//! seeds show more: at each depth their median, the band that holds 90 % of them, and where among them the
//! published ratio lies. All ratios are of nodes until the principal variation was found, which is what was
//! published.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{log_ratio::LogRatio, mdp_table::Cell, published, spread::quantile};
use crate::store::ScoreRecord;

/// What the searches with one seed found, without and with the pruning.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedRun {
    /// The seed.
    pub seed: u32,
    /// Without the pruning, at depth 1, 2, ….
    pub off: Vec<Cell>,
    /// With it.
    pub on: Vec<Cell>,
}

impl SeedRun {
    /// Nodes to the principal variation, on and off, at a depth that both completed.
    fn counts(&self, depth: u8) -> Option<(u64, u64)> {
        let at = usize::from(depth).checked_sub(1)?;
        Some((self.on.get(at)?.nodes_to_pv, self.off.get(at)?.nodes_to_pv))
    }

    /// Nodes to the principal variation, on / off, at a depth that both completed.
    #[must_use]
    pub fn ratio(&self, depth: u8) -> Option<LogRatio> {
        let (on, off) = self.counts(depth)?;
        LogRatio::of(on, off)
    }

    /// The first depth at which both score the mate that they score at the end.
    #[must_use]
    pub fn first_mate(&self) -> Option<u8> {
        let mate = self.off.last()?.score;
        let both = |off: ScoreRecord, on: ScoreRecord| mate.is_mate() && off == mate && on == mate;
        self.first(both)
    }

    /// The first depth at which both score a mate, if it is another one: a longer one, from deeper entries of the table.
    #[must_use]
    pub fn first_longer_mate(&self) -> Option<u8> {
        let depth = self.first(|off, on| off.is_mate() && on.is_mate())?;
        (Some(depth) != self.first_mate()).then_some(depth)
    }

    fn first(&self, holds: impl Fn(ScoreRecord, ScoreRecord) -> bool) -> Option<u8> {
        let both = self.off.iter().zip(&self.on);
        let mut found = (1..).zip(both);
        let found = found.find(|(_, (off, on))| holds(off.score, on.score));
        found.map(|(depth, _)| depth)
    }
}

/// The seeds at one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BandRow {
    /// Nominal depth in plies.
    pub depth: u8,
    /// How many seeds.
    pub seeds: usize,
    /// The 5 % quantile of their ratios to PV.
    pub low: f64,
    /// Their median.
    pub median: f64,
    /// The 95 % quantile.
    pub high: f64,
    /// The published ratio.
    pub published: f64,
    /// How many seeds have a smaller ratio.
    pub below_published: usize,
    /// How many have the same.
    pub at_published: usize,
    /// The ratio of the variant's own seed, if it is among them.
    pub chosen: Option<f64>,
    /// How many seeds have a smaller ratio.
    pub below_chosen: Option<usize>,
    /// How many have the same, itself included.
    pub at_chosen: Option<usize>,
    /// How many seeds first score the mate at this depth, without and with the pruning.
    pub first_mates: usize,
    /// How many seeds first score a mate at this depth that is longer than the one, without and with the pruning.
    pub first_longer_mates: usize,
}

impl BandRow {
    /// The share of the seeds below the published ratio; those that equal it count half.
    #[must_use]
    pub fn published_quantile(&self) -> f64 {
        self.quantile(self.below_published, self.at_published)
    }

    /// The same for the variant's own seed.
    #[must_use]
    pub fn chosen_quantile(&self) -> Option<f64> {
        Some(self.quantile(self.below_chosen?, self.at_chosen?))
    }

    fn quantile(&self, below: usize, equal: usize) -> f64 {
        (2 * below + equal) as f64 / (2 * self.seeds) as f64
    }
}

/// Ratios are kept to six decimals.
fn rounded(ratio: f64) -> f64 {
    (ratio * 1e6).round() / 1e6
}

/// How many ratios are smaller than one, and how many are the same: exactly, by their counts.
fn place(ratios: &[(u64, u64)], (on, off): (u64, u64)) -> (usize, usize) {
    let times = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let orders = ratios
        .iter()
        .map(|one| times(one.0, off).cmp(&times(on, one.1)));
    let count = |wanted| orders.clone().filter(|order| *order == wanted).count();
    (count(Ordering::Less), count(Ordering::Equal))
}

/// The rows of a band, by depth: of all depths that every seed completed. None without a seed.
#[must_use]
pub fn rows(runs: &[SeedRun], published: &[published::PublishedRow], chosen: u32) -> Vec<BandRow> {
    let own = runs.iter().find(|run| run.seed == chosen);
    let row = |theirs: &published::PublishedRow| {
        let depth = theirs.depth;
        let ratios: Option<Vec<LogRatio>> = runs.iter().map(|run| run.ratio(depth)).collect();
        let mut ratios = ratios.filter(|ratios| !ratios.is_empty())?;
        ratios.sort_unstable();
        let counts: Vec<(u64, u64)> = runs.iter().filter_map(|run| run.counts(depth)).collect();
        let percent = |percent| rounded(quantile(&ratios, percent).ratio());
        let (below_published, at_published) = place(&counts, (theirs.nodes_on, theirs.nodes_off));
        let own = own.and_then(|run| run.counts(depth));
        let own_place = own.map(|counts_of_own| place(&counts, counts_of_own));
        let count = |first: &dyn Fn(&SeedRun) -> Option<u8>| {
            runs.iter().filter(|run| first(run) == Some(depth)).count()
        };
        Some(BandRow {
            depth,
            seeds: ratios.len(),
            low: percent(5),
            median: percent(50),
            high: percent(95),
            published: rounded(theirs.ratio()),
            below_published,
            at_published,
            chosen: own.map(|(on, off)| rounded(on as f64 / off as f64)),
            below_chosen: own_place.map(|(below, _)| below),
            at_chosen: own_place.map(|(_, at)| at),
            first_mates: count(&|run| run.first_mate()),
            first_longer_mates: count(&|run| run.first_longer_mate()),
        })
    };
    published.iter().map_while(row).collect()
}

/// The band of the seeds 1 to 200, as `plybench reproduce --seeds 200` wrote it; `scripts/reports` copies it here.
#[must_use]
pub fn committed() -> Vec<BandRow> {
    let text = include_str!("seed_band.csv");
    let rows: Result<Vec<BandRow>, csv::Error> = csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect();
    // A test reads it.
    rows.unwrap_or_default()
}

/// The depths at which there is any such seed, with the number of seeds.
#[must_use]
pub fn depths_with(rows: &[BandRow], seeds: fn(&BandRow) -> usize) -> Vec<(u8, usize)> {
    let counted = rows.iter().map(|row| (row.depth, seeds(row)));
    counted.filter(|(_, count)| *count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seed: u32, off: &[u64], on: &[u64], mate_from: usize) -> SeedRun {
        let cells = |nodes: &[u64]| {
            let cell = |(at, &nodes): (usize, &u64)| Cell {
                score: if at + 1 >= mate_from {
                    ScoreRecord::Mate { mate: 8, plies: 15 }
                } else {
                    ScoreRecord::Evaluation { cp: 500 }
                },
                nodes,
                nodes_to_pv: nodes,
            };
            nodes.iter().enumerate().map(cell).collect()
        };
        SeedRun {
            seed,
            off: cells(off),
            on: cells(on),
        }
    }

    fn published(nodes: &[(u64, u64)]) -> Vec<published::PublishedRow> {
        let row = |(depth, &(nodes_off, nodes_on)): (u8, &(u64, u64))| published::PublishedRow {
            depth,
            score_off: String::new(),
            nodes_off,
            score_on: String::new(),
            nodes_on,
        };
        (1..).zip(nodes).map(row).collect()
    }

    #[test]
    fn a_band_by_hand() {
        // At depth 2 the ratios 1/2, 1/4, 1/8, of the seeds 1, 2, 3.
        let runs = [
            run(1, &[5, 80], &[5, 40], 2),
            run(2, &[5, 80], &[5, 20], 1),
            run(3, &[5, 80], &[5, 10], 9),
        ];
        let rows = rows(&runs, &published(&[(3, 3), (100, 25), (9, 9)]), 1);
        // Nobody searched to depth 3.
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].low, rows[0].high), (1.0, 1.0));
        assert_eq!((rows[0].below_published, rows[0].at_published), (0, 3));
        assert_eq!(rows[0].published_quantile(), 0.5);
        let row = &rows[1];
        assert_eq!((row.seeds, row.median, row.chosen), (3, 0.25, Some(0.5)));
        // A tenth of the way from the least to the middle, by logarithms.
        assert_eq!(row.low, rounded(2_f64.powf(-2.9)));
        assert_eq!(row.high, rounded(2_f64.powf(-1.1)));
        assert_eq!((row.below_published, row.at_published), (1, 1));
        assert_eq!(row.published_quantile(), 0.5);
        assert_eq!(row.chosen_quantile(), Some(2.5 / 3.0));
        assert_eq!(depths_with(&rows, |row| row.first_mates), [(1, 1), (2, 1)]);
        assert_eq!(depths_with(&rows, |row| row.first_longer_mates), []);
    }

    #[test]
    fn a_longer_mate_is_told_from_the_one() {
        let mut longer = run(1, &[5, 80, 90], &[5, 40, 50], 2);
        for cells in [&mut longer.off, &mut longer.on] {
            cells[1].score = ScoreRecord::Mate { mate: 9, plies: 17 };
        }
        assert_eq!(
            (longer.first_mate(), longer.first_longer_mate()),
            (Some(3), Some(2))
        );
        // Of one column alone it does not count.
        longer.on[1].score = ScoreRecord::Evaluation { cp: 500 };
        assert_eq!(
            (longer.first_mate(), longer.first_longer_mate()),
            (Some(3), None)
        );
    }

    #[test]
    fn without_the_chosen_seed_it_has_no_place() {
        let rows = rows(&[run(1, &[4], &[2], 9)], &published(&[(2, 1)]), 54);
        assert_eq!((rows[0].chosen, rows[0].chosen_quantile()), (None, None));
        assert_eq!(super::rows(&[], &published(&[(2, 1)]), 54), []);
    }

    #[test]
    fn the_committed_band_has_every_depth_of_the_published_table() {
        let rows = committed();
        let depths: Vec<u8> = rows.iter().map(|row| row.depth).collect();
        assert_eq!(depths, (1..=20).collect::<Vec<u8>>());
        assert!(
            rows.iter()
                .all(|row| row.seeds == 200 && row.chosen.is_some())
        );
        assert!(
            rows.iter()
                .all(|row| row.low <= row.median && row.median <= row.high)
        );
    }
}
