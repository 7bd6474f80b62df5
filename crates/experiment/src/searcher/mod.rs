//! Everything that searches, behind one trait: the engine's skeleton on each of its games, the bugs of the zoo, proof-number search,
//! other programs that speak UCI, and the oracle.
//!
//! The skeleton is generic over game, technique and observer, and compiled for each. A [`Searcher`] hides this: all searchers are
//! called in the same way, and return what records contain.

mod counted;
mod engine;
mod exact;
mod memory;
mod root;
mod skeleton;
mod solver;

use std::{ops::ControlFlow, sync::atomic::AtomicBool};

use plybench_df_pn::Unsolved;
pub use plybench_engine::search::{Outcome, Stop};
use plybench_engine::table::OutOfMemory;

pub use self::{
    counted::{Counted, Report},
    engine::EngineSearcher,
    exact::SharedOracle,
    memory::Memory,
    root::Root,
    skeleton::{Skeleton, iteration},
    solver::{MateSolver, plies_to},
};
use crate::uci::EngineError;
use plybench_records::Iteration;

/// Something that searches positions.
pub trait Searcher {
    /// Searches a root to depth 1, 2, … as if it had searched nothing before, except in the [memory of a game](Memory::of_a_game).
    /// `receive` gets the result of each completed depth,
    /// and may end the search. The outcome has all nodes entered, an iteration that was cut short included.
    ///
    /// # Errors
    /// If the search cannot be done. Results that `receive` got before remain valid.
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError>;
}

/// Receives a completed iteration, with the seconds since its search began.
pub type Receive<'r> = dyn FnMut(Iteration, f64) -> ControlFlow<()> + 'r;

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'s> {
    /// After this depth, in plies.
    pub depth: u8,
    /// Instead of entering more nodes than this.
    pub nodes: Option<u64>,
    /// Soon after this becomes true.
    pub stop: Option<&'s AtomicBool>,
}

impl Limits<'_> {
    /// No other limit than the depth, in plies.
    #[must_use]
    pub fn to_depth(depth: u8) -> Self {
        Limits {
            depth,
            nodes: None,
            stop: None,
        }
    }
}

/// Why a search could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// Its table does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The searcher knows only chess, and the root is of another game.
    #[error("only chess positions can be searched in this way")]
    NotChess,
    /// An engine does not answer, or not correctly.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A proof-number search has an answer that its proof does not show.
    #[error(transparent)]
    Solver(#[from] Unsolved),
    /// The oracle does not answer: it has no table for the position, or cannot store one.
    #[error("the oracle: {0}")]
    Oracle(String),
    /// A game cannot go on, since the search of a position has no best line that begins with a legal move.
    #[error("the search found no move in {0}")]
    NoMove(String),
}
