//! The experiment file.

use std::collections::HashSet;

use plybench_engine::search::SearchOptions;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::{Spanned, Table, Value};

use super::{
    settings::{self, SettingError},
    trees::{Trees, TreesTable},
};

/// An experiment: some positions searched by some variants to some depth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// What is to be found out.
    pub purpose: String,
    /// What is counted.
    pub metric: Metric,
    /// The variant that the others are compared with.
    pub baseline: Spanned<String>,
    /// Every position is searched to depth 1, 2, … up to this.
    pub depth: u8,
    /// The most nodes that a job may enter.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Whether a job ends with the first iteration that is at least as deep as the mate it scores.
    #[serde(default)]
    pub stop_at_mate: bool,
    /// What is searched, given here.
    #[serde(default)]
    pub positions: Vec<Position>,
    /// What is searched, given in files.
    #[serde(default)]
    pub datasets: Vec<DatasetSpec>,
    /// What is searched, made here: once the file is read, the trees that its tables expand to.
    #[serde(skip)]
    pub trees: Vec<Trees>,
    #[serde(default, rename = "trees")]
    tree_tables: Vec<TreesTable>,
    /// How it is searched: once the file is read, with what the grids and ladders expand to.
    #[serde(default)]
    pub variants: Vec<ExperimentVariant>,
    /// All combinations of some settings.
    #[serde(default, rename = "grid")]
    grids: Vec<Grid>,
    /// Settings that are added one at a time.
    #[serde(default, rename = "ladder")]
    ladders: Vec<Ladder>,
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

/// A file of positions, and which of them are taken.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DatasetSpec {
    /// An EPD or FEN file; a relative path starts at the experiment file.
    pub file: Spanned<String>,
    /// Only lines with this EPD operation.
    #[serde(default)]
    pub with: Option<String>,
    /// Only positions of at most so many men.
    #[serde(default)]
    pub men_at_most: Option<u32>,
    /// Only lines that claim a mate in at most so many moves, for either side.
    #[serde(default)]
    pub mate_at_most: Option<u32>,
    /// Of those that are left, only so many, from the first.
    #[serde(default)]
    pub take: Option<usize>,
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

/// Variants with every combination of the values of some settings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grid {
    name: String,
    base: String,
    #[serde(default)]
    set: Table,
    /// For each setting, its values.
    over: toml::map::Map<String, Value>,
}

/// Variants of which each has one setting more than the last.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ladder {
    name: String,
    base: String,
    /// One table a rung, of the settings that it adds.
    add: Vec<Table>,
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

/// Settings as they stand in a variant's name.
fn named(settings: &Table) -> String {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let pairs = settings
        .iter()
        .map(|(key, value)| format!("{key}={}", text(value)));
    pairs.collect::<Vec<_>>().join(",")
}

impl Grid {
    fn expand(&self) -> Vec<ExperimentVariant> {
        let mut sets = vec![Table::new()];
        for (key, values) in &self.over {
            let values = values
                .as_array()
                .cloned()
                .unwrap_or_else(|| vec![values.clone()]);
            sets = sets
                .iter()
                .flat_map(|set| {
                    values.iter().map(move |value| {
                        let mut set = set.clone();
                        set.insert(key.clone(), value.clone());
                        set
                    })
                })
                .collect();
        }
        let expand = |over: Table| {
            let name = format!("{}/{}", self.name, named(&over));
            let mut set = self.set.clone();
            set.extend(over);
            ExperimentVariant {
                name,
                base: self.base.clone(),
                set,
            }
        };
        sets.into_iter().map(expand).collect()
    }
}

impl Ladder {
    fn expand(&self) -> Vec<ExperimentVariant> {
        let mut set = Table::new();
        let mut variants = vec![ExperimentVariant {
            name: self.name.clone(),
            base: self.base.clone(),
            set: set.clone(),
        }];
        for rung in &self.add {
            set.extend(rung.clone());
            variants.push(ExperimentVariant {
                name: format!("{}+{}", variants[variants.len() - 1].name, named(rung)),
                base: self.base.clone(),
                set: set.clone(),
            });
        }
        variants
    }
}

/// Why a text is no experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// It is no TOML, a key is wrong or missing, or a value is.
    #[error("line {line}: {problem}")]
    At {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A variant cannot be made.
    #[error("line {line}: variant {name:?}: {source}")]
    Variant {
        /// The line in which its name stands, from 1.
        line: usize,
        /// Its name.
        name: String,
        /// Why not.
        source: SettingError,
    },
}

/// The line of a place in a text, from 1.
fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
        + 1
}

