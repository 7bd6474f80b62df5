//! What is to be run: experiment files and settings.

mod experiment;
mod settings;

pub(crate) use self::settings::{echo, echo_line, nearest};
pub use self::{
    experiment::{DatasetSpec, Experiment, ExperimentError, ExperimentVariant, Metric, Position},
    settings::{SettingError, apply, listing, variant},
};
