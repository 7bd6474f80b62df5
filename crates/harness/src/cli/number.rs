//! Whole numbers on the command line, within bounds.

use std::ops::{Bound, RangeBounds, RangeInclusive};

use plybench_engine::units::MAX_DEPTH;

/// The depths of searches, in plies.
pub(super) const DEPTHS: RangeInclusive<i128> = 1..=MAX_DEPTH as i128;

/// A parser of whole numbers within these bounds, for `value_parser`. Its message is one part of a line, which names the option.
pub(super) fn whole<T: TryFrom<i128>>(
    bounds: impl RangeBounds<i128> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let give = match (bounds.start_bound(), bounds.end_bound()) {
        (Bound::Included(least), Bound::Included(most)) => format!("give {least} to {most}"),
        (Bound::Included(least), _) => format!("give {least} or more"),
        _ => TOO_LARGE.to_owned(),
    };
    move |text| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("give a whole number".to_owned());
        }
        let number: Option<i128> = text.parse().ok();
        match number.filter(|number| bounds.contains(number)) {
            Some(number) => T::try_from(number).map_err(|_| TOO_LARGE.to_owned()),
            // More digits than any bound has.
            None if number.is_none() && bounds.end_bound() == Bound::Unbounded => {
                Err(TOO_LARGE.to_owned())
            }
            None => Err(give.clone()),
        }
    }
}

/// What is said of a number that no bound of the option excludes, but that no search could use.
const TOO_LARGE: &str = "the number is too large";
