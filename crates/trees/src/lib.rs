#![doc = include_str!("../README.md")]

mod causes;
pub mod explorer;
mod sides;
pub mod tree;
pub mod visits;
mod words;
