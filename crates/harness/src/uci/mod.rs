//! Other engines, as programs that speak UCI.

mod conversation;
mod debian;
mod node_rate;

use thiserror::Error;

pub use self::{
    conversation::Conversation,
    debian::{DEBIAN, DebianEngine, installed},
    node_rate::{NodeRate, node_rate},
};

/// An engine did not do what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("engine {engine}: {problem}")]
pub struct EngineError {
    /// Its command.
    pub engine: String,
    /// What it did or failed to do.
    pub problem: String,
}
