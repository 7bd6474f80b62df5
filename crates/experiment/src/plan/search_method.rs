//! How a variant searches.

use std::sync::Arc;

use plybench_engine::{search::SearchOptions, table::TableSize};

use crate::{
    play::AgainstOracle,
    searcher::SharedOracle,
    spec::{self, Settings},
    uci::Engine,
};
use plybench_records::{Identity, SearcherRecord};

/// Bytes of a table entry.
const ENTRY_BYTES: u64 = 16;
/// Bytes of memory that a search takes besides its table.
const SEARCH_BYTES: u64 = 1 << 20;

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
                searcher: SearcherRecord::own(),
                settings: spec::canonical(options),
            },
            SearchMethod::Games(options, _) => AgainstOracle::identity_of(options),
            SearchMethod::Engine(engine) => engine.record.identity(),
        }
    }

    /// Bytes of memory that a job may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let options = match self {
            SearchMethod::Skeleton(settings) | SearchMethod::Games(settings, _) => &settings.search,
            SearchMethod::Engine(engine) => return engine.memory(),
        };
        let table = match options.table.size {
            TableSize::Off => 0,
            TableSize::Entries(entries) => u64::from(entries) * ENTRY_BYTES,
            TableSize::Mib(mib) => u64::from(mib) << 20,
        };
        table + SEARCH_BYTES
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
