#![doc = include_str!("../README.md")]

mod clock;
mod command;
mod info;
mod input;
mod options;
mod search;
mod session;

pub use self::{options::Options, session::serve};
