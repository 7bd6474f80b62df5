#![doc = include_str!("../README.md")]

pub mod escape;
pub mod plural;

mod echo;
mod nearest;

pub use self::{
    echo::{echo, echo_line},
    nearest::{nearest, suggestion},
};
