#![doc = include_str!("../README.md")]

pub mod mate;
pub mod verify;
pub mod zoo;
