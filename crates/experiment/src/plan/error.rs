//! Why no plan can be made of an experiment.

use plybench_engine::game::chess::FenError;
use plybench_oracle::OracleError;
use thiserror::Error;

use crate::{dataset::DatasetError, spec::SettingError, uci::EngineError};

/// Why no plan can be made of an experiment.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A file of positions is at fault.
    #[error("line {line}: {source}")]
    Dataset {
        /// The line of the experiment file that names it.
        line: usize,
        /// What is wrong with the data set.
        source: DatasetError,
    },
    /// A position of the experiment file is at fault.
    #[error("line {line}: position {id:?}: {source}")]
    Position {
        /// The line of the position in the experiment file.
        line: usize,
        /// The name of the position.
        id: String,
        /// What is wrong with its FEN.
        source: FenError,
    },
    /// A setting of a variant is at fault.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// An engine is at fault.
    #[error("line {line}: {source}")]
    Engine {
        /// The line of the experiment file that names its program.
        line: usize,
        /// What is wrong with the engine.
        source: EngineError,
    },
    /// An engine cannot search a position.
    #[error(
        "line {line}: engine {engine:?} cannot search {position:?}, {reason}; remove one of them"
    )]
    NotForEngines {
        /// The line of the experiment file that gives the position.
        line: usize,
        /// The engine's name in the experiment file.
        engine: String,
        /// The position's name in the experiment file.
        position: String,
        /// The reason, as a relative clause.
        reason: &'static str,
    },
    /// No game can be played from a position.
    #[error("line {line}: no game against the oracle from {position:?}: {reason}")]
    NotForGames {
        /// The line of the experiment file that gives the position.
        line: usize,
        /// The position's name in the experiment file.
        position: String,
        /// The reason, and what to do.
        reason: String,
    },
    /// The tables of the oracle cannot be stored or found.
    #[error("the oracle: {0}")]
    Oracle(OracleError),
    /// A run has no record of an engine.
    #[error(
        "engine {0:?} is not among the engines of the run; give `plybench run` the experiment file, so that it looks for the engine"
    )]
    UnknownEngine(String),
    /// Two positions have the same name.
    #[error(
        "line {line}: two positions are named {id:?}; give each its own id, or each file its own name"
    )]
    DuplicatePosition {
        /// The line of the experiment file that gives the second position, or its data set or trees.
        line: usize,
        /// The name that both positions have.
        id: String,
    },
    /// A stored position of a run is invalid.
    #[error(
        "position {0:?} of the run is neither a FEN nor a tree; give the experiment file, which has all positions"
    )]
    InvalidStored(String),
}

impl PlanError {
    /// Whether the user's input is at fault, and not the system.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        let cache = |source: &OracleError| matches!(source, OracleError::Cache(_));
        match self {
            PlanError::Dataset { source, .. } => {
                !matches!(source, DatasetError::Distance { source, .. } if cache(source))
            }
            PlanError::Engine { source, .. } => source.is_of_input(),
            PlanError::Oracle(source) => !cache(source),
            _ => true,
        }
    }
}
