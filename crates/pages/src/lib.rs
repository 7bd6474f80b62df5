#![doc = include_str!("../README.md")]

mod shell;

pub use self::shell::{Head, Kind, SUMMARY, body, data, packed, page};
