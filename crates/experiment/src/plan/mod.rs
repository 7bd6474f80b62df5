//! The plan: the jobs of an experiment, in order.
//!
//! A job is a variant on a position. Jobs are numbered variant by variant, in the order of the
//! experiment file, and the records of a finished run are in that order, however it was run. A shard
//! has every n-th job, so all shards get jobs of all variants.

mod error;
mod job;
mod search_method;

use std::{
    borrow::Cow,
    collections::HashMap,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use plybench_engine::game::Game;
use plybench_oracle::{Dtm, Oracle, OracleError};

pub use self::{
    error::PlanError,
    job::{IfMissed, Job, Limit},
    search_method::SearchMethod,
};
use crate::{
    dataset::{self, MateClaim},
    searcher::{Root, SharedOracle, plies_to},
    spec::{
        Ask, CLAIMED, EngineSpec, Experiment, JUDGE, Opponent, Position, SettingError, SolverSpec,
    },
    uci::Engine,
};
use plybench_records::{
    Depths, EngineRecord, Identity, JobId, JobList, PositionRecord, Protocol, SearcherRecord,
};

/// How many variants that are the same search as others are noted by name.
const FEW: usize = 5;
/// A kept process of an engine is compared with a fresh one at one position in so many. Starting Stockfish takes 150 to 700 ms of
/// processor time, depending on whether free memory is available: spread over them, about 1 of the 3 ms that a job may cost besides its
/// search.
const COMPARED: usize = 512;
/// The place of the first of them, so that a small experiment has one, too.
const FIRST_COMPARED: usize = 63;

/// The jobs of an experiment.
pub struct Plan {
    variants: Vec<Variant>,
    /// Each has a root: it is checked when the plan is made. Job ids are made of its text and the variants' settings.
    positions: Vec<Arc<PositionRecord>>,
    /// The roots of the positions, so that a small job does not pay for parsing one. Empty for the plan of a stored run, of which
    /// most commands search nothing.
    roots: Vec<Root>,
    variant_numbers: HashMap<String, usize>,
    /// The numbers of the positions, sorted by name.
    by_name: Vec<usize>,
    depth: u8,
    limit: Limit,
    nodes_if_missed: Option<u64>,
    /// How far the judge searches, which is the last of the variants if there is one.
    judge: Option<(u8, Limit)>,
}

struct Variant {
    name: String,
    method: SearchMethod,
    /// The program that searches, if it is another one.
    program: Option<SearcherRecord>,
    /// Its settings as canonical text.
    settings: String,
}

impl Variant {
    fn of(name: &str, method: SearchMethod) -> Self {
        let Identity { searcher, settings } = method.identity();
        Variant {
            name: name.to_owned(),
            program: matches!(method, SearchMethod::Engine(_) | SearchMethod::Solver(_))
                .then_some(searcher),
            settings,
            method,
        }
    }

    fn engine(&self) -> Option<&Engine> {
        match &self.method {
            SearchMethod::Engine(engine) => Some(engine),
            _ => None,
        }
    }
}

/// Inputs that a plan uses instead of opening or starting its own.
#[derive(Default)]
pub struct PlanInputs {
    /// The oracle for data sets with `dtm = "oracle"`; by default the user's.
    pub oracle: Option<Oracle>,
    /// The engines of a run. By default the experiment's engines are looked for and started.
    pub engines: Option<Vec<EngineRecord>>,
    /// A flag that ends the start of engines soon after it becomes true.
    pub stop: Option<&'static AtomicBool>,
}

/// One of several parts of a plan: number `index` of `count`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 0.
    pub index: usize,
    /// How many parts the plan has, 1 or more.
    pub count: usize,
}

impl Shard {
    /// All jobs of the plan, on one machine.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };
}

impl Plan {
    /// Makes the plan of an experiment. Relative paths of files and engines start at `folder`. `note` receives notes for the
    /// user.
    ///
    /// # Errors
    /// If a position, a variant or an engine is at fault or unavailable.
    pub fn of(
        experiment: &Experiment,
        folder: &Path,
        note: impl FnMut(String),
    ) -> Result<Self, PlanError> {
        Plan::with(experiment, folder, PlanInputs::default(), note)
    }

