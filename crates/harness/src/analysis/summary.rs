//! What the ratios of some positions say together.

use super::{
    bootstrap::{self, Interval},
    log_ratio::{LogRatio, geometric_mean},
    sign_test,
};

/// The numbers of some positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many positions.
    pub positions: usize,
    /// The geometric mean of their ratios; none of no position.
    pub geometric_mean: Option<f64>,
    /// Its 95 % interval; none of fewer than two positions.
    pub interval: Option<Interval>,
    /// Positions at which B counts fewer nodes.
    pub wins: usize,
    /// Positions at which both count the same.
    pub ties: usize,
    /// Positions at which B counts more.
    pub losses: usize,
    /// The p-value of the sign test of wins against losses; none of no position.
    pub sign_test: Option<f64>,
}

impl Summary {
    /// Of some positions' ratios, in the order of the positions' names.
    #[must_use]
    pub fn of(ratios: &[LogRatio]) -> Self {
        let wins = ratios.iter().filter(|&&one| one < LogRatio::ONE).count();
        let losses = ratios.iter().filter(|&&one| one > LogRatio::ONE).count();
        let p = || sign_test::two_sided(wins as u64, losses as u64);
        Summary {
            positions: ratios.len(),
            geometric_mean: geometric_mean(ratios),
            interval: bootstrap::interval(ratios),
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

    #[test]
    fn a_single_position_has_no_interval_and_none_no_mean() {
        let one = Summary::of(&[LogRatio::of(1, 2).unwrap()]);
        assert!(one.geometric_mean.is_some() && one.interval.is_none());
        let none = Summary::of(&[]);
        assert_eq!((none.geometric_mean, none.sign_test), (None, None));
    }
}
