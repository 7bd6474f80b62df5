//! Numbers as they are printed: few digits, since the last ones say nothing about positions.

use crate::analysis::bootstrap::Interval;

/// What stands for a number that there is not.
pub(super) const NONE: &str = "-";

/// Three decimals; as many more as a small ratio needs to show three digits.
pub(super) fn ratio(ratio: f64) -> String {
    let (mut decimals, mut rest) = (3, ratio);
    while rest < 0.1 && decimals < 9 {
        rest *= 10.0;
        decimals += 1;
    }
    format!("{ratio:.decimals$}")
}

pub(super) fn interval(interval: Interval) -> String {
    format!("{} to {}", ratio(interval.low), ratio(interval.high))
}

/// A p-value of a test.
pub(super) fn probability(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// Who reads a table's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// Few digits, and a sign for what is not there.
    Person,
    /// Six significant digits, and nothing for what is not there.
    Program,
}

impl Reader {
    fn cell(self, number: Option<f64>, few: fn(f64) -> String) -> String {
        match (self, number) {
            (Reader::Person, None) => NONE.to_owned(),
            (Reader::Person, Some(number)) => few(number),
            (Reader::Program, None) => String::new(),
            (Reader::Program, Some(number)) => significant(number).to_string(),
        }
    }

    pub(super) fn ratio(self, number: Option<f64>) -> String {
        self.cell(number, ratio)
    }

    pub(super) fn probability(self, p: Option<f64>) -> String {
        self.cell(p, probability)
    }
}

/// Six significant digits, for programs.
pub(super) fn significant(number: f64) -> f64 {
    // What was printed is a number.
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// A number of things.
pub(super) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_ratios_keep_three_digits() {
        assert_eq!(ratio(0.98765), "0.988");
        assert_eq!(ratio(12.0), "12.000");
        assert_eq!(ratio(0.012_345), "0.0123");
        assert_eq!(ratio(0.0), "0.000000000");
        assert_eq!(significant(0.123_456_789), 0.123_457);
        assert_eq!(probability(0.000_01), "< 0.0001");
        assert_eq!(Reader::Program.probability(Some(0.000_01)), "0.00001");
        assert_eq!(Reader::Program.ratio(None), "");
    }
}
