//! Whole numbers on the command line, within bounds.

use std::ops::{Bound, RangeBounds, RangeInclusive};

use plybench_engine::units::MAX_DEPTH;

/// The depths of searches, in plies.
pub(super) const DEPTHS: RangeInclusive<i128> = 1..=MAX_DEPTH as i128;

/// A parser of whole numbers within these bounds, for `value_parser`. Its message is one part of a line, which names the option.
pub(super) fn whole<T: TryFrom<i128>>(
    bounds: impl RangeBounds<i128> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let least = match bounds.start_bound() {
        Bound::Included(&least) => least,
        _ => i128::MIN,
    };
    move |text| {
        let number: i128 = text.parse().map_err(|_| "give a whole number")?;
        let within = bounds.contains(&number).then(|| T::try_from(number).ok());
        within.flatten().ok_or_else(|| match bounds.end_bound() {
            Bound::Included(most) => format!("give {least} to {most}"),
            _ => format!("give {least} or more"),
        })
    }
}
