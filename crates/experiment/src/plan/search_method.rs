//! How a variant searches.

use std::sync::Arc;

use crate::{
    searcher::SharedOracle,
    spec::{self, Ask, Settings, SolverSpec},
    uci::Engine,
};
use plybench_records::{Identity, SearcherRecord};

/// How a variant searches.
#[derive(Clone, Debug)]
pub enum SearchMethod {
    /// With the search of `plybench-engine` and these settings.
    Skeleton(Box<Settings>),
    /// As this search plays games with these settings against an oracle.
    Games(Box<Settings>, SharedOracle),
    /// With proof-number search, for a mate.
    Solver(SolverSpec),
    /// With another program: a UCI engine.
    Engine(Arc<Engine>),
}

impl SearchMethod {
    /// The identity of its results: two methods of the same identity have the same.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let (game, settings) = match self {
            SearchMethod::Skeleton(settings) => ("", settings),
            SearchMethod::Games(settings, _) => ("against=\"oracle\"\n", settings),
            SearchMethod::Solver(solver) => return solver.identity(),
            SearchMethod::Engine(engine) => return engine.record.identity(),
        };
        Identity {
            searcher: SearcherRecord::skeleton(),
            settings: format!("{game}{}", spec::canonical(settings)),
        }
    }

    /// Whether it asks for the mate that a position's data set claims.
    #[must_use]
    pub fn asks_for_the_claim(&self) -> bool {
        match self {
            SearchMethod::Skeleton(_) | SearchMethod::Games(..) => false,
            SearchMethod::Solver(solver) => solver.ask == Ask::Claimed,
            SearchMethod::Engine(engine) => engine.record.asks_for_the_claim(),
        }
    }

    /// Whether it is asked a single question about a position, so that it has one iteration, that of depth 1.
    #[must_use]
    pub fn is_asked_once(&self) -> bool {
        match self {
            SearchMethod::Skeleton(_) | SearchMethod::Games(..) => false,
            SearchMethod::Solver(solver) => solver.ask == Ask::Claimed,
            SearchMethod::Engine(engine) => engine.record.go.is_some(),
        }
    }

    /// Bytes of memory that a job may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        match self {
            SearchMethod::Skeleton(settings) | SearchMethod::Games(settings, _) => {
                settings.memory()
            }
            SearchMethod::Solver(solver) => solver.limits().bytes,
            SearchMethod::Engine(engine) => engine.memory(),
        }
    }
}