    /// As [`Plan::of`], with some inputs given.
    ///
    /// # Errors
    /// As [`Plan::of`].
    pub fn with(
        experiment: &Experiment,
        folder: &Path,
        inputs: PlanInputs,
        mut note: impl FnMut(String),
    ) -> Result<Self, PlanError> {
        let mut oracle = inputs.oracle;
        let (mut positions, mut roots) = (Vec::new(), Vec::new());
        // The line of each position's source.
        let mut lines = Vec::new();
        let mut add = |line, root: Root, record: PositionRecord| {
            lines.push(line);
            positions.push(PositionRecord {
                fen: root.text(),
                ..record
            });
            roots.push(root);
        };
        let named = |position: &str, category: &str| PositionRecord {
            position: position.to_owned(),
            category: category.to_owned(),
            ..PositionRecord::default()
        };
        for Position { id, fen, line } in &experiment.positions {
            let root = Root::read(fen).map_err(|error| PlanError::Position {
                line: *line,
                problem: format!("position {id:?}: {error}"),
            })?;
            add(*line, root, named(id, "positions"));
        }
        for spec in &experiment.datasets {
            let line = spec.line;
            let loaded = dataset::load(folder, spec, &mut oracle, &mut note);
            for loaded in loaded.map_err(|source| PlanError::Dataset { line, source })? {
                let record = PositionRecord {
                    dtm: loaded.claim.and_then(MateClaim::moves),
                    best_moves: loaded.best_moves,
                    avoided_moves: loaded.avoided_moves,
                    ..named(&loaded.id, &loaded.category)
                };
                add(line, loaded.root, record);
            }
        }
        for spec in &experiment.trees {
            for (id, tree) in &spec.trees {
                add(spec.line, Root::Other(tree.clone()), named(id, &spec.name));
            }
        }
        let mut all = positions.iter();
        if experiment.nodes_if_missed.is_some() && !all.any(PositionRecord::has_solution) {
            return Err(PlanError::Position {
                line: lines.first().copied().unwrap_or(1),
                problem: "nodes-if-missed is given, but no position has best moves (bm) or moves to avoid (am); remove it, or give a \
                          data set that has, such as wac"
                    .to_owned(),
            });
        }
        // Engines come last, since starting them may take a while: other errors are reported at once.
        let engine = |spec: &EngineSpec| match &inputs.engines {
            Some(engines) => engine_of_run(spec, engines),
            None => {
                let found = Engine::find(spec, folder, inputs.stop);
                let (mut engine, ready) = found.map_err(|source| PlanError::Engine {
                    line: spec.line,
                    source,
                })?;
                let (depth, stop) = (experiment.depth, inputs.stop);
                let examined = match (spec.protocol, roots.first()) {
                    (Protocol::Json, Some(root)) => {
                        engine.examine_on(&root.text(), depth, ready, stop)
                    }
                    _ => engine.examine(ready, stop),
                };
                examined.into_iter().for_each(&mut note);
                Ok(engine)
            }
        };
        let oracle = match experiment.against {
            None => None,
            Some(Opponent::Oracle) => {
                let oracle = oracle.map_or_else(Oracle::of_user, Ok);
                let mut oracle = oracle.map_err(PlanError::Oracle)?;
                for ((position, root), line) in positions.iter_mut().zip(&roots).zip(&lines) {
                    position.dtm = Some(won(&mut oracle, root, &position.position, *line)?);
                }
                Some(SharedOracle::new(oracle))
            }
        };
        let plan = Plan::build(experiment, positions, &lines, oracle, engine)?;
        plan.note_repeated(note);
        Ok(Plan { roots, ..plan })
    }

    /// Variants that are the same search as an earlier one, each followed by the first of these.
    #[must_use]
    pub fn repeated(&self) -> Vec<(&str, &str)> {
        let mut first: HashMap<(Option<&str>, &str), &str> = HashMap::new();
        let mut repeated = Vec::new();
        // A judge searches further than a variant with its settings.
        for variant in &self.variants[..self.judged_variants()] {
            let program = variant.program.as_ref();
            let key = (program.map(|program| &*program.version), &*variant.settings);
            let earlier = *first.entry(key).or_insert(&variant.name);
            if earlier != variant.name {
                repeated.push((&*variant.name, earlier));
            }
        }
        repeated
    }

