#![doc = include_str!("../README.md")]

mod heuristics;
pub mod mate;
pub mod rules_of_game;
pub mod verify;
pub mod zoo;
