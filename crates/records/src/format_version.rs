//! The version of the format of records.

/// The version of the format that is written and read. Version 1 had no first line.
pub const SCHEMA: u32 = 2;

/// The last commit whose build reads version 1.
pub(super) const READER_OF_VERSION_1: &str = "5898ce7";