impl Experiment {
    /// Reads an experiment file, and expands its grids, ladders and trees.
    ///
    /// # Errors
    /// If the text is no TOML, lacks a key, has an unknown one, or a variant or
    /// a tree cannot be made.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let mut experiment: Experiment = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            ExperimentError::At {
                line: line(text, start),
                problem: error.message().lines().collect::<Vec<_>>().join("; "),
            }
        })?;
        let grids = experiment.grids.iter().flat_map(Grid::expand);
        let ladders = experiment.ladders.iter().flat_map(Ladder::expand);
        let expanded: Vec<ExperimentVariant> = grids.chain(ladders).collect();
        experiment.variants.extend(expanded);
        let trees = experiment.tree_tables.iter().map(TreesTable::expand);
        experiment.trees =
            trees
                .collect::<Result<_, _>>()
                .map_err(|(at, problem)| ExperimentError::At {
                    line: line(text, at),
                    problem,
                })?;
        experiment.check(text)?;
        Ok(experiment)
    }

    /// The line in which a variant's name, or that of its grid or ladder, stands.
    fn line_of(text: &str, name: &str) -> usize {
        let stem = name.split(['/', '+']).next().unwrap_or(name);
        // After `name =`, since the baseline may give the same name.
        let quoted = |name: &str| {
            let quoted = format!("\"{name}\"");
            let mut found = text.match_indices(&quoted).map(|(at, _)| at);
            found.find(|&at| {
                text[..at]
                    .trim_end()
                    .trim_end_matches('=')
                    .trim_end()
                    .ends_with("name")
            })
        };
        line(text, quoted(name).or_else(|| quoted(stem)).unwrap_or(0))
    }

    fn check(&self, text: &str) -> Result<(), ExperimentError> {
        let mut names = HashSet::new();
        for variant in &self.variants {
            let line = Self::line_of(text, &variant.name);
            if !names.insert(variant.name.as_str()) {
                let problem = format!(
                    "two variants are named {:?}; give each its own name",
                    variant.name
                );
                return Err(ExperimentError::At { line, problem });
            }
            variant
                .options()
                .map_err(|source| ExperimentError::Variant {
                    line,
                    name: variant.name.clone(),
                    source,
                })?;
        }
        if !names.contains(self.baseline.as_ref().as_str()) {
            let nearest = settings::nearest(self.baseline.as_ref(), names.into_iter());
            let problem = format!(
                "no variant is named {:?}; did you mean {nearest:?}?",
                self.baseline.as_ref()
            );
            return Err(ExperimentError::At {
                line: line(text, self.baseline.span().start),
                problem,
            });
        }
        let problem = if self.purpose.trim().is_empty() {
            "the purpose is empty; say what is to be found out"
        } else if self.positions.is_empty() && self.datasets.is_empty() && self.trees.is_empty() {
            "no positions; give [[positions]], [[datasets]] or [[trees]]"
        } else if !(1..=plybench_engine::units::MAX_DEPTH).contains(&self.depth) {
            "the depth is out of range; give 1 to 100"
        } else {
            return Ok(());
        };
        Err(ExperimentError::At {
            line: 1,
            problem: problem.to_owned(),
        })
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

    fn problem(text: &str) -> String {
        Experiment::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn an_experiment_is_read() {
        let experiment = Experiment::parse(GOOD).unwrap();
        assert_eq!(experiment.metric, Metric::Nodes);
        assert!(experiment.variants[0].options().is_ok());
    }

    #[test]
    fn a_mistake_is_located() {
        for (from, to, line, says) in [
            ("depth = 3", "dept = 3", 5, "dept"),
            (
                "set = { mate-distance",
                "set = { mate-distanse",
                7,
                "\"mate-distance\"",
            ),
            ("baseline = \"off\"", "baseline = \"of\"", 4, "\"off\""),
            ("depth = 3", "depth = 0", 1, "1 to 100"),
            ("purpose = \"test\"", "purpose = \"\"", 1, "purpose"),
            ("\"plain\"", "\"plane\"", 7, "\"plain\""),
        ] {
            let message = problem(&GOOD.replace(from, to));
            assert!(
                message.starts_with(&format!("line {line}: ")) && message.contains(says),
                "{message}"
            );
        }
    }

    #[test]
    fn trees_are_expanded_and_their_mistakes_located() {
        let trees = "[[trees]]\nname = \"b\"\nbranching = [2, 4]\ndepth = 6\nspread = 100\n\
                     mated-share = 0.01\nbest-first-share = 0.5\nseeds = 3\n";
        let text = format!("{GOOD}{trees}");
        assert_eq!(Experiment::parse(&text).unwrap().trees[0].trees.len(), 6);
        for (from, to, line, says) in [
            ("[2, 4]", "[2, 400]", 10, "branching = 400; give 1 to 255"),
            (
                "share = 0.01",
                "share = -1",
                13,
                "mated-share = -1; give 0 to 1",
            ),
            ("branching", "brancing", 10, "`branching`"),
            ("seeds = 3\n", "", 8, "seeds"),
        ] {
            let message = problem(&text.replace(from, to));
            assert!(
                message.starts_with(&format!("line {line}: ")) && message.contains(says),
                "{message}"
            );
        }
    }

    #[test]
    fn a_grid_is_all_combinations_and_a_ladder_adds_up() {
        let text = format!(
            "{GOOD}\n[[grid]]\nname = \"g\"\nbase = \"plain\"\nover = {{ mate-distance = [\"off\", \"cpw\"], fail = [\"hard\", \"soft\"] }}\n\
             [[ladder]]\nname = \"l\"\nbase = \"plain\"\nadd = [{{ mvv-lva = true }}, {{ history = true }}]\n"
        );
        let experiment = Experiment::parse(&text).unwrap();
        let names: Vec<&str> = experiment
            .variants
            .iter()
            .map(|variant| variant.name.as_str())
            .collect();
        assert_eq!(names.len(), 1 + 4 + 3);
        assert!(
            names.contains(&"g/fail=soft,mate-distance=cpw"),
            "{names:?}"
        );
        assert_eq!(names[7], "l+mvv-lva=true+history=true");
        let last = experiment.variants[7].options().unwrap();
        assert!(last.ordering.mvv_lva && last.ordering.history);
        let doubled = text.replace("name = \"l\"", "name = \"off\"");
        assert!(problem(&doubled).contains("two variants"));
    }
}