    /// Notes variants that are the same search as an earlier one.
    fn note_repeated(&self, mut note: impl FnMut(String)) {
        let repeated = self.repeated();
        for (name, earlier) in repeated.iter().take(FEW) {
            note(format!(
                "variants {earlier:?} and {name:?} are the same search under two names, which is run once"
            ));
        }
        if repeated.len() > FEW {
            let more = match repeated.len() - FEW {
                1 => "1 more variant is".to_owned(),
                more => format!("{more} more variants are"),
            };
            note(format!("{more} the same search as an earlier one"));
        }
    }

    /// Makes the plan of an experiment from the stored positions and engines of a run. The data sets and programs are not
    /// needed.
    ///
    /// # Errors
    /// If a position, a variant or an engine is at fault or missing.
    pub fn of_run(
        experiment: &Experiment,
        positions: Vec<PositionRecord>,
        engines: &[EngineRecord],
    ) -> Result<Self, PlanError> {
        let mut stored = positions.iter();
        if let Some(invalid) = stored.find(|stored| Root::parse(&stored.fen).is_none()) {
            return Err(PlanError::Run(format!(
                "position {:?} of the run is of no known game; give the experiment file, which has all positions",
                invalid.position
            )));
        }
        let oracle = experiment.against.map(|Opponent::Oracle| {
            // Records can be read where there is no folder for tables.
            SharedOracle::new(Oracle::of_user().unwrap_or_else(|_| Oracle::in_memory()))
        });
        Plan::build(experiment, positions, &[], oracle, |spec| {
            engine_of_run(spec, engines)
        })
    }

    /// Makes the plan on these positions, whose sources are on these lines of the experiment file. With an oracle, the variants
    /// play games against it.
    fn build(
        experiment: &Experiment,
        positions: Vec<PositionRecord>,
        lines: &[usize],
        oracle: Option<SharedOracle>,
        mut engine: impl FnMut(&EngineSpec) -> Result<Engine, PlanError>,
    ) -> Result<Self, PlanError> {
        let refused = |number: usize, problem| PlanError::Position {
            line: lines.get(number).copied().unwrap_or(1),
            problem,
        };
        let name = |number: &usize| positions[*number].position.as_str();
        let mut by_name: Vec<usize> = (0..positions.len()).collect();
        by_name.sort_by_key(name);
        let neighbours = by_name.windows(2);
        let alike = neighbours.filter(|two| name(&two[0]) == name(&two[1]));
        if let Some(number) = alike.map(|two| two[1]).min() {
            let problem = format!(
                "two positions are named {:?}; give each its own id, or each file its own name",
                name(&number)
            );
            return Err(refused(number, problem));
        }
        let variants = experiment.variants.iter().map(|variant| {
            let settings = Box::new(variant.options()?);
            let method = match &oracle {
                None => SearchMethod::Skeleton(settings),
                Some(oracle) => SearchMethod::Games(settings, oracle.clone()),
            };
            Ok(Variant::of(&variant.name, method))
        });
        let mut variants = variants.collect::<Result<Vec<Variant>, SettingError>>()?;
        for solver in &experiment.solvers {
            for (number, position) in positions.iter().enumerate() {
                if let Some(reason) = not_for_solvers(solver, position) {
                    let (solver, position) = (&solver.name, &position.position);
                    let problem = format!(
                        "variant {solver:?} cannot search {position:?}, {reason}; remove one of them"
                    );
                    return Err(refused(number, problem));
                }
            }
            let method = SearchMethod::Solver(solver.clone());
            variants.push(Variant::of(&solver.name, method));
        }
        let mut engines = experiment.engines.iter();
        if let Some(first) = engines.find(|engine| engine.protocol.is_uci()) {
            for (number, position) in positions.iter().enumerate() {
                if let Some(reason) = not_for_engines(&root(position)) {
                    let (engine, position) = (&first.name, &position.position);
                    let problem = format!(
                        "engine {engine:?} cannot search {position:?}, {reason}; remove one of them"
                    );
                    return Err(refused(number, problem));
                }
            }
        }
        for spec in &experiment.engines {
            let go = spec.go.as_ref().map_or("", |go| go.get_ref());
            let is_mate = |position: &PositionRecord| position.dtm > Some(0);
            if go.ends_with(CLAIMED)
                && let Some(number) = positions.iter().position(|one| !is_mate(one))
            {
                let problem = format!(
                    "{} has go = {go:?}, but no data set claims that the side to move mates (bm #N or dm N) in {:?}; remove one of them",
                    spec.called(),
                    positions[number].position
                );
                return Err(refused(number, problem));
            }
            let method = SearchMethod::Engine(Arc::new(engine(spec)?));
            variants.push(Variant::of(&spec.name, method));
        }
        if let Some(judge) = &experiment.judge {
            let method = SearchMethod::Skeleton(Box::new(judge.options()?));
            variants.push(Variant::of(JUDGE, method));
        }
        let judge = experiment.judge.as_ref().map(|judge| {
            let limit = Limit {
                nodes: judge.nodes,
                stop_at_mate: false,
            };
            (judge.plies(experiment.depth), limit)
        });
        let names = variants.iter().map(|variant| variant.name.clone());
        Ok(Plan {
            judge,
            variant_numbers: names.zip(0..).collect(),
            variants,
            by_name,
            positions: positions.into_iter().map(Arc::new).collect(),
            roots: Vec::new(),
            depth: experiment.depth,
            limit: Limit {
                nodes: experiment.nodes,
                stop_at_mate: experiment.stop_at_mate,
            },
            nodes_if_missed: experiment.nodes_if_missed,
        })
    }

