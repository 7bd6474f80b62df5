//! The plan: which jobs an experiment has, in which order.
//!
//! A job is a variant on a position. Jobs are numbered variant by variant, in the order of the
//! experiment file; the records of a finished experiment stand in that order, however it was run. A
//! shard has every n-th job, so that all shards get jobs of all variants.

mod error;
mod job;
mod way;

use std::{collections::HashMap, path::Path, sync::Arc};

use plybench_engine::game::{Game, chess::Chess};
use plybench_oracle::Oracle;

pub use self::{
    error::PlanError,
    job::{Job, Limit},
    way::Way,
};
use crate::{
    dataset::{self, MateClaim},
    searcher::Root,
    spec::{EngineSpec, Experiment, SettingError},
    store::{EngineRecord, Identity, JobId, PositionRecord, Roster, SearcherRecord},
    uci::Engine,
};

/// So many variants that are the same search as others are noted by name.
const FEW: usize = 5;

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
    way: Way,
    /// What searches, if it is another program.
    program: Option<SearcherRecord>,
    /// Its settings in a canonical text.
    settings: String,
}

impl Variant {
    fn of(name: &str, way: Way) -> Self {
        let Identity { searcher, settings } = way.identity();
        Variant {
            name: name.to_owned(),
            program: matches!(way, Way::Engine(_)).then_some(searcher),
            settings,
            way,
        }
    }

    fn engine(&self) -> Option<&Engine> {
        match &self.way {
            Way::Own(_) => None,
            Way::Engine(engine) => Some(engine),
        }
    }
}

/// What a plan would else have to find out.
#[derive(Default)]
pub struct Known {
    /// Answers for the data sets that ask for them; the user's oracle if none is given.
    pub oracle: Option<Oracle>,
    /// The engines of a run. If none are given, the experiment's are looked for and started.
    pub engines: Option<Vec<EngineRecord>>,
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
    /// The plan of an experiment; files and engines are looked for in its folder. `note` hears what was left out.
    ///
    /// # Errors
    /// If a position, a variant or an engine cannot be had.
    pub fn of(
        experiment: &Experiment,
        folder: &Path,
        note: impl FnMut(String),
    ) -> Result<Self, PlanError> {
        Plan::with(experiment, folder, Known::default(), note)
    }

    /// As [`Plan::of`], where something is known already.
    ///
    /// # Errors
    /// As [`Plan::of`].
    pub fn with(
        experiment: &Experiment,
        folder: &Path,
        known: Known,
        mut note: impl FnMut(String),
    ) -> Result<Self, PlanError> {
        let mut oracle = known.oracle;
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
        // Last, since it may take a while: other mistakes are told at once.
        let engine = |spec: &EngineSpec| match &known.engines {
            Some(engines) => of_run(spec, engines),
            None => Engine::find(spec, folder).map_err(|source| PlanError::Engine {
                line: spec.line,
                source,
            }),
        };
        let plan = Plan::on(experiment, (positions, &lines), engine)?;
        plan.note_repeated(note);
        Ok(plan)
    }

    /// Notes variants that are the same search as an earlier one.
    fn note_repeated(&self, mut note: impl FnMut(String)) {
        let mut first: HashMap<(Option<&str>, &str), &str> = HashMap::new();
        let mut repeated = 0;
        for variant in &self.variants {
            let name = &variant.name;
            let program = variant.program.as_ref();
            let key = (program.map(|program| &*program.version), &*variant.settings);
            let Some(earlier) = first.get(&key) else {
                first.insert(key, name);
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

    /// The plan of an experiment whose positions and engines a run has kept: the files that they are from, and the programs,
    /// are not needed.
    ///
    /// # Errors
    /// If a position, a variant or an engine cannot be had.
    pub fn of_run(
        experiment: &Experiment,
        positions: Vec<PositionRecord>,
        engines: &[EngineRecord],
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
        Plan::on(experiment, (positions, &[]), |spec| of_run(spec, engines))
    }

    /// `lines` has from which position on which line of the experiment file gives them.
    fn on(
        experiment: &Experiment,
        (positions, lines): (Vec<Position>, &[(usize, usize)]),
        engine: impl Fn(&EngineSpec) -> Result<Engine, PlanError>,
    ) -> Result<Self, PlanError> {
        let line_of = |number| {
            let before = lines.iter().rev().find(|(first, _)| *first <= number);
            before.map_or(1, |(_, line)| *line)
        };
        let mut position_numbers = HashMap::new();
        for (number, position) in positions.iter().enumerate() {
            if position_numbers
                .insert(position.id.clone(), number)
                .is_some()
            {
                return Err(PlanError::Twice {
                    line: line_of(number),
                    id: position.id.clone(),
                });
            }
        }
        let variants = experiment.variants.iter().map(|variant| {
            let way = Way::Own(Box::new(variant.options()?));
            Ok(Variant::of(&variant.name, way))
        });
        let mut variants = variants.collect::<Result<Vec<Variant>, SettingError>>()?;
        if let Some(first) = experiment.engines.first() {
            let mut named = positions.iter().enumerate();
            let refused = named.find_map(|(number, position)| {
                Some(PlanError::NotForEngines {
                    line: line_of(number),
                    engine: first.name.clone(),
                    position: position.id.clone(),
                    reason: not_for_engines(&position.root)?,
                })
            });
            refused.map_or(Ok(()), Err)?;
        }
        for spec in &experiment.engines {
            let way = Way::Engine(Arc::new(engine(spec)?));
            variants.push(Variant::of(&spec.name, way));
        }
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

    /// The engines, in the experiment's order.
    pub fn engines(&self) -> impl Iterator<Item = &EngineRecord> {
        let engines = self.variants.iter().filter_map(Variant::engine);
        engines.map(|engine| &engine.record)
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
            way: variant.way.clone(),
            position: position.id.clone(),
            root: position.root.clone(),
            depth: self.depth,
            limit: self.limit,
        }
    }

    /// Whether the job with a number is one of the engine's own skeleton, and not of another program.
    ///
    /// # Panics
    /// If there is no such job.
    #[must_use]
    pub fn is_own(&self, number: usize) -> bool {
        let variant = &self.variants[number / self.positions.len()];
        variant.program.is_none()
    }

    /// Bytes that so many jobs at once may take.
    #[must_use]
    pub fn memory(&self, at_once: usize) -> u64 {
        let variants = self.variants.iter();
        let largest = variants.map(|variant| variant.way.memory()).max();
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

/// An engine of a run.
fn of_run(spec: &EngineSpec, engines: &[EngineRecord]) -> Result<Engine, PlanError> {
    let record = engines.iter().find(|record| record.engine == spec.name);
    let record = record.ok_or_else(|| PlanError::Unknown(spec.name.clone()))?;
    Ok(Engine::of_run(spec, record.clone()))
}

/// Why an engine cannot search a root, if it cannot.
fn not_for_engines(root: &Root) -> Option<&'static str> {
    match root {
        Root::Tree(_) => Some("which is a tree and no chess position"),
        Root::Chess(position) if !position.has_legal_move() => {
            Some("which has no legal move, so that UCI has no answer")
        }
        Root::Chess(_) => None,
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
        let variant = &self.variants[number / self.positions.len()];
        let searcher = variant.program.as_ref().unwrap_or(searcher);
        JobId::of(searcher, root, &variant.settings, nodes, stop_at_mate)
    }

    fn depth(&self) -> u8 {
        self.depth
    }
}
