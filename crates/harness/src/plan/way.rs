//! How a variant searches.

use std::sync::Arc;

use plybench_engine::{search::SearchOptions, table::TableSize};

use crate::{
    spec::{self, Settings},
    store::{Identity, SearcherRecord},
    uci::Engine,
};

/// Bytes of a table's entry.
const ENTRY_BYTES: u64 = 16;
/// What a search takes besides its table.
const SEARCH_BYTES: u64 = 1 << 20;

/// How a variant searches.
#[derive(Clone, Debug)]
pub enum Way {
    /// With the engine's skeleton and these settings.
    Own(Box<Settings>),
    /// With another program.
    Engine(Arc<Engine>),
}

impl Way {
    /// What makes its results its own.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match self {
            Way::Own(options) => Identity {
                searcher: SearcherRecord::own(),
                settings: spec::canonical(options),
            },
            Way::Engine(engine) => engine.record.identity(),
        }
    }

    /// Bytes that a job may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let options = match self {
            Way::Own(settings) => &settings.search,
            Way::Engine(engine) => return engine.memory(),
        };
        let table = match options.table.size {
            TableSize::Off => 0,
            TableSize::Entries(entries) => u64::from(entries) * ENTRY_BYTES,
            TableSize::Mib(mib) => u64::from(mib) << 20,
        };
        table + SEARCH_BYTES
    }

    /// The engine's options; none of another program.
    #[must_use]
    pub fn options(&self) -> Option<&SearchOptions> {
        match self {
            Way::Own(settings) => Some(&settings.search),
            Way::Engine(_) => None,
        }
    }
}
