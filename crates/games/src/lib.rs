//! Chess games: the moves that led to a position, and when a game is over.

mod ending;
mod played;
mod san;

pub use self::{
    ending::Ending,
    played::{PlayedGame, WrongMoves},
    san::{SanError, read_move},
};
