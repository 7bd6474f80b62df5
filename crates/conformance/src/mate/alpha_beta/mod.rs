//! The answer by alpha-beta, with the settings of a variant.
//!
//! The question "does the side to move mate in at most k moves?" is a search to depth 2k - 1 with the null window just below that
//! mate: everything else, a longer mate included, fails low. So the search has to find out nothing else: on the mate in 4 WAC.035,
//! `plain` enters 2.2 million nodes, and 282 million with the full window and mate distance pruning. What mate distance pruning
//! learns during a search, the window says from the beginning. The question is asked for k = 1, 2, … up to N, so that the first yes
//! is the shortest mate. With a table, an answer is a proof up to two positions with the same 64-bit key.

mod line;
mod question;
mod soundness;

use std::sync::atomic::AtomicBool;

use plybench_engine::search::{DrawRules, SearchOptions};
use thiserror::Error;

pub use self::question::AskError;
use self::{
    line::line,
    question::{Asker, Reply},
};
use super::Problem;
use plybench_experiment::spec::Settings;

/// The draws that a problem knows: stalemate is the only one.
const DRAWS: DrawRules = DrawRules {
    repetition: false,
    fifty_moves: false,
    contempt: 0,
};

/// The options of a variant with the draws of a problem.
#[must_use]
pub fn of_problems(options: SearchOptions) -> SearchOptions {
    SearchOptions {
        draws: DRAWS,
        ..options
    }
}

/// A setting with which a refutation would not be a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{setting}: {reason}; {fix}")]
pub struct UnsoundSetting {
    /// The setting with its value.
    pub setting: String,
    /// Why it is refused.
    pub reason: &'static str,
    /// What to write instead.
    pub fix: String,
}

/// A search for mates of the side to move, with settings that allow a proof.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta<'s> {
    settings: &'s Settings,
}

/// The answer for one number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of moves.
    pub moves: u8,
    /// Nodes entered to find the answer.
    pub nodes: u64,
    /// Whether there is a mate in that many moves.
    pub is_mate: bool,
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The moves of the shortest mate; `None` if there is none in time.
    pub mate: Option<u8>,
    /// Nodes entered in all steps together. Those that only complete the line are not counted.
    pub nodes: u64,
    /// The shortest mate with the longest defence, in UCI notation: 2n - 1 plies for a mate in n. Empty if there is none.
    pub line: Vec<String>,
}

impl<'s> AlphaBeta<'s> {
    /// A search with these settings.
    ///
    /// # Errors
    /// If a refutation with these settings would not be a proof.
    pub fn new(settings: &'s Settings) -> Result<Self, UnsoundSetting> {
        soundness::check(settings)?;
        Ok(AlphaBeta { settings })
    }

    /// Searches for a mate of the problem's side to move in 1, 2, … moves. `receive` gets each answer.
    ///
    /// # Errors
    /// If the table does not fit into memory, the search was stopped, or `receive` fails.
    pub fn solve<E: From<AskError>>(
        &self,
        problem: &Problem,
        stop: &AtomicBool,
        mut receive: impl FnMut(Step) -> Result<(), E>,
    ) -> Result<Answer, E> {
        let mut asker = Asker::new(self.settings, stop);
        let mut answer = Answer {
            mate: None,
            nodes: 0,
            line: Vec::new(),
        };
        for moves in 1..=problem.moves {
            let Reply { first_move, nodes } = asker.ask(&problem.root, moves)?;
            answer.nodes += nodes;
            let is_mate = first_move.is_some();
            receive(Step {
                moves,
                nodes,
                is_mate,
            })?;
            if let Some(first) = first_move {
                answer.mate = Some(moves);
                answer.line = line(&mut asker, &problem.root, first, moves)?;
                break;
            }
        }
        Ok(answer)
    }
}
