//! The version of the format of records.

/// The version of the format that is written and read. Version 1 had no first line; version 2 had a line for each iteration.
pub const SCHEMA: u32 = 3;

/// A commit whose build reads an older version, if there is one.
pub(super) fn reader_of(version: u32) -> Option<&'static str> {
    match version {
        1 => Some("5898ce7"),
        2 => Some("58fc92f"),
        _ => None,
    }
}
