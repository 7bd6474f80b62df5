#![doc = include_str!("../README.md")]

mod ending;
mod played;
mod san;
mod uci;

pub use self::{
    ending::Ending,
    played::{PlayedGame, WrongMoves},
    san::{SanError, read_move},
    uci::read_uci,
};
