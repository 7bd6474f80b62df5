#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod check;
pub mod covering;
pub mod game;
pub mod reference;
mod rules;
mod settings;
pub mod trace;
mod value;
