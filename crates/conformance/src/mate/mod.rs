//! Mate in N: is there one, how is it played, and how large is the tree that shows it?
//!
//! The question "does the side to move mate in at most k moves?" is a search to depth 2k - 1 with the null window just below that
//! mate: everything else, a longer mate included, fails low. So the search has to find out nothing else: on the mate in 4 WAC.035,
//! `plain` enters 2.2 million nodes, and 282 million with the full window and mate distance pruning. What mate distance pruning
//! learns during a search, the window says from the beginning. The question is asked for k = 1, 2, … up to N, so that the first yes
//! is the shortest mate.
//!
//! Repetitions and the 50-move rule do not end the game, as is the custom for mate problems. With a table, an answer is a proof up
//! to two positions with the same 64-bit key.

mod line;
mod question;
mod smallest;
mod soundness;

use std::sync::atomic::AtomicBool;

use cozy_chess::Color;
use plybench_engine::{
    game::chess::Chess,
    score::mate_in_words,
    search::{DrawRules, SearchOptions},
    units::MAX_DEPTH,
};
use thiserror::Error;

use self::{
    line::line,
    question::{Asker, Reply},
};
pub use self::{question::AskError, smallest::smallest_proof};
use plybench_experiment::spec::Settings;
use plybench_games::{Ending, PlayedGame};

/// The largest number of moves: the depth of its search is the largest that there is.
pub const MOST_MOVES: u8 = MAX_DEPTH / 2;

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

/// Why a problem is not searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// The number of moves is out of range.
    #[error("--moves {0}; give 1 to {MOST_MOVES}")]
    Moves(i64),
    /// The game is over.
    #[error("the game is over: {}; give a position with a move to find", how(*.0))]
    Over(Ending),
    /// The side to move cannot mate.
    #[error(
        "{0} is to move and cannot mate with the men on the board, however badly the other side plays; give a position in which it can"
    )]
    NoMatingMaterial(&'static str),
    /// A refutation with this setting would not be a proof.
    #[error("{setting}: {reason}; {fix}")]
    Unsound {
        /// The setting with its value.
        setting: String,
        /// Why it is refused.
        reason: &'static str,
        /// What to write instead.
        fix: String,
    },
}

/// A position with the question whether its side to move mates in at most N moves.
pub struct Problem<'p> {
    root: &'p Chess,
    moves: u8,
    settings: &'p Settings,
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

impl Answer {
    /// The answer in words, to the question for a mate in at most so many moves: `Mate in 3`, or `No mate in 4`.
    #[must_use]
    pub fn in_words(&self, at_most: i64) -> String {
        match self.mate {
            Some(moves) => mate_in_words(moves.into()),
            None => format!("No mate in {at_most}"),
        }
    }
}

impl<'p> Problem<'p> {
    /// The problem of a position.
    ///
    /// # Errors
    /// If the number of moves is out of range, the game is over, the side to move cannot mate, or a refutation with these settings
    /// would not be a proof.
    pub fn new(root: &'p Chess, moves: i64, settings: &'p Settings) -> Result<Self, ProblemError> {
        let in_range = u8::try_from(moves)
            .ok()
            .filter(|moves| (1..=MOST_MOVES).contains(moves));
        let moves = in_range.ok_or(ProblemError::Moves(moves))?;
        // The rules that a problem ignores cannot end it.
        let ending = PlayedGame::of(root.clone()).ending();
        if let Some(ending) = ending.filter(|&ending| ending != Ending::FiftyMoves) {
            return Err(ProblemError::Over(ending));
        }
        if !root.side_to_move_has_mating_material() {
            return Err(ProblemError::NoMatingMaterial(
                match root.board().side_to_move() {
                    Color::White => "White",
                    Color::Black => "Black",
                },
            ));
        }
        soundness::check(settings)?;
        Ok(Problem {
            root,
            moves,
            settings,
        })
    }

    /// Searches for a mate in 1, 2, … moves. `receive` gets each answer.
    ///
    /// # Errors
    /// If the table does not fit into memory, the search was stopped, or `receive` fails.
    pub fn solve<E: From<AskError>>(
        &self,
        stop: &AtomicBool,
        mut receive: impl FnMut(Step) -> Result<(), E>,
    ) -> Result<Answer, E> {
        let mut asker = Asker::new(self.settings, stop);
        let mut answer = Answer {
            mate: None,
            nodes: 0,
            line: Vec::new(),
        };
        for moves in 1..=self.moves {
            let Reply { first_move, nodes } = asker.ask(self.root, moves)?;
            answer.nodes += nodes;
            let is_mate = first_move.is_some();
            receive(Step {
                moves,
                nodes,
                is_mate,
            })?;
            if let Some(first) = first_move {
                answer.mate = Some(moves);
                answer.line = line(&mut asker, self.root, first, moves)?;
                break;
            }
        }
        Ok(answer)
    }
}

/// How a game is over, in words.
fn how(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate { .. } => "the side to move is checkmated (Mated in 0)",
        Ending::DeadPosition => "neither side has the men to mate (dead position)",
        draw => draw.name(),
    }
}
