//! Other engines, as programs that speak UCI.
//!
//! [`message`] reads what they say, [`Conversation`] talks to one that may crash, stall or babble, and [`Engine`] is one that an
//! experiment names, with what makes its results its own.

mod answer;
mod conversation;
mod debian;
mod engine;
pub mod message;
mod node_rate;
mod option;
mod program;

use thiserror::Error;

pub use self::{
    answer::Answer,
    conversation::{Conversation, Heard, Patience},
    debian::{DEBIAN, DebianEngine, installed},
    engine::{Asked, Engine},
    message::{Info, Message},
    node_rate::{NodeRate, node_rate},
    option::{Offer, Takes},
    program::is_path,
};

/// Why an engine cannot be asked, or does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// What the user says of it is at fault.
    #[error("engine {engine:?}: {problem}")]
    Input {
        /// Its name.
        engine: String,
        /// What is wrong.
        problem: String,
    },
    /// It did not do what was asked of it.
    #[error("engine {engine:?} {problem}")]
    Failed {
        /// Its name.
        engine: String,
        /// What it did or failed to do.
        problem: String,
    },
}

impl EngineError {
    /// Whether the user's input is at fault, and not the engine or the system.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        matches!(self, EngineError::Input { .. })
    }
}
