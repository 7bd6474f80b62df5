#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
pub mod check;
pub mod header;
pub mod read;
pub mod step;
#[cfg(test)]
mod tests;
mod worded;
