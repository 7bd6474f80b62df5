//! The oracle as a searcher: it answers at once, with the exact distance to mate and a best move.

use std::{
    fmt,
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use plybench_engine::game::Game;
use plybench_oracle::Oracle;

use super::{Limits, Outcome, Receive, Root, SearchError, Searcher, Stop};
use plybench_records::{Counts, Iteration, ScoreRecord};

/// An oracle that several threads ask in turn. An answer takes microseconds once its table is in memory.
#[derive(Clone)]
pub struct SharedOracle(Arc<Mutex<Oracle>>);

impl SharedOracle {
    /// Lets several threads use an oracle, one at a time.
    #[must_use]
    pub fn new(oracle: Oracle) -> Self {
        SharedOracle(Arc::new(Mutex::new(oracle)))
    }

    /// The oracle, for this thread until the guard is dropped.
    pub fn lock(&self) -> MutexGuard<'_, Oracle> {
        // A table is complete before the oracle has it, so a thread that panicked left a sound one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SharedOracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedOracle")
    }
}

/// It plays the moves of the oracle: it mates soonest, and puts off being mated longest. It looks at no draw but stalemate and dead
/// positions, enters no node, and has one iteration, of depth 1.
impl Searcher for SharedOracle {
    fn deepen(
        &mut self,
        root: &Root,
        _: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let position = root.position().ok_or(SearchError::NotChess)?;
        let mut oracle = self.lock();
        let (distance, best) = oracle
            .probe(position)
            .and_then(|distance| Ok((distance, oracle.best_move(position)?)))
            .map_err(|error| SearchError::Oracle(error.to_string()))?;
        drop(oracle);
        let iteration = Iteration {
            depth: 1,
            score: (distance.moves().and_then(ScoreRecord::mate))
                .unwrap_or(ScoreRecord::Evaluation { cp: 0 }),
            bound: None,
            nodes: 0,
            pv: best.map(|mv| position.notation(mv)).into_iter().collect(),
            moves: Vec::new(),
            notes: Vec::new(),
            counts: Counts::default(),
        };
        let stop = match receive(iteration, 0.0) {
            ControlFlow::Continue(()) => Stop::Depth,
            ControlFlow::Break(()) => Stop::Requested,
        };
        Ok(Outcome { stop, nodes: 0 })
    }
}
