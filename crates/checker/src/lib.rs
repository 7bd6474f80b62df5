#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod check;
pub mod covering;
pub mod game;
mod node;
mod refused;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod settings;
pub mod trace;
#[doc(hidden)]
pub mod value;

pub use rules::technique_name;
