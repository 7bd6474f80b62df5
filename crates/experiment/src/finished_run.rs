//! A run, opened for reading: its experiment and its jobs.

use std::{
    collections::BTreeMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use plybench_engine::{
    game::chess::Chess,
    table::{TableDepth, TableSize},
    techniques::{BuiltIn, Effect, MateDistance},
};
use thiserror::Error;

use super::{
    dataset::Epd,
    plan::Plan,
    spec::{self, Experiment, JudgeDepth},
};
use plybench_files::user_file;
use plybench_records::{
    self as store, JobList, Jobs, Metric, PositionRecord, RunError, SearcherRecord, StoredRun,
    TechniqueCounts, counts,
};
use plybench_text::plural::{count, in_thousands};

/// The name of the experiment file in a run's directory.
pub const EXPERIMENT_FILE: &str = "experiment.toml";

/// Why a run's directory cannot be used: for reading a finished run, or for a new one.
#[derive(Debug, Error)]
pub enum FinishedRunError {
    /// The user's input is at fault; the text says what, where and how to fix it.
    #[error("{0}")]
    Input(String),
    /// Its records cannot be used.
    #[error(transparent)]
    Records(#[from] RunError),
    /// The system cannot read a file; the text names the file.
    #[error("{0}")]
    System(String),
}

fn input(message: impl fmt::Display) -> FinishedRunError {
    FinishedRunError::Input(message.to_string())
}

/// Reads an experiment file and returns it with its text. `unreadable` makes the error if the file cannot be read.
///
/// # Errors
/// If it cannot be read, or is not a valid experiment.
pub fn read_experiment<E: From<FinishedRunError>>(
    file: &Path,
    unreadable: impl FnOnce(io::Error) -> E,
) -> Result<(Experiment, String), E> {
    let name = file.display();
    let text = String::from_utf8(user_file::read(file).map_err(unreadable)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        input(format_args!(
            "{name}, line {line}: not UTF-8 text; save the file as UTF-8"
        ))
    })?;
    let experiment = Experiment::parse(&text);
    let experiment = experiment.map_err(|error| {
        let hint = other_format(&text).unwrap_or_default();
        input(format_args!("{name}, {error}{hint}"))
    })?;
    Ok((experiment, text))
}

/// What a file of another format is that was given as an experiment.
fn other_format(text: &str) -> Option<&'static str> {
    let first = text.lines().find_map(|line| Epd::parse(line).transpose())?;
    Some(match first {
        Ok(_) => {
            "; this looks like a list of positions, which an experiment names with file in [[datasets]]"
        }
        Err(_) if text.starts_with("[Event ") => "; this looks like PGN",
        Err(_) if text.starts_with('{') => "; this looks like JSON, an experiment is TOML",
        Err(_) => return None,
    })
}

/// The plan of a run's experiment, from the positions and engines in its directory.
///
/// # Errors
/// If they cannot be read, or do not match the experiment.
pub fn plan_of_run(experiment: &Experiment, directory: &Path) -> Result<Plan, FinishedRunError> {
    let positions = store::read_positions(directory)?;
    let plan = Plan::of_run(experiment, positions, &store::read_engines(directory)?);
    plan.map_err(|error| input(format_args!("{}: {error}", directory.display())))
}

/// A run's directory with its experiment and its records.
pub struct FinishedRun {
    /// Where it is, as the user named it.
    pub directory: PathBuf,
    /// The experiment of the file in its directory.
    pub experiment: Experiment,
    metric: Metric,
    plan: Plan,
    stored: StoredRun,
}

/// How long the jobs of a run took.
pub struct Times<'r> {
    plan: &'r Plan,
    seconds: BTreeMap<usize, Vec<f64>>,
}

impl Times<'_> {
    /// Seconds from the start of the job of a variant on a position to the end of iteration 1, 2, …, if they were recorded.
    #[must_use]
    pub fn of(&self, variant: &str, position: &str) -> Option<&[f64]> {
        let number = self.plan.number(variant, position)?;
        self.seconds.get(&number).map(Vec::as_slice)
    }
}

impl FinishedRun {
    /// The searcher that the records name.
    #[must_use]
    pub fn searcher(&self) -> &SearcherRecord {
        self.stored.searcher()
    }

    /// Opens a run's directory to compare by the experiment's metric. Data sets that the experiment names are not read.
    ///
    /// # Errors
    /// If there is no run, its files cannot be read, or they do not match the experiment.
    pub fn open(directory: &Path) -> Result<Self, FinishedRunError> {
        if !directory.is_dir() {
            let is = if directory.exists() {
                "is a file"
            } else {
                "does not exist"
            };
            let name = directory.display();
            return Err(input(format_args!(
                "{name} {is}; give a directory that `plybench run` wrote"
            )));
        }
        let path = directory.join(EXPERIMENT_FILE);
        let unreadable = |source| {
            let path = path.clone();
            FinishedRunError::Records(RunError::Read { path, source })
        };
        let (experiment, _) = read_experiment(&path, unreadable)?;
        let plan = plan_of_run(&experiment, directory)?;
        Ok(FinishedRun {
            stored: StoredRun::open(directory, &plan)?,
            directory: directory.to_owned(),
            metric: experiment.metric.clone(),
            experiment,
            plan,
        })
    }

