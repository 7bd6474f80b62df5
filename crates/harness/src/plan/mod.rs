//! The plan: which jobs an experiment has, in which order.
//!
//! A job is a variant on a position. Jobs are numbered variant by variant, in the order of the
//! experiment file; the records of a finished experiment stand in that order, however it was run. A
//! shard has every n-th job, so that all shards get jobs of all variants.

mod job;

use std::{collections::HashMap, path::Path};

use plybench_engine::{
    game::chess::{Chess, FenError},
    search::SearchOptions,
};
use plybench_oracle::{Oracle, OracleError};
use thiserror::Error;

pub use self::job::{Job, Limit, job_memory};
use crate::{
    dataset::{self, DatasetError, MateClaim},
    searcher::Root,
    spec::{self, Experiment, SettingError},
    store::{JobId, PositionRecord, Roster, SearcherRecord},
};

/// So many variants that are the same search as others are noted by name.
const FEW: usize = 5;

/// Why there is no plan.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A file of positions is at fault.
    #[error("line {line}: {source}")]
    Dataset {
        /// The line of the experiment file that names it.
        line: usize,
        /// What is wrong.
        source: DatasetError,
    },
    /// A position of the experiment file is.
    #[error("line {line}: position {id:?}: {source}")]
    Position {
        /// Its line in the experiment file.
        line: usize,
        /// Its name.
        id: String,
        /// What is wrong.
        source: FenError,
    },
    /// A variant is.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Two positions have one name.
    #[error(
        "line {line}: two positions are named {id:?}; give each its own id, or each file its own name"
    )]
    Twice {
        /// The line of the experiment file that gives the second, or the file or the trees that have it.
        line: usize,
        /// Their name.
        id: String,
    },
    /// A position that a run kept is none.
    #[error(
        "position {0:?} of a run is neither a FEN nor a tree; give the experiment file, which has them all"
    )]
    Kept(String),
}

impl PlanError {
    /// Whether the user's input is at fault, and not what the system would not give.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        let PlanError::Dataset { source, .. } = self else {
            return true;
        };
        let cache = |source: &OracleError| matches!(source, OracleError::Cache(_));
        !matches!(source, DatasetError::Distance { source, .. } if cache(source))
    }
}

/// A position of an experiment.
#[derive(Clone, Debug)]
pub struct Position {
    /// The name that records refer to.
    pub id: String,
    /// The set that it is from: a file's stem, or the name of some trees.
    pub category: String,
    /// What is searched.
    pub root: Root,
    /// The first mate that its source claims, or what the oracle found.
    pub claim: Option<MateClaim>,
}

/// The jobs of an experiment.
pub struct Plan {
    variants: Vec<Variant>,
    positions: Vec<Position>,
    /// The positions in FEN, or the trees' parameters: with the variants' settings, what job ids are
    /// made of.
    roots: Vec<String>,
    variant_numbers: HashMap<String, usize>,
    position_numbers: HashMap<String, usize>,
    depth: u8,
    limit: Limit,
}

struct Variant {
    name: String,
    options: SearchOptions,
    settings: String,
}

/// One of several parts of a plan: number `index` of `count`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };
}

impl Plan {
    /// The plan of an experiment; files are looked for in its folder. `note` hears what was left out.
    ///
    /// # Errors
    /// If a position or variant cannot be had.
    pub fn of(
        experiment: &Experiment,
        folder: &Path,
        note: impl FnMut(String),
    ) -> Result<Self, PlanError> {
        Plan::with_oracle(experiment, folder, None, note)
    }

    /// As [`Plan::of`], with an oracle for the data sets that ask for one; the user's if none is given.
    ///
    /// # Errors
    /// As [`Plan::of`].
    pub fn with_oracle(
        experiment: &Experiment,
        folder: &Path,
        mut oracle: Option<Oracle>,
        mut note: impl FnMut(String),
    ) -> Result<Self, PlanError> {
        let mut positions = Vec::new();
        // From which position on which line gives them.
        let mut lines = Vec::new();
        for position in &experiment.positions {
            let root = Chess::from_fen(&position.fen).map_err(|source| PlanError::Position {
                line: position.line,
                id: position.id.clone(),
                source,
            })?;
            lines.push((positions.len(), position.line));
            positions.push(Position {
                id: position.id.clone(),
                category: "positions".to_owned(),
                root: Root::Chess(root),
                claim: None,
            });
        }
        for spec in &experiment.datasets {
            let named = dataset::load(folder, spec, &mut oracle, &mut note);
            let named = named.map_err(|source| PlanError::Dataset {
                line: spec.line,
                source,
            })?;
            lines.push((positions.len(), spec.line));
            positions.extend(named.into_iter().map(|named| Position {
                id: named.id,
                category: named.category,
                root: Root::Chess(named.root),
                claim: named.claim,
            }));
        }
        for spec in &experiment.trees {
            lines.push((positions.len(), spec.line));
            positions.extend(spec.trees.iter().map(|(id, tree)| Position {
                id: id.clone(),
                category: spec.name.clone(),
                root: Root::Tree(*tree),
                claim: None,
            }));
        }
        let plan = Plan::on(experiment, positions, &lines)?;
        plan.note_repeated(note);
        Ok(plan)
    }

