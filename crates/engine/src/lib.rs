#![doc = include_str!("../README.md")]

pub mod eval;
pub mod game;
pub mod observe;
pub mod ordering;
pub mod score;
pub mod search;
pub mod table;
pub mod techniques;
pub mod units;
pub mod variants;
pub mod window;
