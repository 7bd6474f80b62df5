//! Numbers as they are printed: few digits, since the last ones say nothing about positions.

use std::collections::BTreeSet;

use plybench_analysis::bootstrap::{self, Interval};

/// What stands for a number that there is not.
pub(super) const NONE: &str = "-";

/// Three decimals; as many more as a small ratio needs to show three digits, and as many fewer as a large one needs to show four.
#[must_use]
pub fn ratio(ratio: f64) -> String {
    let (mut decimals, mut rest) = (3, ratio);
    while rest < 0.1 && decimals < 9 {
        rest *= 10.0;
        decimals += 1;
    }
    // 9.9995 would be printed with a fifth digit, as 10.000.
    while rest >= 9.9995 && decimals > 0 {
        rest /= 10.0;
        decimals -= 1;
    }
    format!("{ratio:.decimals$}")
}

/// An end of an interval, here and nowhere else made into text. It has at most the digits of a [`ratio`], and only those that
/// the resampling supports: the unit of the last is at least the end's Monte Carlo error, so that
/// another seed changes the last digit at most by one, but for a few of a hundred, which it changes by two.
pub(super) fn end(end: f64, error: f64) -> String {
    let whole = ratio(end);
    let most = whole.split_once('.').map_or(0, |(_, digits)| digits.len());
    supported(end, error, most)
}

/// The same of a share, in percent with at most one decimal.
pub(super) fn share_end(end: f64, error: f64) -> String {
    format!("{} %", supported(end * 100.0, error * 100.0, 1))
}

/// A number with the decimals that its error supports, of so many at most. Without an error all of them are supported.
fn supported(number: f64, error: f64, most: usize) -> String {
    let supported = if error > 0.0 {
        (-error.log10()).floor().clamp(0.0, 9.0) as usize
    } else {
        most
    };
    unsigned_zero(format!("{number:.*}", supported.min(most)))
}

/// A share of a whole in percent, with one decimal.
pub(super) fn share(share: f64) -> String {
    unsigned_zero(format!("{:.1}", share * 100.0)) + " %"
}

/// What is rounded to 0 has no sign.
fn unsigned_zero(text: String) -> String {
    let digits = text.trim_start_matches('-');
    match digits.trim_matches(['0', '.']).is_empty() {
        true => digits.to_owned(),
        false => text,
    }
}

/// Both ends of an interval: "0.36 to 0.41".
#[must_use]
pub fn interval(interval: Interval) -> String {
    let low = end(interval.low, interval.low_error);
    format!("{low} to {}", end(interval.high, interval.high_error))
}

/// Each of these numbers once: "7", or "7 or 9".
pub(super) fn each(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: BTreeSet<usize> = numbers.collect();
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(" or ")
}

/// How many resamples the intervals over these numbers of positions have: "9999 resamples", or "999 or 9999 resamples".
pub(super) fn resamples(positions: impl Iterator<Item = usize>) -> String {
    format!("{} resamples", each(positions.map(bootstrap::resamples)))
}

/// The kind of the intervals over these numbers of positions, for captions.
pub(super) fn interval_method(positions: impl Iterator<Item = usize>) -> String {
    format!("95 % interval (BCa bootstrap, {})", resamples(positions))
}

/// Centipawns with one decimal.
pub(super) fn centipawns(value: f64) -> String {
    format!("{value:.1}")
}

/// A p-value of a test.
pub(super) fn probability(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// Six significant digits, for programs.
#[must_use]
pub fn significant(number: f64) -> f64 {
    // What was printed is a number.
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
    // A zero has no sign.
    rounded + 0.0
}

/// A value of a chart: whole, or with six significant digits.
pub(super) fn plotted(number: f64) -> f64 {
    match number.fract() == 0.0 {
        true => number,
        false => significant(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_ratios_keep_three_digits_and_large_ones_four() {
        assert_eq!(ratio(0.98765), "0.988");
        assert_eq!(ratio(9.9994), "9.999");
        assert_eq!(ratio(9.9996), "10.00");
        assert_eq!(ratio(12.0), "12.00");
        assert_eq!(ratio(398.309), "398.3");
        assert_eq!(ratio(99_999.6), "100000");
        assert_eq!(ratio(f64::INFINITY), "inf");
        assert_eq!(ratio(0.012_345), "0.0123");
        assert_eq!(ratio(0.0), "0.000000000");
        assert_eq!(significant(0.123_456_789), 0.123_457);
        assert_eq!(probability(0.000_01), "< 0.0001");
    }

    #[test]
    fn an_end_has_the_digits_that_the_resampling_supports() {
        let told = |low, high, error| {
            let interval = Interval {
                low,
                high,
                low_error: error,
                high_error: error,
            };
            super::interval(interval)
        };
        assert_eq!(told(0.862_04, 0.903_11, 0.000_4), "0.862 to 0.903");
        assert_eq!(told(0.007_98, 0.019_12, 0.000_07), "0.0080 to 0.0191");
        assert_eq!(told(0.007_98, 0.019_12, 0.000_17), "0.008 to 0.019");
        assert_eq!(told(1.0, 1.0, 0.0), "1.000 to 1.000");
        assert_eq!(told(3.2, 48.0, 1.5), "3 to 48");
        assert_eq!(share_end(0.123_4, 0.000_2), "12.3 %");
        assert_eq!(share_end(-0.123_4, 0.003), "-12 %");
        assert_eq!(
            (share(-0.000_04), share(-0.1)),
            ("0.0 %".to_owned(), "-10.0 %".to_owned())
        );
    }
}
