//! What is to be run: experiment files and settings.

mod experiment;
mod forms;
mod nearest;
mod section;
mod settings;
mod trees;
mod variant;

pub use self::{
    experiment::{DatasetSpec, Experiment, ExperimentError, Metric, Position},
    settings::{SettingError, all_forms, apply, listing, setting, variant},
    trees::Trees,
    variant::ExperimentVariant,
};
pub(crate) use self::{
    nearest::{nearest, suggestion},
    settings::{echo, echo_line},
};
