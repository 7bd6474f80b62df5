//! What is to be run: experiment files and settings.

mod experiment;
mod forms;
mod settings;
mod trees;

pub(crate) use self::settings::{echo, echo_line, nearest};
pub use self::{
    experiment::{DatasetSpec, Experiment, ExperimentError, ExperimentVariant, Metric, Position},
    settings::{SettingError, all_forms, apply, listing, setting, variant},
    trees::Trees,
};
