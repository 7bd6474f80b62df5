//! The experiments of the reports, built into the program so that they run in any directory.

use super::{Experiment, ExperimentError};

/// An experiment that is built into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInExperiment {
    /// Its name, as that of its directory in `reports/`.
    pub name: &'static str,
    /// The contents of its `experiment.toml`.
    pub text: &'static str,
}

macro_rules! built_in {
    ($($name:literal => $text:expr),+) => {
        [$(BuiltInExperiment { name: $name, text: $text }),+]
    };
}

/// Every built-in experiment, the published table first.
pub const BUILT_IN: [BuiltInExperiment; 26] = built_in! {
    "krk-mdp" => include_str!("../../experiments/krk-mdp.toml"),
    "techniques" => include_str!("../../experiments/techniques.toml"),
    "technique-subsets" => include_str!("../../experiments/technique-subsets.toml"),
    "technique-pairs" => include_str!("../../experiments/technique-pairs.toml"),
    "krk-mdp-seeds" => include_str!("../../experiments/krk-mdp-seeds.toml"),
    "mdp-forms" => include_str!("../../experiments/mdp-forms.toml"),
    "mdp-by-distance" => include_str!("../../experiments/mdp-by-distance.toml"),
    "mdp-search-axes" => include_str!("../../experiments/mdp-search-axes.toml"),
    "uniform-trees" => include_str!("../../experiments/uniform-trees.toml"),
    "flat-mates" => include_str!("../../experiments/flat-mates.toml"),
    "check-extension" => include_str!("../../experiments/check-extension.toml"),
    "engines-beyond-mate" => include_str!("../../experiments/engines-beyond-mate.toml"),
    "mate-finding" => include_str!("../../experiments/mate-finding.toml"),
    "wac" => include_str!("../../experiments/wac.toml"),
    "iq4-eet" => include_str!("../../experiments/iq4-eet.toml"),
    "heinz-1998" => include_str!("../../experiments/heinz-1998.toml"),
    "schaeffer-1989" => include_str!("../../experiments/schaeffer-1989.toml"),
    "verified-null-move" => include_str!("../../experiments/verified-null-move.toml"),
    "transposition-cutoffs" => include_str!("../../experiments/transposition-cutoffs.toml"),
    "replacement" => include_str!("../../experiments/replacement.toml"),
    "ordering" => include_str!("../../experiments/ordering.toml"),
    "minimal-tree" => include_str!("../../experiments/minimal-tree.toml"),
    "explosions" => include_str!("../../experiments/explosions.toml"),
    "toga-options" => include_str!("../../experiments/toga-options.toml"),
    "othello" => include_str!("../../experiments/othello.toml"),
    "othello-endgames" => include_str!("../../experiments/othello-endgames.toml")
};

/// The text of a data file of built-in experiments, by its name in `data`.
#[must_use]
pub fn built_in_data(name: &str) -> Option<&'static str> {
    match name {
        "krk-mdp" => Some(include_str!("../../experiments/krk-mdp.csv")),
        "krk-mdp-band" => Some(include_str!("../../experiments/krk-mdp-band.csv")),
        "heinz-1998" => Some(include_str!("../../experiments/heinz-1998.csv")),
        "othello" => Some(include_str!("../../experiments/othello.csv")),
        "schaeffer-1989" => Some(include_str!("../../experiments/schaeffer-1989.csv")),
        "transposition-cutoffs" => {
            Some(include_str!("../../experiments/transposition-cutoffs.csv"))
        }
        _ => None,
    }
}

impl BuiltInExperiment {
    /// The built-in experiment of this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        BUILT_IN.iter().find(|built_in| built_in.name == name)
    }

    /// The parsed experiment.
    ///
    /// # Errors
    /// If the text is not an experiment.
    pub fn experiment(&self) -> Result<Experiment, ExperimentError> {
        Experiment::parse(self.text)
    }
}
