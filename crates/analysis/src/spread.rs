//! How ratios spread over positions, which a mean alone does not show.

use super::log_ratio::{LogRatio, geometric_mean};

/// The mean and the quantiles of the ratios of several positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The ratios in ascending order.
    pub values: Vec<f64>,
    /// The geometric mean of the ratios.
    pub geometric_mean: f64,
    /// The 25 % quantile.
    pub lower_quartile: f64,
    /// The 75 % quantile: half of the positions lie between the two.
    pub upper_quartile: f64,
    /// The 10 % quantile.
    pub lower_decile: f64,
    /// The 90 % quantile: four fifths of the positions lie between the two.
    pub upper_decile: f64,
}

impl Spread {
    /// Computes the spread of ratios in any order, or returns `None` if there are none.
    #[must_use]
    pub fn of(ratios: &[LogRatio]) -> Option<Self> {
        let geometric_mean = geometric_mean(ratios)?;
        let mut sorted = ratios.to_vec();
        sorted.sort_unstable();
        let quantile = |percent| quantile(&sorted, percent).ratio();
        Some(Spread {
            values: sorted.iter().copied().map(LogRatio::ratio).collect(),
            geometric_mean,
            lower_quartile: quantile(25),
            upper_quartile: quantile(75),
            lower_decile: quantile(10),
            upper_decile: quantile(90),
        })
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}

/// Returns a quantile of one or more sorted ratios, interpolated between the logarithms of the two nearest ones (definition 7 of
/// Hyndman and Fan 1996, Sample quantiles in statistical packages, The American Statistician 50, pp. 361-365).
pub(super) fn quantile(sorted: &[LogRatio], percent: usize) -> LogRatio {
    let last = sorted.len() - 1;
    let place = last * percent;
    let (below, rest) = (place / 100, place % 100);
    sorted[below].towards(sorted[(below + 1).min(last)], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(found: (f64, f64), wanted: (f64, f64)) -> bool {
        (found.0 / wanted.0 - 1.0).abs() < 1e-12 && (found.1 / wanted.1 - 1.0).abs() < 1e-12
    }

    #[test]
    fn quantiles_by_hand() {
        // The powers of two from 2^-4 to 2^0: the quartiles are at places 1 and 3, the deciles at 0.4 and 3.6.
        let ratios = [4, 1, 16, 2, 8].map(|by| LogRatio::of(1, by).unwrap());
        let spread = Spread::of(&ratios).unwrap();
        assert_eq!(spread.positions(), 5);
        assert!((spread.geometric_mean - 0.25).abs() < 1e-14);
        assert!(
            is_close((spread.lower_quartile, spread.upper_quartile), (0.125, 0.5)),
            "{spread:?}"
        );
        let deciles = (2_f64.powf(-3.6), 2_f64.powf(-0.4));
        assert!(
            is_close((spread.lower_decile, spread.upper_decile), deciles),
            "{spread:?}"
        );
    }

    #[test]
    fn one_position_has_no_width_and_no_position_has_no_spread() {
        let half = Spread::of(&[LogRatio::of(1, 2).unwrap()]).unwrap();
        assert_eq!(
            (half.lower_quartile, half.upper_quartile),
            (half.lower_decile, half.upper_decile)
        );
        assert!(is_close(
            (half.lower_quartile, half.upper_quartile),
            (0.5, 0.5)
        ));
        assert_eq!(Spread::of(&[]), None);
    }
}
