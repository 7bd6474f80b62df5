//! How a variant searches.

use std::sync::Arc;

use plybench_engine::search::SearchOptions;

use crate::{
    play::AgainstOracle,
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
    /// The identity of its results.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match self {
            SearchMethod::Skeleton(options) => Identity {
                searcher: SearcherRecord::skeleton(),
                settings: spec::canonical(options),
            },
            SearchMethod::Games(options, _) => AgainstOracle::identity_of(options),
            SearchMethod::Engine(engine) => engine.record.identity(),
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

    /// The options of the search; none for another program.
    #[must_use]
    pub fn options(&self) -> Option<&SearchOptions> {
        match self {
            SearchMethod::Skeleton(settings) | SearchMethod::Games(settings, _) => {
                Some(&settings.search)
            }
            SearchMethod::Engine(_) => None,
        }
    }
}
