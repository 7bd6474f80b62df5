#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod certificate;
pub mod check;
pub mod covering;
pub mod game;
pub mod node;
mod refused;
pub mod rules;
#[doc(hidden)]
pub mod settings;
pub mod trace;
pub mod value;

pub use rules::technique_name;