    /// The engines, in the experiment's order.
    pub fn engines(&self) -> impl Iterator<Item = &EngineRecord> {
        let engines = self.variants.iter().filter_map(Variant::engine);
        engines.map(|engine| &engine.record)
    }

    /// How many jobs the whole plan has: a job for each variant on each position.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.variants.len() * self.positions.len()
    }

    /// The positions, in the experiment's order.
    #[must_use]
    pub fn positions(&self) -> &[Arc<PositionRecord>] {
        &self.positions
    }

    /// The names of the variants, without the judge.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        let names = self.variants.iter().map(|variant| variant.name.as_str());
        names.take(self.judged_variants())
    }

    /// Whether a judge searches each position.
    #[must_use]
    pub fn has_judge(&self) -> bool {
        self.judge.is_some()
    }

    /// How many variants there are without the judge.
    fn judged_variants(&self) -> usize {
        self.variants.len() - usize::from(self.has_judge())
    }

    /// How far a job searches: its depth in plies, and when it ends before.
    fn bounds(&self, number: usize) -> (u8, Limit) {
        if let Some(judge) = self.judge.filter(|_| self.is_of_judge(number)) {
            return judge;
        }
        let method = &self.variants[number / self.positions.len()].method;
        let depth = if method.is_asked_once() {
            1
        } else {
            self.depth
        };
        match method {
            // Once a mate is proven, deeper questions have the same answer. It has a limit of its own.
            SearchMethod::Solver(_) => (
                depth,
                Limit {
                    nodes: None,
                    stop_at_mate: true,
                },
            ),
            _ => (depth, self.limit),
        }
    }

    /// Whether a job is one of the judge's.
    pub(crate) fn is_of_judge(&self, number: usize) -> bool {
        number >= self.judged_variants() * self.positions.len()
    }

    /// The numbers of a shard's jobs.
    pub fn numbers(&self, shard: Shard) -> impl Iterator<Item = usize> + use<> {
        (shard.index..self.jobs()).step_by(shard.count)
    }

    /// Of these jobs, those that have to be searched, and for each the others with the same result: those of a variant that is the
    /// same search.
    #[must_use]
    pub fn distinct(&self, numbers: &[usize]) -> (Vec<usize>, HashMap<usize, Vec<usize>>) {
        let repeated: HashMap<&str, &str> = self.repeated().into_iter().collect();
        if repeated.is_empty() {
            return (numbers.to_vec(), HashMap::new());
        }
        let of_first = |number: &usize| {
            let (variant, position) = self.names(*number);
            self.number(repeated.get(variant)?, position)
        };
        let mut searched: HashMap<usize, usize> = HashMap::new();
        let (mut distinct, mut same) = (Vec::new(), HashMap::<usize, Vec<usize>>::new());
        for number in numbers {
            let first = of_first(number).unwrap_or(*number);
            match searched.get(&first) {
                Some(earlier) => same.entry(*earlier).or_default().push(*number),
                None => {
                    searched.insert(first, *number);
                    distinct.push(*number);
                }
            }
        }
        (distinct, same)
    }

    /// The job with a number below [`Plan::jobs`].
    ///
    /// # Panics
    /// If there is no such job.
    #[must_use]
    pub fn job(&self, number: usize) -> Job {
        let variant = &self.variants[number / self.positions.len()];
        let place = number % self.positions.len();
        let position = &self.positions[place];
        let parsed = self.roots.get(place).cloned();
        let (depth, limit) = self.bounds(number);
        Job {
            id: self.id(number, &SearcherRecord::skeleton()),
            variant: variant.name.clone(),
            method: variant.method.clone(),
            position: position.position.clone(),
            root: parsed.unwrap_or_else(|| root(position)),
            depth,
            limit,
            claim: position.dtm.filter(|_| variant.method.asks_for_the_claim()),
            if_missed: self.if_missed(number),
            is_compared: place % COMPARED == FIRST_COMPARED,
        }
    }

    /// The second search of a job.
    fn if_missed(&self, number: usize) -> Option<IfMissed> {
        if self.is_of_judge(number) || self.is_solver(number) {
            return None;
        }
        let position = &self.positions[number % self.positions.len()];
        let nodes = self.nodes_if_missed.filter(|_| position.has_solution())?;
        let position = Arc::clone(position);
        Some(IfMissed { nodes, position })
    }

    /// Whether the job with a number is searched by this project's engine, and not by another program.
    ///
    /// # Panics
    /// If there is no such job.
    #[must_use]
    pub fn is_skeleton(&self, number: usize) -> bool {
        let variant = &self.variants[number / self.positions.len()];
        variant.program.is_none()
    }

    /// Whether the job with a number is searched by a proof-number search.
    ///
    /// # Panics
    /// If there is no such job.
    #[must_use]
    pub fn is_solver(&self, number: usize) -> bool {
        let variant = &self.variants[number / self.positions.len()];
        matches!(variant.method, SearchMethod::Solver(_))
    }

    /// Bytes of memory that `at_once` jobs may take together.
    #[must_use]
    pub fn memory(&self, at_once: usize) -> u64 {
        let variants = self.variants.iter();
        let largest = variants.map(|variant| variant.method.memory()).max();
        largest.unwrap_or(0).saturating_mul(at_once as u64)
    }

    /// The most nodes that these jobs may enter, if there is a node limit.
    #[must_use]
    pub fn most_nodes(&self, jobs: &[usize]) -> Option<u64> {
        let further = self.nodes_if_missed.unwrap_or(0);
        let nodes = self.limit.nodes?.saturating_add(further);
        let mut all = 0_u64;
        for number in jobs.iter().filter(|number| !self.is_solver(**number)) {
            all = all.saturating_add(match self.is_of_judge(*number) {
                true => self.judge?.1.nodes?,
                false => nodes,
            });
        }
        Some(all)
    }

    /// Whether positions are searched again where the best moves are missed.
    #[must_use]
    pub fn searches_again(&self) -> bool {
        self.nodes_if_missed.is_some()
    }
}