    /// What the run lacks or has besides, a sentence each.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let (done, planned) = (self.done(), self.planned());
        let directory = self.directory.display();
        let lacking = match self.stored.holder() {
            Some(holder) => Some(format!(
                "{holder} is working on {directory}; {done} of {planned} jobs are done"
            )),
            None if done < planned => Some(format!(
                "{directory} has {done} of {planned} jobs; `plybench run {directory}` runs the rest"
            )),
            None => None,
        };
        let failures = self.failures().into_iter();
        let failures = failures.map(|failed| format!("{directory}: {failed}"));
        let doubts = self.stored.doubts().map(|(all, number, first)| {
            let (variant, position) = self.plan.names(number);
            let all = count(all, "doubtful answer");
            format!("{directory}: {all}; {variant:?} on {position:?}, {first}")
        });
        let notes = lacking.into_iter().chain(failures).chain(doubts);
        notes.chain(self.stored.remarks()).collect()
    }

    /// How many jobs are done, and how to get the rest: the end of an error message.
    #[must_use]
    pub fn fix_hint(&self) -> String {
        let (done, planned) = (self.done(), self.planned());
        let directory = self.directory.display();
        let how = match self.stored.holder() {
            Some(holder) => format!("{holder} is working on {directory}, wait until it ends"),
            None if done < planned => format!(
                "`plybench run {directory}` runs the rest, or merge the parts of a sharded run first"
            ),
            None => "a higher node limit may help".to_owned(),
        };
        let failures = self.failures().join("; ");
        let failures = match failures.is_empty() {
            true => failures,
            false => format!("; {failures}"),
        };
        format!("{done} of {planned} jobs are done; {how}{failures}")
    }

    /// For each variant with failed jobs, how many these are and why the first one failed.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let failed = self.stored.failures();
        let variant = |(number, _): &(usize, String)| self.plan.names(*number).0;
        let by_variant = failed.chunk_by(|one, next| variant(one) == variant(next));
        let first = by_variant.map(|failed| {
            let (number, reason) = &failed[0];
            let (variant, position) = self.plan.names(*number);
            let jobs = count(failed.len(), "job");
            format!("{jobs} failed; {variant:?} on {position:?}: {reason}")
        });
        first.collect()
    }

    /// How many jobs the experiment has.
    #[must_use]
    pub fn planned(&self) -> usize {
        self.plan.jobs()
    }

    /// How many of them are done.
    #[must_use]
    pub fn done(&self) -> usize {
        (0..self.planned())
            .filter(|&number| self.stored.has(number))
            .count()
    }

    /// The positions, in the experiment's order.
    #[must_use]
    pub fn positions(&self) -> &[Arc<PositionRecord>] {
        self.plan.positions()
    }

    /// The names of all variants, in the experiment's order.
    pub fn variants(&self) -> impl Iterator<Item = &str> + Clone {
        self.experiment.names()
    }

    /// The names of the variants that have ratios to each other by the run's metric, in the experiment's order. Counts of nodes and of
    /// expansions have none.
    pub fn compared(&self) -> impl Iterator<Item = &str> {
        let all = self.variants();
        all.filter(|name| self.why_without_ratios(name).is_none())
    }

    fn why_without_ratios(&self, name: &str) -> Option<String> {
        self.experiment.why_without_ratios(name, &self.metric)
    }

    /// The name of the variant with this name or abbreviation.
    ///
    /// # Errors
    /// If there is none, or several.
    pub fn variant(&self, given: &str) -> Result<&str, FinishedRunError> {
        spec::find(given, self.variants()).map_err(|error| self.at_fault(error))
    }

    /// Variants that are the same search as another, each followed by that other: the baseline, or else the first of them.
    #[must_use]
    pub fn repeated<'r>(&'r self, baseline: &'r str) -> Vec<(&'r str, &'r str)> {
        let mut repeated = self.plan.repeated();
        if let Some(at) = repeated.iter().position(|(name, _)| *name == baseline) {
            let first = repeated[at].1;
            repeated[at].0 = first;
            for (_, same) in repeated.iter_mut().filter(|(_, same)| *same == first) {
                *same = baseline;
            }
        }
        repeated
    }

    /// An error whose message names the run's experiment file.
    pub fn at_fault(&self, problem: impl fmt::Display) -> FinishedRunError {
        let file = self.directory.join(EXPERIMENT_FILE);
        input(format_args!("{}: {problem}", file.display()))
    }

    /// A sentence that says which of these variants are other programs or proof-number searches; none if there is none.
    #[must_use]
    pub fn programs(&self, variants: &[&str]) -> Option<String> {
        let engines = self.plan.engines();
        let shown = engines.filter(|engine| variants.contains(&engine.engine.as_str()));
        let programs: Vec<String> = shown
            .map(|engine| format!("{} is {}", engine.engine, engine.description()))
            .collect();
        let solvers = self.experiment.solvers.iter();
        let solvers = solvers.filter(|solver| variants.contains(&solver.name.as_str()));
        let solvers: Vec<String> = solvers
            .map(|solver| format!("{} is {}", solver.name, solver.description()))
            .collect();
        let sentences = [
            (programs, "each program counts nodes in its own way."),
            (solvers, "expansions and created positions are not nodes."),
        ];
        let given = sentences.into_iter().filter(|(all, _)| !all.is_empty());
        let given: Vec<String> = given
            .map(|(all, end)| format!("{}; {end}", all.join("; ")))
            .collect();
        (!given.is_empty()).then(|| given.join(" "))
    }

    /// The names of two different variants.
    ///
    /// # Errors
    /// If one of them is unknown, or both are the same.
    pub fn two_variants(&self, a: &str, b: &str) -> Result<(&str, &str), FinishedRunError> {
        let (a, b) = (self.variant(a)?, self.variant(b)?);
        if a == b {
            return Err(input(format_args!(
                "A and B are both {a:?}; give two different variants"
            )));
        }
        Ok((a, b))
    }

    /// How far the experiment searches, such as "depth 10, at most 200,000 nodes". Second searches are named, too.
    #[must_use]
    pub fn limits(&self) -> String {
        let nodes = self.experiment.nodes.map(in_thousands);
        let nodes = nodes.map(|nodes| format!(", at most {nodes} nodes"));
        let further = self.experiment.nodes_if_missed.map(in_thousands);
        let further = further.map(|nodes| format!(" ({nodes} where the best moves are missed)"));
        format!(
            "depth {}{}{}",
            self.experiment.depth,
            nodes.unwrap_or_default(),
            further.unwrap_or_default()
        )
    }

    /// Why positions have no results at deeper depths, in words after "positions have".
    #[must_use]
    pub fn ends(&self) -> &'static str {
        match (
            self.experiment.nodes.is_some(),
            self.experiment.stop_at_mate,
        ) {
            (true, false) => "reached their node limit",
            (true, true) => "reached their node limit or stopped at a mate",
            (false, true) => "stopped at a mate",
            (false, false) => "ended before",
        }
    }

    /// The experiment in two sentences: its purpose, its positions and its limits.
    #[must_use]
    pub fn about(&self) -> String {
        let purpose = self.experiment.purpose.trim();
        let stop = match purpose.ends_with(['.', '?', '!']) {
            true => "",
            false => ".",
        };
        format!(
            "Experiment: {purpose}{stop} {} ({}), {}.",
            count(self.positions().len(), "position"),
            self.experiment.sources(),
            self.limits()
        )
    }

    /// The same, to be compared by another metric than the experiment's.
    #[must_use]
    pub fn by(self, metric: Metric) -> Self {
        FinishedRun { metric, ..self }
    }

    /// What its variants are compared by.
    #[must_use]
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// Refuses a metric that was not counted: that is not the same as a count of 0.
    ///
    /// # Errors
    /// If a program among these variants does not report it, or the build that wrote the records did not count it.
    pub fn refuse_uncounted(
        &self,
        variants: &[&str],
        metric: &Metric,
    ) -> Result<(), FinishedRunError> {
        let mut engines = self.experiment.engines.iter();
        let is_chosen = |name: &str| variants.contains(&name);
        if *metric != Metric::Nodes
            && let Some(engine) = engines.find(|engine| is_chosen(&engine.name))
        {
            return Err(self.at_fault(format_args!(
                "{} does not report {metric}; compare nodes, or only variants that are not other programs",
                plybench_text::echo(&engine.called())
            )));
        }
        let mut reasons = variants.iter().filter_map(|name| {
            let why = self.experiment.why_without_ratios(name, metric)?;
            Some(format!("variant {:?} {why}", plybench_text::echo(name)))
        });
        if let Some(reason) = reasons.next() {
            return Err(self.at_fault(format_args!(
                "{reason}; choose other variants, or another --metric"
            )));
        }
        if metric.is_of_technique() && self.stored.searcher().counts < counts::OF_TECHNIQUES {
            return Err(input(format_args!(
                "{} was written by a build that did not count {metric}; run the experiment again, in a new directory",
                self.directory.display()
            )));
        }
        Ok(())
    }

    /// The stored jobs of these variants.
    pub fn jobs_of<'r>(&'r self, variants: &'r [&str]) -> Jobs<'r> {
        self.stored
            .jobs(move |number| variants.contains(&self.plan.names(number).0))
    }

    /// The stored jobs of all variants, in the experiment's order, to the experiment's depth.
    pub fn jobs(&self) -> Jobs<'_> {
        self.stored.jobs(|number| !self.plan.is_of_judge(number))
    }

    /// The stored jobs of the judge.
    pub fn jobs_of_judge(&self) -> Jobs<'_> {
        self.stored.jobs(|number| self.plan.is_of_judge(number))
    }

    /// How the judge searched, as a sentence; none if there is no judge.
    #[must_use]
    pub fn judge(&self) -> Option<String> {
        let judge = self.experiment.judge.as_ref()?;
        let depth = match judge.depth {
            JudgeDepth::Same => "to the same depth".to_owned(),
            JudgeDepth::Plies(plies) => format!("to depth {plies}"),
        };
        let nodes = judge.nodes.map(in_thousands);
        let nodes = nodes.map(|nodes| format!(", at most {nodes} nodes a position"));
        let is_judge = |variant: &&spec::ExperimentVariant| {
            (&variant.base, &variant.set) == (&judge.variant.base, &judge.variant.set)
        };
        let known = self.experiment.variants.iter().find(is_judge);
        let how = known.map_or_else(
            || format!("with {}", judge.variant.arguments()),
            |variant| format!("as {:?}", plybench_text::echo(&variant.name)),
        );
        Some(format!(
            "The judge searches {how}, every move with the full window, {depth}{}.",
            nodes.unwrap_or_default(),
        ))
    }

    /// The seconds of the stored jobs.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn times(&self) -> Result<Times<'_>, FinishedRunError> {
        Ok(Times {
            plan: &self.plan,
            seconds: self.stored.seconds()?,
        })
    }

    /// The names of the counts of all variants' techniques, such as `null-move.cuts`.
    ///
    /// # Errors
    /// If a variant has settings that this build does not take.
    pub fn technique_counts(&self) -> Result<Vec<String>, FinishedRunError> {
        let mut names = Vec::new();
        for variant in &self.experiment.variants {
            let options = variant.options().map_err(input)?;
            let counts = TechniqueCounts::of(&options.search.techniques, &options.registered);
            for name in counts.names() {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(names)
    }

    /// The names of the counts that programs and proof-number searches gave, in the order of the records.
    ///
    /// # Errors
    /// If the records cannot be read.
    pub fn program_counts(&self) -> Result<Vec<String>, RunError> {
        let programs = self.experiment.engines.iter();
        let programs = programs.filter(|program| !program.protocol.is_uci());
        let solvers = self.experiment.solvers.iter().map(|solver| &*solver.name);
        let programs: Vec<&str> = programs
            .map(|program| &*program.name)
            .chain(solvers)
            .collect();
        let mut names: Vec<String> = Vec::new();
        if programs.is_empty() {
            return Ok(names);
        }
        for job in self.jobs_of(&programs) {
            for (name, _) in job?.iterations.iter().flat_map(|one| one.counts.iter()) {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(names)
    }

    /// Whether two variants differ only in exact techniques and use table entries of deeper searches: nothing else can then change a
    /// score. False if one of them is another program, whose settings are unknown, or has a technique of the calling program.
    ///
    /// # Errors
    /// If a variant has settings that this build does not take.
    pub fn only_deeper_entries_change_scores(
        &self,
        a: &str,
        b: &str,
    ) -> Result<bool, FinishedRunError> {
        let mut searches = Vec::new();
        for variant in &self.experiment.variants {
            if variant.name == a || variant.name == b {
                let options = variant.options().map_err(input)?;
                if options.registered.is_empty() && are_exact(&options.search.techniques) {
                    searches.push(options.search);
                }
            }
        }
        let [one, other] = &mut searches[..] else {
            return Ok(false);
        };
        one.techniques = other.techniques;
        let table = one.table;
        let is_to_depth = !one.driver.may_search_shallower();
        Ok(one == other
            && is_to_depth
            && table.size != TableSize::Off
            && table.depth == TableDepth::AtLeast)
    }
}

/// Whether all techniques that are on are exact.
fn are_exact(techniques: &BuiltIn) -> bool {
    let on = techniques.on::<Chess>();
    BuiltIn::registry().iter().all(|known| {
        let is_other_form = known.alone.mate_distance != techniques.mate_distance;
        let alone = known.alone.on::<Chess>();
        let is_form = known.alone.mate_distance != MateDistance::Off;
        let is_on = alone
            .iter()
            .all(|(by, _)| on.iter().any(|(place, _)| place == by));
        known.info.effect == Effect::Exact || !is_on || is_form && is_other_form
    })
}
