//! Numbers of things in messages: "1 job", "2 jobs".

use std::fmt::Display;

/// A number with the name of what is counted, which takes an `s` in the plural.
pub(crate) fn count(number: impl Display + PartialEq + From<u8>, thing: &str) -> String {
    let plural = if number == 1.into() { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