/// The root of a plan's position.
fn root(position: &PositionRecord) -> Root {
    Root::parse(&position.fen).expect("a plan's positions have roots")
}

/// The distance to mate, in moves, of a position on a line of the experiment file from which a game is played.
fn won(oracle: &mut Oracle, root: &Root, position: &str, line: usize) -> Result<i32, PlanError> {
    let distance = root.position().map(|root| oracle.probe(root));
    let reason = match distance.transpose().map(|dtm| dtm.map(Dtm::moves)) {
        Err(source @ OracleError::Cache(_)) => return Err(PlanError::Oracle(source)),
        Err(error) => format!("{error}; remove it"),
        Ok(None) => "it is not a chess position; remove it".to_owned(),
        Ok(Some(None)) => "it is a draw; give a position that one side wins".to_owned(),
        Ok(Some(Some(0))) => "it is mate already; remove it".to_owned(),
        Ok(Some(Some(moves))) => return Ok(moves),
    };
    let problem = format!("no game against the oracle from {position:?}: {reason}");
    Err(PlanError::Position { line, problem })
}

/// The engine of this name that a run has recorded.
fn engine_of_run(spec: &EngineSpec, engines: &[EngineRecord]) -> Result<Engine, PlanError> {
    let record = engines.iter().find(|record| record.engine == spec.name);
    let record = record.ok_or_else(|| {
        PlanError::Run(format!(
            "{} is not among the engines of the run; give `plybench run` the experiment file, so that it looks for it",
            spec.called()
        ))
    })?;
    Ok(Engine::of_run(spec, record.clone()))
}

