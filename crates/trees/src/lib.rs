#![doc = include_str!("../README.md")]

pub mod explorer;
pub mod tree;
pub mod visits;
mod words;
