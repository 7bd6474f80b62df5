#![doc = include_str!("../README.md")]

mod causes;
mod compiled;
pub mod explorer;
mod sides;
pub mod tree;
pub mod visits;
mod words;

pub use compiled::Compiled;