/// Why an engine cannot search a root, if it cannot.
fn not_for_engines(root: &Root) -> Option<&'static str> {
    match root.position() {
        None => Some("which is not a chess position"),
        Some(position) if !position.has_legal_move() => {
            Some("which has no legal move to answer with in UCI")
        }
        Some(_) => None,
    }
}

/// Why a proof-number search cannot search a position, if it cannot.
fn not_for_solvers(solver: &SolverSpec, position: &PositionRecord) -> Option<&'static str> {
    match (solver.ask, position.dtm) {
        _ if root(position).position().is_none() => Some("which is not a chess position"),
        (Ask::Claimed, None) => {
            Some("of which no data set claims a mate (bm #N or dm N) that it could ask for")
        }
        (Ask::Claimed, Some(moves)) if plies_to(moves).is_none() => {
            Some("whose mate is too far away to ask for")
        }
        _ => None,
    }
}

impl JobList for Plan {
    fn number(&self, variant: &str, position: &str) -> Option<usize> {
        let variant = self.variant_numbers.get(variant)?;
        let name = |number: &usize| self.positions[*number].position.as_str();
        let at = self.by_name.binary_search_by_key(&position, name).ok()?;
        let position = self.by_name[at];
        Some(variant * self.positions.len() + position)
    }

    fn names(&self, number: usize) -> (&str, &str) {
        let (variant, position) = (number / self.positions.len(), number % self.positions.len());
        (
            &self.variants[variant].name,
            &self.positions[position].position,
        )
    }

    fn has_variant(&self, name: &str) -> bool {
        self.variant_numbers.contains_key(name)
    }

    fn id(&self, number: usize, searcher: &SearcherRecord) -> JobId {
        let (
            _,
            Limit {
                nodes,
                stop_at_mate,
            },
        ) = self.bounds(number);
        let place = number % self.positions.len();
        let root = &self.positions[place].fen;
        let variant = &self.variants[number / self.positions.len()];
        let searcher = variant.program.as_ref().unwrap_or(searcher);
        let mut settings = Cow::from(variant.settings.as_str());
        if let Some(IfMissed { nodes, position }) = self.if_missed(number) {
            let (best, avoided) = (&position.best_moves, &position.avoided_moves);
            let further = format!("nodes-if-missed={nodes} best={best:?} avoided={avoided:?}\n");
            settings.to_mut().push_str(&further);
        }
        if let Some(moves) = self.positions[place].dtm
            && variant.method.asks_for_the_claim()
        {
            settings.to_mut().push_str(&format!("mate={moves}\n"));
        }
        JobId::of(searcher, root, &settings, nodes, stop_at_mate)
    }

    fn depths(&self) -> Depths {
        let jobs = self.positions.len();
        let variants = 0..if jobs == 0 { 0 } else { self.variants.len() };
        let groups = variants.map(|variant| (jobs, self.bounds(variant * jobs).0));
        groups.collect()
    }
}
