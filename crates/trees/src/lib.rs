#![doc = include_str!("../README.md")]

mod causes;
mod compiled;
pub mod explorer;
mod names;
mod sides;
pub mod tree;
pub mod visits;
mod words;

pub use compiled::Compiled;
pub use names::Names;
