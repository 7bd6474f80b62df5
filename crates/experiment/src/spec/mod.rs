//! Experiment files, settings, and abbreviations of variants' names.

mod abbreviation;
mod alike;
mod base;
mod built_in;
mod combinations;
mod difference;
mod engine;
mod experiment;
mod file_keys;
mod judge;
mod metric;
mod published;
mod schema;
mod section;
mod setting_name;
mod settings;
mod solver;
mod subsets;
mod trees;
mod variant;

pub(crate) use self::engine::CLAIMED;
pub use self::{
    abbreviation::{NameError, find, find_all},
    alike::{Pairs, SearchedSubsets},
    built_in::{BUILT_IN, BuiltInExperiment, built_in_data},
    difference::Differences,
    engine::EngineSpec,
    experiment::{
        DatasetSource, DatasetSpec, Distances, Experiment, ExperimentError, Opponent, Position,
    },
    file_keys::{file_format, file_key},
    judge::{JUDGE, Judge, JudgeDepth},
    metric::metric,
    published::{Answer, Band, Published},
    schema::{Bounds, Setting, Takes, With, Word, all as all_settings},
    setting_name::{SettingError, setting, short as short_setting, whole as whole_setting},
    settings::{
        Settings, apply, apply_all, apply_texts, argument, canonical, listing, values, variant,
    },
    solver::{Ask, SolverSpec},
    subsets::Subsets,
    trees::Trees,
    variant::{ExperimentVariant, Ladder},
};
