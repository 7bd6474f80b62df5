//! What is to be run: experiment files, settings, and what may stand for a variant's name.

mod abbreviation;
mod alike;
mod built_in;
mod difference;
mod engine;
mod experiment;
mod file_keys;
mod metric;
mod nearest;
mod schema;
mod section;
mod settings;
mod trees;
mod variant;

pub use self::{
    abbreviation::{NameError, find, find_all},
    alike::Pairs,
    built_in::{BUILT_IN, BuiltInExperiment},
    difference::Differences,
    engine::EngineSpec,
    experiment::{DatasetSource, DatasetSpec, Distances, Experiment, ExperimentError, Position},
    file_keys::file_format,
    metric::metric,
    schema::{Bounds, Setting, Takes, Word, all as all_settings},
    settings::{
        SettingError, Settings, apply, canonical, listing, setting, variant, whole as whole_setting,
    },
    trees::Trees,
    variant::{ExperimentVariant, Ladder},
};
pub(crate) use self::{
    nearest::{nearest, suggestion},
    settings::{echo, echo_line},
};
