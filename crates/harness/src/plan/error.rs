//! Why an experiment has no plan.

use plybench_engine::game::chess::FenError;
use plybench_oracle::OracleError;
use thiserror::Error;

use crate::{dataset::DatasetError, spec::SettingError, uci::EngineError};

/// Why there is no plan.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A file of positions is at fault.
    #[error("line {line}: {source}")]
    Dataset {
        /// The line of the experiment file that names it.
        line: usize,
        /// What is wrong.
        source: DatasetError,
    },
    /// A position of the experiment file is.
    #[error("line {line}: position {id:?}: {source}")]
    Position {
        /// Its line in the experiment file.
        line: usize,
        /// Its name.
        id: String,
        /// What is wrong.
        source: FenError,
    },
    /// A variant is.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// An engine is.
    #[error("line {line}: {source}")]
    Engine {
        /// The line of the experiment file that names its program.
        line: usize,
        /// What is wrong.
        source: EngineError,
    },
    /// An engine cannot search a position.
    #[error(
        "line {line}: engine {engine:?} cannot search {position:?}, {reason}; take one of them out"
    )]
    NotForEngines {
        /// The line of the experiment file that gives the position.
        line: usize,
        /// The engine's name.
        engine: String,
        /// The position's name.
        position: String,
        /// Why not.
        reason: &'static str,
    },
    /// A run has kept nothing of an engine.
    #[error(
        "engine {0:?} is not among those that the run has kept; `plybench run` with the experiment file looks for it"
    )]
    Unknown(String),
    /// Two positions have one name.
    #[error(
        "line {line}: two positions are named {id:?}; give each its own id, or each file its own name"
    )]
    Twice {
        /// The line of the experiment file that gives the second, or the file or the trees that have it.
        line: usize,
        /// Their name.
        id: String,
    },
    /// A position that a run kept is none.
    #[error(
        "position {0:?} of a run is neither a FEN nor a tree; give the experiment file, which has them all"
    )]
    Kept(String),
}

impl PlanError {
    /// Whether the user's input is at fault, and not what the system would not give.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        let cache = |source: &OracleError| matches!(source, OracleError::Cache(_));
        match self {
            PlanError::Dataset { source, .. } => {
                !matches!(source, DatasetError::Distance { source, .. } if cache(source))
            }
            PlanError::Engine { source, .. } => source.is_of_input(),
            _ => true,
        }
    }
}
