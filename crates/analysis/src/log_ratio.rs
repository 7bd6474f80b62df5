//! The logarithm of a ratio of two counts, in fixed point.
//!
//! Sums of these numbers are exact and do not depend on the order of the terms, so two samples with the same positions have the
//! same mean to the last bit on every machine. The logarithm and the exponential are those of the `libm` crate, because those of
//! operating systems differ in the last digit.

/// The number of units in 1. A unit is 2⁻⁵², the distance between neighbouring floating-point numbers from 1 to 2.
const UNITS: f64 = (1_u64 << 52) as f64;

/// The natural logarithm of a ratio of counts; negative if the numerator is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LogRatio(i64);

impl LogRatio {
    /// The ratio 1: no difference.
    pub const ONE: LogRatio = LogRatio(0);

    /// Returns the logarithm of `count / reference`, or `None` if either is 0.
    #[must_use]
    pub fn of(count: u64, reference: u64) -> Option<Self> {
        (count > 0 && reference > 0).then(|| {
            LogRatio::from_logarithm(libm::log(count as f64) - libm::log(reference as f64))
        })
    }

    /// Converts a logarithm, towards zero to a whole number of units; beyond about ±2047 the largest or smallest value.
    #[must_use]
    pub fn from_logarithm(logarithm: f64) -> Self {
        // A logarithm of a ratio of 64-bit counts is within ±45.
        LogRatio((logarithm * UNITS) as i64)
    }

    /// Returns the ratio itself.
    #[must_use]
    pub fn ratio(self) -> f64 {
        mean_ratio(self.units(), 1)
    }

    /// Returns half of the logarithm, which is the logarithm of the ratio's square root.
    #[must_use]
    pub fn halved(self) -> Self {
        LogRatio(self.0 / 2)
    }

    /// Returns the value at this many hundredths of the way to another.
    pub(super) fn towards(self, other: Self, hundredths: usize) -> Self {
        let way = (other.units() - self.units()) * hundredths as i128 / 100;
        // It lies between two values that fit.
        LogRatio((self.units() + way) as i64)
    }

    pub(super) fn units(self) -> i128 {
        i128::from(self.0)
    }

    /// A logarithm of so many units, such as a sum of a few others.
    pub(super) fn from_units(units: i128) -> Self {
        LogRatio(units.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
    }
}

/// Returns the ratio whose logarithm is the mean of `count` logarithms with this sum.
pub(super) fn mean_ratio(sum: i128, count: usize) -> f64 {
    libm::exp(sum as f64 / count as f64 / UNITS)
}

/// Returns the geometric mean of the ratios, or `None` if there are none.
#[must_use]
pub fn geometric_mean(ratios: &[LogRatio]) -> Option<f64> {
    let sum = ratios.iter().map(|ratio| ratio.units()).sum();
    (!ratios.is_empty()).then(|| mean_ratio(sum, ratios.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_of_a_half_and_an_eighth_is_a_quarter() {
        let ratios = [LogRatio::of(1, 2), LogRatio::of(5, 40)].map(Option::unwrap);
        let mean = geometric_mean(&ratios).unwrap();
        assert!((mean - 0.25).abs() < 1e-14, "{mean}");
        assert_eq!(geometric_mean(&[]), None);
    }

    #[test]
    fn equal_counts_have_ratio_one_and_zero_has_no_ratio() {
        assert_eq!(LogRatio::of(7, 7), Some(LogRatio::ONE));
        assert_eq!(LogRatio::ONE.ratio(), 1.0);
        assert_eq!(LogRatio::of(0, 7).or(LogRatio::of(7, 0)), None);
    }

    #[test]
    fn halving_and_interpolation() {
        let [one, sixteenth] = [LogRatio::ONE, LogRatio::of(1, 16).unwrap()];
        assert!((sixteenth.halved().ratio() - 0.25).abs() < 1e-14);
        assert!((one.towards(sixteenth, 75).ratio() - 0.125).abs() < 1e-14);
        assert_eq!(one.towards(sixteenth, 0), one);
    }

    #[test]
    fn the_widest_ratio_of_counts_fits() {
        let ratio = LogRatio::of(u64::MAX, 1).unwrap().ratio();
        assert!((ratio / u64::MAX as f64 - 1.0).abs() < 1e-12);
    }
}
