//! The experiments of the reports, built into the program so that they run in any directory.

use super::{Experiment, ExperimentError};

/// An experiment that is built into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInExperiment {
    /// Its name, as that of its directory in `reports/`.
    pub name: &'static str,
    /// The experiment file.
    pub text: &'static str,
}

/// The published table.
pub const KRK_MDP: BuiltInExperiment = BuiltInExperiment {
    name: "krk-mdp",
    text: include_str!("../../experiments/krk-mdp.toml"),
};

/// The published table in other orders of equal moves.
pub const KRK_MDP_SEEDS: BuiltInExperiment = BuiltInExperiment {
    name: "krk-mdp-seeds",
    text: include_str!("../../experiments/krk-mdp-seeds.toml"),
};

/// Every built-in experiment, the published table first.
pub const BUILT_IN: [BuiltInExperiment; 9] = [
    KRK_MDP,
    KRK_MDP_SEEDS,
    BuiltInExperiment {
        name: "mdp-forms",
        text: include_str!("../../experiments/mdp-forms.toml"),
    },
    BuiltInExperiment {
        name: "mdp-by-distance",
        text: include_str!("../../experiments/mdp-by-distance.toml"),
    },
    BuiltInExperiment {
        name: "mdp-search-axes",
        text: include_str!("../../experiments/mdp-search-axes.toml"),
    },
    BuiltInExperiment {
        name: "uniform-trees",
        text: include_str!("../../experiments/uniform-trees.toml"),
    },
    BuiltInExperiment {
        name: "flat-mates",
        text: include_str!("../../experiments/flat-mates.toml"),
    },
    BuiltInExperiment {
        name: "check-extension",
        text: include_str!("../../experiments/check-extension.toml"),
    },
    BuiltInExperiment {
        name: "engines-beyond-mate",
        text: include_str!("../../experiments/engines-beyond-mate.toml"),
    },
];

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
