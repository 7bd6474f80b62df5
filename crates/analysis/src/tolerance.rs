//! How far a count may differ from the baseline's: a share of it, compared exactly.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// The number of decimals of a percentage.
const DECIMALS: usize = 6;
/// The number of parts in a whole: 100 % with this many decimals.
const WHOLE: u128 = 100_000_000;

/// A share of a count: a percentage with at most six decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tolerance {
    /// The share in parts of [`WHOLE`].
    parts: u64,
}

/// The error for a text that is not a tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("give a percentage of 0% or more, such as 0% or 0.5%, with six decimals at most")]
pub struct ToleranceError;

impl Tolerance {
    /// Returns whether a difference is at most this share of a count.
    #[must_use]
    pub fn allows(self, difference: u64, of: u64) -> bool {
        u128::from(difference) * WHOLE <= u128::from(of) * u128::from(self.parts)
    }
}

impl FromStr for Tolerance {
    type Err = ToleranceError;

    fn from_str(text: &str) -> Result<Self, ToleranceError> {
        let number = text.strip_suffix('%').ok_or(ToleranceError)?;
        let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > DECIMALS {
            return Err(ToleranceError);
        }
        let parts = format!("{whole}{decimals:0<DECIMALS$}").parse();
        Ok(Tolerance {
            parts: parts.map_err(|_| ToleranceError)?,
        })
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = 10u64.pow(DECIMALS as u32);
        let decimals = format!("{:0DECIMALS$}", self.parts % whole);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{}%", self.parts / whole),
            decimals => write!(f, "{}.{decimals}%", self.parts / whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_parsed_and_other_texts_are_rejected() {
        for text in ["0%", "2%", "0.5%", "0.000001%", "100%"] {
            assert_eq!(text.parse::<Tolerance>().unwrap().to_string(), text);
        }
        assert_eq!("1.50%".parse::<Tolerance>().unwrap().to_string(), "1.5%");
        for text in [
            "",
            "%",
            "2",
            "-1%",
            "+1%",
            "NaN%",
            "inf%",
            "1e3%",
            ".5%",
            "5.%",
            "1.2.3%",
            "0.0000001%",
            " 1%",
            "1 %",
            "1%%",
            "٣%",
            "99999999999999999999%",
        ] {
            assert_eq!(text.parse::<Tolerance>(), Err(ToleranceError), "{text:?}");
        }
    }

    #[test]
    fn the_bound_itself_is_allowed_and_one_node_more_is_not() {
        let allows = |text: &str, difference, of| {
            let tolerance: Tolerance = text.parse().unwrap();
            tolerance.allows(difference, of)
        };
        assert!(allows("0%", 0, 1000) && !allows("0%", 1, u64::MAX));
        assert!(allows("2%", 20, 1000) && !allows("2%", 21, 1000));
        assert!(allows("2%", 20, 1001) && !allows("2%", 20, 999));
        assert!(allows("0.1%", 3, 3000) && !allows("0.1%", 3, 2999));
        assert!(allows("0%", 0, 0) && !allows("50%", 1, 0));
    }
}
