//! How a variant searches.

use std::sync::Arc;

use crate::{
    searcher::SharedOracle,
    spec::{self, Settings},
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
            SearchMethod::Engine(engine) => return engine.record.identity(),
        };
        Identity {
            searcher: SearcherRecord::skeleton(),
            settings: format!("{game}{}", spec::canonical(settings)),
        }
    }

    /// Bytes of memory that a job may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        match self {
            SearchMethod::Skeleton(settings) | SearchMethod::Games(settings, _) => {
                settings.memory()
            }
            SearchMethod::Engine(engine) => engine.memory(),
        }
    }
}
