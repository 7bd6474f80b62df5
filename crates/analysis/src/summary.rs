//! Summary of the ratios of several positions.

use super::{
    bootstrap::{self, Interval},
    log_ratio::{LogRatio, geometric_mean},
    sign_test,
};

/// The counts of two variants at one position, with their ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountPair {
    /// A's count, 1 or more; the denominator of the ratio.
    pub nodes_a: u64,
    /// B's count, 1 or more; the numerator of the ratio.
    pub nodes_b: u64,
    /// The logarithm of the ratio of B's count to A's.
    pub log_ratio: LogRatio,
}

impl CountPair {
    /// Pairs two counts, or returns `None` if one is 0.
    #[must_use]
    pub fn of(nodes_a: u64, nodes_b: u64) -> Option<Self> {
        Some(CountPair {
            nodes_a,
            nodes_b,
            log_ratio: LogRatio::of(nodes_b, nodes_a)?,
        })
    }

    /// Returns B's count as a multiple of A's.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.nodes_b as f64 / self.nodes_a as f64
    }
}

/// The summary of the ratios of several positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The number of positions.
    pub positions: usize,
    /// The geometric mean of their ratios; `None` without positions.
    pub geometric_mean: Option<f64>,
    /// The 95 % confidence interval of the mean; `None` with fewer than two positions.
    pub interval: Option<Interval>,
    /// The sum of B's counts as a multiple of the sum of A's; `None` without positions. Positions with large trees dominate it.
    pub total_ratio: Option<f64>,
    /// The number of positions at which B's count is smaller.
    pub wins: usize,
    /// The number of positions at which the counts are equal.
    pub ties: usize,
    /// The number of positions at which B's count is larger.
    pub losses: usize,
    /// The p-value of the sign test of wins against losses; `None` without positions.
    pub sign_test: Option<f64>,
}

impl Summary {
    /// Summarises the counts of positions, which must be in the order of the positions' names.
    #[must_use]
    pub fn of(counts: &[CountPair]) -> Self {
        let ratios: Vec<LogRatio> = counts.iter().map(|one| one.log_ratio).collect();
        let ratios = ratios.as_slice();
        let total = |count: fn(&CountPair) -> u64| counts.iter().map(count).map(u128::from).sum();
        let (a, b): (u128, u128) = (total(|one| one.nodes_a), total(|one| one.nodes_b));
        let wins = ratios.iter().filter(|&&one| one < LogRatio::ONE).count();
        let losses = ratios.iter().filter(|&&one| one > LogRatio::ONE).count();
        let p = || sign_test::two_sided(wins as u64, losses as u64);
        Summary {
            positions: ratios.len(),
            geometric_mean: geometric_mean(ratios),
            interval: bootstrap::interval(ratios),
            total_ratio: (a > 0).then(|| b as f64 / a as f64),
            wins,
            ties: ratios.len() - wins - losses,
            losses,
            sign_test: (!ratios.is_empty()).then(p),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(a: u64, b: u64) -> CountPair {
        CountPair {
            nodes_a: a,
            nodes_b: b,
            log_ratio: LogRatio::of(b, a).unwrap(),
        }
    }

    #[test]
    fn the_total_weights_by_nodes_and_the_mean_by_positions() {
        let summary = Summary::of(&[counts(100, 25), counts(900, 900)]);
        assert_eq!(summary.total_ratio, Some(0.925));
        assert!((summary.geometric_mean.unwrap() - 0.5).abs() < 1e-14);
        let most = u64::MAX;
        let large = Summary::of(&[counts(most, most), counts(most, most)]);
        assert_eq!(large.total_ratio, Some(1.0));
    }

    #[test]
    fn one_position_has_no_interval_and_no_position_has_no_mean() {
        let one = Summary::of(&[counts(2, 1)]);
        assert!(one.geometric_mean.is_some() && one.interval.is_none());
        let none = Summary::of(&[]);
        assert_eq!((none.geometric_mean, none.sign_test), (None, None));
        assert_eq!(none.total_ratio, None);
    }
}
