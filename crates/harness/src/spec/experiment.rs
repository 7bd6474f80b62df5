//! The experiment file.

use plybench_engine::search::SearchOptions;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::{Table, Value};

use super::settings::{self, SettingError};

/// An experiment: some positions searched by some variants to some depth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// What is to be found out.
    pub purpose: String,
    /// What is counted.
    pub metric: Metric,
    /// The variant that the others are compared with.
    pub baseline: String,
    /// Every position is searched to depth 1, 2, … up to this.
    pub depth: u8,
    /// What is searched.
    pub positions: Vec<Position>,
    /// How it is searched.
    pub variants: Vec<ExperimentVariant>,
}

/// What an experiment counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Entered nodes, all iterations together, from a cleared table.
    Nodes,
    /// The same at the moment the principal variation last changed.
    NodesToPv,
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// A name that records refer to.
    pub id: String,
    /// The position in FEN.
    pub fen: String,
}

/// A configuration to search with: a named variant and what differs from it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentVariant {
    /// A name that records refer to.
    pub name: String,
    /// The named variant that it starts from.
    pub base: String,
    /// Settings that differ from it.
    #[serde(default)]
    pub set: Table,
}

impl ExperimentVariant {
    /// The settings in full.
    ///
    /// # Errors
    /// If the base or a setting does not exist, or takes no such value.
    pub fn options(&self) -> Result<SearchOptions, SettingError> {
        let base = settings::variant(&self.base)?.options;
        self.set
            .iter()
            .try_fold(base, |options, (key, value): (&String, &Value)| {
                settings::apply(&options, key, value.clone())
            })
    }
}

/// Why a text is no experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// It is no TOML, or a key is wrong or missing.
    #[error("experiment, line {line}: {problem}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A variant cannot be made.
    #[error("experiment, variant {name:?}: {source}")]
    Variant {
        /// Its name.
        name: String,
        /// Why not.
        source: SettingError,
    },
}

impl Experiment {
    /// Reads an experiment file.
    ///
    /// # Errors
    /// If the text is no TOML, lacks a key, has an unknown one, or a variant cannot be made.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let experiment: Experiment = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            ExperimentError::Syntax {
                line: text[..start.min(text.len())].matches('\n').count() + 1,
                problem: error.message().lines().collect::<Vec<_>>().join("; "),
            }
        })?;
        for variant in &experiment.variants {
            variant
                .options()
                .map_err(|source| ExperimentError::Variant {
                    name: variant.name.clone(),
                    source,
                })?;
        }
        Ok(experiment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
purpose = "test"
metric = "nodes"
baseline = "off"
depth = 3
positions = [{ id = "krk", fen = "8/7K/8/8/8/8/R7/7k w - - 0 1" }]
variants = [{ name = "off", base = "plain", set = { mate-distance = "cpw" } }]
"#;

    #[test]
    fn an_experiment_is_read() {
        let experiment = Experiment::parse(GOOD).unwrap();
        assert_eq!(experiment.metric, Metric::Nodes);
        assert!(experiment.variants[0].options().is_ok());
    }

    #[test]
    fn a_mistake_is_located() {
        let wrong_key = GOOD.replace("depth = 3", "dept = 3");
        let message = Experiment::parse(&wrong_key).unwrap_err().to_string();
        assert!(
            message.contains("line 5") && message.contains("dept"),
            "{message}"
        );
        let wrong_set = GOOD.replace("mate-distance", "mate-distanse");
        let message = Experiment::parse(&wrong_set).unwrap_err().to_string();
        assert!(
            message.contains("variant \"off\"") && message.contains("mate-distance"),
            "{message}"
        );
    }
}
