//! Why no plan can be made of an experiment.

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
    /// A position is at fault, has the name of another, or cannot be searched as the experiment has it.
    #[error("line {line}: {problem}")]
    Position {
        /// The line of the experiment file that gives the position, or its data set or trees.
        line: usize,
        /// What is wrong, and how to fix it.
        problem: String,
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
    /// The tables of the oracle cannot be stored or found.
    #[error("the oracle: {0}")]
    Oracle(OracleError),
    /// The records of a run do not have all that the experiment needs. The text says what is missing, and how to fix it.
    #[error("{0}")]
    Run(String),
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
