//! Mate in N: is there one, how is it played, and how large is what shows it?
//!
//! Repetitions and the 50-move rule do not end the game, as is the custom for mate problems. Selfmates and helpmates are not asked
//! about. Two searches answer: [proof numbers](prove), whose answer is shown by whole positions, and
//! [alpha-beta](AlphaBeta), which asks with the settings of a variant.

mod alpha_beta;
mod claim;
mod in_play;
mod keys;
mod proof;
mod smallest;

use cozy_chess::Color;
use plybench_engine::{
    game::{
        Game,
        chess::{Chess, ChessMove},
    },
    score::mate_in_words,
    units::MAX_DEPTH,
};
use thiserror::Error;

pub use self::{
    alpha_beta::{AlphaBeta, Answer, AskError, Step, UnsoundSetting, of_problems},
    claim::{Checked, Checks, Verdict, check_claims},
    in_play::{Break, Rule, breaks_in_play},
    keys::{Dual, Keys, keys},
    proof::{Proof, Tried, prove},
    smallest::{smallest_graphs, smallest_proof},
};
use plybench_games::{Ending, PlayedGame};

/// The largest number of moves: the depth of its search is the largest that there is.
pub const MOST_MOVES: u8 = MAX_DEPTH / 2;

/// Who mates in a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attacker {
    /// The side to move.
    #[default]
    ToMove,
    /// The other side, so that the side to move is mated.
    Other,
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
}

/// A position with the question whether one side mates in at most N moves.
#[derive(Clone, Debug)]
pub struct Problem {
    root: Chess,
    moves: u8,
    attacker: Attacker,
}

impl Problem {
    /// The problem of a position.
    ///
    /// # Errors
    /// If the number of moves is out of range, the game is over, or the side to move should mate and cannot.
    pub fn new(root: &Chess, moves: i64, attacker: Attacker) -> Result<Self, ProblemError> {
        let in_range = u8::try_from(moves)
            .ok()
            .filter(|moves| (1..=MOST_MOVES).contains(moves));
        let moves = in_range.ok_or(ProblemError::Moves(moves))?;
        // The rules that a problem ignores cannot end it.
        let ending = PlayedGame::of(root.clone()).ending();
        if let Some(ending) = ending.filter(|&ending| ending != Ending::FiftyMoves) {
            return Err(ProblemError::Over(ending));
        }
        if attacker == Attacker::ToMove && !root.side_to_move_has_mating_material() {
            return Err(ProblemError::NoMatingMaterial(
                match root.board().side_to_move() {
                    Color::White => "White",
                    Color::Black => "Black",
                },
            ));
        }
        Ok(Problem {
            root: root.clone(),
            moves,
            attacker,
        })
    }

    /// The position.
    #[must_use]
    pub fn root(&self) -> &Chess {
        &self.root
    }

    /// The number of moves that is asked about.
    #[must_use]
    pub fn moves(&self) -> u8 {
        self.moves
    }

    /// The names of moves that are played one after the other from the root, in UCI notation.
    #[must_use]
    pub fn names(&self, moves: &[ChessMove]) -> Vec<String> {
        let mut position = self.root.clone();
        let name = |&mv| {
            let name = position.notation(mv);
            position = position.play(mv);
            name
        };
        moves.iter().map(name).collect()
    }

    /// The plies within which a mate in so many moves comes.
    fn plies(&self, moves: u8) -> u8 {
        2 * moves - u8::from(self.attacker == Attacker::ToMove)
    }

    /// An answer in words: `Mate in 3`, `Mated in at most 3` or `No mate in 4`. Without a word for how many there are, the
    /// number is that of the shortest mate.
    #[must_use]
    pub fn in_words(&self, is_mate: bool, how_many: &str, moves: u8) -> String {
        let sign = if self.attacker == Attacker::Other {
            -1
        } else {
            1
        };
        match is_mate {
            true => {
                mate_in_words(sign * i32::from(moves)).replace(" in ", &format!(" in {how_many}"))
            }
            false if sign < 0 => format!("Not mated in {moves}"),
            false => format!("No mate in {moves}"),
        }
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