    /// Notes variants that are the same search as an earlier one.
    fn note_repeated(&self, mut note: impl FnMut(String)) {
        let mut first: HashMap<&str, &str> = HashMap::new();
        let mut repeated = 0;
        for Variant { name, settings, .. } in &self.variants {
            let Some(earlier) = first.get(settings.as_str()) else {
                first.insert(settings, name);
                continue;
            };
            repeated += 1;
            if repeated <= FEW {
                note(format!(
                    "variants {earlier:?} and {name:?} are the same search under two names; both are run"
                ));
            }
        }
        if repeated > FEW {
            let more = repeated - FEW;
            note(format!(
                "{more} more variants are the same search as an earlier one"
            ));
        }
    }

    /// The plan of an experiment whose positions a run has kept: the files that they are from are not
    /// needed.
    ///
    /// # Errors
    /// If a position or variant cannot be had.
    pub fn of_run(
        experiment: &Experiment,
        positions: Vec<PositionRecord>,
    ) -> Result<Self, PlanError> {
        let positions = positions.into_iter().map(|kept| {
            Ok(Position {
                root: Root::parse(&kept.fen)
                    .ok_or_else(|| PlanError::Kept(kept.position.clone()))?,
                id: kept.position,
                category: kept.category,
                claim: kept.dtm.map(MateClaim::Moves),
            })
        });
        let positions: Vec<Position> = positions.collect::<Result<_, PlanError>>()?;
        Plan::on(experiment, positions, &[])
    }

    /// `lines` has from which position on which line of the experiment file gives them.
    fn on(
        experiment: &Experiment,
        positions: Vec<Position>,
        lines: &[(usize, usize)],
    ) -> Result<Self, PlanError> {
        let mut position_numbers = HashMap::new();
        for (number, position) in positions.iter().enumerate() {
            if position_numbers
                .insert(position.id.clone(), number)
                .is_some()
            {
                let before = lines.iter().rev().find(|(first, _)| *first <= number);
                return Err(PlanError::Twice {
                    line: before.map_or(1, |(_, line)| *line),
                    id: position.id.clone(),
                });
            }
        }
        let variants = experiment.variants.iter().map(|variant| {
            let options = variant.options()?;
            Ok(Variant {
                name: variant.name.clone(),
                options,
                settings: spec::canonical(&options),
            })
        });
        let variants = variants.collect::<Result<Vec<Variant>, SettingError>>()?;
        let names = variants.iter().map(|variant| variant.name.clone());
        Ok(Plan {
            variant_numbers: names.zip(0..).collect(),
            variants,
            roots: positions
                .iter()
                .map(|position| position.root.text())
                .collect(),
            position_numbers,
            positions,
            depth: experiment.depth,
            limit: Limit {
                nodes: experiment.nodes,
                stop_at_mate: experiment.stop_at_mate,
            },
        })
    }

    /// How many jobs there are.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.variants.len() * self.positions.len()
    }

    /// The positions, in the experiment's order.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// What a run keeps of its positions.
    pub fn position_records(&self) -> impl Iterator<Item = PositionRecord> {
        let positions = self.positions.iter().zip(&self.roots);
        positions.map(|(position, root)| PositionRecord {
            position: position.id.clone(),
            category: position.category.clone(),
            fen: root.clone(),
            dtm: match position.claim {
                Some(MateClaim::Moves(moves)) => Some(moves),
                Some(MateClaim::Draw) | None => None,
            },
        })
    }

    /// The names of the variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.name.as_str())
    }

    /// The numbers of a shard's jobs.
    pub fn numbers(&self, shard: Shard) -> impl Iterator<Item = usize> + use<> {
        (shard.index..self.jobs()).step_by(shard.count)
    }

    /// The job with a number below [`Plan::jobs`].
    ///
    /// # Panics
    /// If there is no such job.
    #[must_use]
    pub fn job(&self, number: usize) -> Job {
        let variant = &self.variants[number / self.positions.len()];
        let position = &self.positions[number % self.positions.len()];
        Job {
            id: self.id(number, &SearcherRecord::own()),
            variant: variant.name.clone(),
            options: variant.options,
            position: position.id.clone(),
            root: position.root.clone(),
            depth: self.depth,
            limit: self.limit,
        }
    }

    /// Bytes that so many jobs at once may take.
    #[must_use]
    pub fn memory(&self, at_once: usize) -> u64 {
        let variants = self.variants.iter();
        let largest = variants.map(|variant| job_memory(&variant.options)).max();
        largest.unwrap_or(0).saturating_mul(at_once as u64)
    }

    /// The most nodes that so many jobs may enter, if they have a limit.
    #[must_use]
    pub fn most_nodes(&self, jobs: usize) -> Option<u64> {
        self.limit
            .nodes
            .map(|nodes| nodes.saturating_mul(jobs as u64))
    }
}

impl Roster for Plan {
    fn number(&self, variant: &str, position: &str) -> Option<usize> {
        let variant = self.variant_numbers.get(variant)?;
        let position = self.position_numbers.get(position)?;
        Some(variant * self.positions.len() + position)
    }

    fn names(&self, number: usize) -> (&str, &str) {
        let (variant, position) = (number / self.positions.len(), number % self.positions.len());
        (&self.variants[variant].name, &self.positions[position].id)
    }

    fn has_variant(&self, name: &str) -> bool {
        self.variant_numbers.contains_key(name)
    }

    fn id(&self, number: usize, searcher: &SearcherRecord) -> JobId {
        let Limit {
            nodes,
            stop_at_mate,
        } = self.limit;
        let root = &self.roots[number % self.positions.len()];
        let settings = &self.variants[number / self.positions.len()].settings;
        JobId::of(searcher, root, settings, nodes, stop_at_mate)
    }

    fn depth(&self) -> u8 {
        self.depth
    }
}
