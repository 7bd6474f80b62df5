//! Other engines: programs that speak UCI, or lines of JSON.
//!
//! [`message`] parses the lines of UCI, [`Conversation`] communicates with a program that may crash, stall or flood its output, and
//! [`Engine`] is a program of an experiment with its identity. However this program ends, no engine outlives it. JSON is a second
//! language of the same [`ReadyEngine`]: only how a search is asked for, and how its answers are read, are different.

mod answer;
mod conversation;
mod engine;
mod examine;
mod guardian;
mod iterations;
mod json;
mod line;
pub mod message;
mod node_rate;
mod option;
mod process;
mod program;
mod transcript;
mod verdict;

use thiserror::Error;

pub use self::{
    answer::Answer,
    conversation::{Conversation, Deadline},
    engine::{Engine, ReadyEngine},
    iterations::Timed,
    message::{Info, Message},
    node_rate::node_rate,
    option::{Offer, Takes},
    process::run_to_end,
    program::{DEBIAN, installed, is_path},
    transcript::{Go, Patience, Question, Transcript},
};

/// Why an engine cannot be used, or does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The user's input is at fault.
    #[error("{engine}: {problem}")]
    Input {
        /// What it is called: `engine` or `program`, and its name in the experiment file or its command.
        engine: String,
        /// What is wrong, and how to fix it.
        problem: String,
    },
    /// The engine did not do what the protocol demands.
    #[error("{engine} {problem}")]
    Failed {
        /// What it is called: `engine` or `program`, and its name in the experiment file or its command.
        engine: String,
        /// What it did or failed to do.
        problem: String,
    },
    /// The engine received the signal of Ctrl-C, and ended.
    #[error("{engine} ended unexpectedly (SIGINT)")]
    Interrupted {
        /// What it is called: `engine` or `program`, and its name in the experiment file or its command.
        engine: String,
    },
    /// The stop flag of its deadline was set.
    #[error("stopped on request")]
    Stopped,
}

impl EngineError {
    /// The error of an engine that has answered to a depth before.
    pub(crate) fn after(mut self, depth: u8) -> Self {
        if let EngineError::Failed { problem, .. } = &mut self
            && depth > 0
        {
            problem.push_str(&format!("; it answered to depth {depth}"));
        }
        self
    }

    /// Whether the user's input is at fault, and not the engine or the system.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        matches!(self, EngineError::Input { .. })
    }
}
