//! How much the shape of the published table depends on one choice: the seed by which the variant `glass` shuffles equal moves.
//!
//! The variant's own seed was found by fitting, so its closeness to the published ratios shows little. Many seeds show more: at
//! each depth their median, the band that contains 90 % of them, and where the published ratio lies among them. All ratios count
//! nodes until the principal variation was found, as the published ones do.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{depth_result::DepthResult, log_ratio::LogRatio, published, spread::quantile};
use plybench_records::ScoreRecord;

/// What the searches with one seed found, without and with the pruning.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedRun {
    /// The seed.
    pub seed: u32,
    /// Without the pruning, at depth 1, 2, ….
    pub off: Vec<DepthResult>,
    /// With the pruning, at depth 1, 2, ….
    pub on: Vec<DepthResult>,
}

/// Nodes to the principal variation, with and without the pruning.
#[derive(Clone, Copy)]
struct NodesToPv {
    on: u64,
    off: u64,
}

impl NodesToPv {
    fn ratio(self) -> f64 {
        self.on as f64 / self.off as f64
    }

    /// Compares the ratios on / off exactly, without rounding.
    fn cmp_ratio(self, other: NodesToPv) -> Ordering {
        let times = |a: u64, b: u64| u128::from(a) * u128::from(b);
        times(self.on, other.off).cmp(&times(other.on, self.off))
    }
}

impl SeedRun {
    /// Returns the nodes to the principal variation at a depth that both completed.
    fn nodes_to_pv(&self, depth: u8) -> Option<NodesToPv> {
        let at = usize::from(depth).checked_sub(1)?;
        Some(NodesToPv {
            on: self.on.get(at)?.nodes_to_pv,
            off: self.off.get(at)?.nodes_to_pv,
        })
    }

    /// Returns the ratio on / off of nodes to the principal variation, at a depth that both completed.
    #[must_use]
    pub fn ratio(&self, depth: u8) -> Option<LogRatio> {
        let nodes = self.nodes_to_pv(depth)?;
        LogRatio::of(nodes.on, nodes.off)
    }

    /// Returns the first depth at which both scores are the mate that `off` has at its last depth.
    #[must_use]
    pub fn first_mate(&self) -> Option<u8> {
        let mate = self.off.last()?.score;
        let both = |off: ScoreRecord, on: ScoreRecord| mate.is_mate() && off == mate && on == mate;
        self.first(both)
    }

    /// Returns the first depth at which both scores are a mate, if that is not [`first_mate`](Self::first_mate). Such a mate is
    /// longer; it comes from deeper table entries.
    #[must_use]
    pub fn first_longer_mate(&self) -> Option<u8> {
        let depth = self.first(|off, on| off.is_mate() && on.is_mate())?;
        (Some(depth) != self.first_mate()).then_some(depth)
    }

    /// Returns the first depth at which `holds` is true of the scores off and on.
    fn first(&self, holds: impl Fn(ScoreRecord, ScoreRecord) -> bool) -> Option<u8> {
        let both = self.off.iter().zip(&self.on);
        let mut found = (1..).zip(both);
        let found = found.find(|(_, (off, on))| holds(off.score, on.score));
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
    /// The published ratio.
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

/// The place of a ratio among the seeds' ratios.
struct Place {
    /// The number of smaller ratios.
    below: usize,
    /// The number of equal ratios.
    equal: usize,
}

impl Place {
    fn of(nodes: NodesToPv, seeds: &[NodesToPv]) -> Self {
        let orders = seeds.iter().map(|seed| seed.cmp_ratio(nodes));
        let count = |wanted| orders.clone().filter(|order| *order == wanted).count();
        Place {
            below: count(Ordering::Less),
            equal: count(Ordering::Equal),
        }
    }
}

/// Returns the band's rows for the depths that every seed completed, ascending; no rows without a seed.
#[must_use]
pub fn rows(runs: &[SeedRun], published: &[published::PublishedRow], chosen: u32) -> Vec<BandRow> {
    let own = runs.iter().find(|run| run.seed == chosen);
    let row = |theirs: &published::PublishedRow| {
        let depth = theirs.depth;
        let ratios: Option<Vec<LogRatio>> = runs.iter().map(|run| run.ratio(depth)).collect();
        let mut ratios = ratios.filter(|ratios| !ratios.is_empty())?;
        ratios.sort_unstable();
        let seeds: Vec<NodesToPv> = runs
            .iter()
            .filter_map(|run| run.nodes_to_pv(depth))
            .collect();
        let percent = |percent| rounded(quantile(&ratios, percent).ratio());
        let published = NodesToPv {
            on: theirs.nodes_on,
            off: theirs.nodes_off,
        };
        let published_place = Place::of(published, &seeds);
        let own = own.and_then(|run| run.nodes_to_pv(depth));
        let own_place = own.map(|own| Place::of(own, &seeds));
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
            below_published: published_place.below,
            at_published: published_place.equal,
            chosen: own.map(|own| rounded(own.ratio())),
            below_chosen: own_place.as_ref().map(|place| place.below),
            at_chosen: own_place.as_ref().map(|place| place.equal),
            first_mates: count(&|run| run.first_mate()),
            first_longer_mates: count(&|run| run.first_longer_mate()),
        })
    };
    published.iter().map_while(row).collect()
}

/// Returns the band of the seeds 1 to 200 as `plybench reproduce --seeds 200` wrote it. `scripts/reports` copies the file here.
#[must_use]
pub fn committed() -> Vec<BandRow> {
    let text = include_str!("seed_band.csv");
    let rows: Result<Vec<BandRow>, csv::Error> = csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect();
    // A test reads all of it, so there is no error.
    rows.unwrap_or_default()
}

/// Returns the depths at which `seeds` returns more than 0, each with that number of seeds.
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
            let cell = |(at, &nodes): (usize, &u64)| DepthResult {
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
        // At depth 2 the seeds 1, 2 and 3 have the ratios 1/2, 1/4 and 1/8.
        let runs = [
            run(1, &[5, 80], &[5, 40], 2),
            run(2, &[5, 80], &[5, 20], 1),
            run(3, &[5, 80], &[5, 10], 9),
        ];
        let rows = rows(&runs, &published(&[(3, 3), (100, 25), (9, 9)]), 1);
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
        assert_eq!(depths_with(&rows, |row| row.first_mates), [(1, 1), (2, 1)]);
        assert_eq!(depths_with(&rows, |row| row.first_longer_mates), []);
    }

    #[test]
    fn a_longer_mate_is_distinguished_from_the_final_one() {
        let mut longer = run(1, &[5, 80, 90], &[5, 40, 50], 2);
        for cells in [&mut longer.off, &mut longer.on] {
            cells[1].score = ScoreRecord::Mate { mate: 9, plies: 17 };
        }
        assert_eq!(
            (longer.first_mate(), longer.first_longer_mate()),
            (Some(3), Some(2))
        );
        // A longer mate in one column alone does not count.
        longer.on[1].score = ScoreRecord::Evaluation { cp: 500 };
        assert_eq!(
            (longer.first_mate(), longer.first_longer_mate()),
            (Some(3), None)
        );
    }

    #[test]
    fn a_band_without_the_chosen_seed_gives_it_no_place() {
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
