//! The configuration of a search on the command line: a variant, and the settings that differ from it.

use plybench_engine::search::SearchOptions;

use super::{failure::Failure, memory};
use plybench_experiment::spec::{self, Settings};

#[derive(clap::Args)]
pub(super) struct ConfigurationArguments {
    /// The named configuration to start from
    #[arg(long, value_name = "VARIANT", default_value = "plain")]
    pub(super) variant: String,
    /// Change a setting of the variant; names can be whole or short, values are as in TOML
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(super) settings: Vec<String>,
}

impl ConfigurationArguments {
    /// The settings of a single search. `prepare` changes the variant before the user's settings do.
    pub(super) fn settings(
        &self,
        prepare: impl FnOnce(SearchOptions) -> SearchOptions,
    ) -> Result<Settings, Failure> {
        let settings = settings(&self.variant, prepare, &self.settings)?;
        memory::refuse_beyond_free(1, settings.memory())?;
        Ok(settings)
    }
}

/// The settings of a named variant, changed by `prepare` and then by the arguments of `--set`.
pub(super) fn settings(
    variant: &str,
    prepare: impl FnOnce(SearchOptions) -> SearchOptions,
    changes: &[String],
) -> Result<Settings, Failure> {
    let variant = spec::variant(variant).map_err(Failure::input)?;
    spec::apply_texts(prepare(variant.options).into(), changes).map_err(Failure::input)
}
