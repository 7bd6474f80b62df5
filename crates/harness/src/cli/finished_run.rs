//! A run, opened for reading: its experiment and its jobs.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use plybench_engine::table::{TableDepth, TableSize};

use super::{experiment_file, failure::Failure, message};
use plybench_analysis::{
    baseline::{Baseline, JobBaseline},
    outcomes::Outcomes,
};
use plybench_experiment::{
    plan::Plan,
    spec::{self, Experiment},
};
use plybench_records::{
    self as store, JobRecord, Metric, PositionRecord, Roster, RunError, SearcherRecord, StoredRun,
    TechniqueCounts, counts,
};
use plybench_text::plural::{count, in_thousands};

/// The option to compare by another metric than the experiment's.
#[derive(clap::Args)]
pub(super) struct MetricArgument {
    /// Compare this instead of the experiment's metric: nodes, nodes-to-pv, or a count of the records such as
    /// counts.null-move.cuts or counts.table_hits
    #[arg(long, value_name = "NAME")]
    metric: Option<String>,
}

impl MetricArgument {
    /// The metric of the option, if it is given.
    pub(super) fn given(&self) -> Result<Option<Metric>, Failure> {
        let given = self.metric.as_deref().map(spec::metric);
        given
            .transpose()
            .map_err(|problem| Failure::input(format_args!("--metric: {problem}")))
    }
}

/// A run's directory with its experiment and its records.
pub(super) struct FinishedRun<'d> {
    pub(super) directory: &'d Path,
    pub(super) experiment: Experiment,
    metric: Metric,
    metric_name: String,
    plan: Plan,
    stored: StoredRun,
}

/// How long the jobs of a run took.
pub(super) struct Times<'r> {
    plan: &'r Plan,
    seconds: BTreeMap<usize, Vec<f64>>,
}

impl Times<'_> {
    /// Seconds from the start of the job of a variant on a position to the end of iteration 1, 2, …, if they were recorded.
    pub(super) fn of(&self, variant: &str, position: &str) -> Option<&[f64]> {
        let number = self.plan.number(variant, position)?;
        self.seconds.get(&number).map(Vec::as_slice)
    }
}

impl<'d> FinishedRun<'d> {
    /// The searcher that the records name.
    pub(super) fn searcher(&self) -> &SearcherRecord {
        self.stored.searcher()
    }

    /// Opens a run's directory to compare by the metric of the option, or the experiment's. Data sets that the experiment
    /// names are not read.
    pub(super) fn open_by(directory: &'d Path, metric: &MetricArgument) -> Result<Self, Failure> {
        let given = metric.given()?;
        let run = FinishedRun::open(directory)?;
        let Some(metric) = given else {
            return Ok(run);
        };
        Ok(FinishedRun {
            metric_name: metric.to_string(),
            metric,
            ..run
        })
    }

    /// Opens a run's directory to compare by the experiment's metric.
    pub(super) fn open(directory: &'d Path) -> Result<Self, Failure> {
        if !directory.exists() {
            return Err(Failure::input(format_args!(
                "there is no directory {}; give one that `plybench run` wrote",
                directory.display()
            )));
        }
        let path = directory.join(experiment_file::NAME);
        let (experiment, _) = experiment_file::open(&path, |source| {
            RunError::Read {
                path: path.clone(),
                source,
            }
            .into()
        })?;
        let positions = store::read_positions(directory)?;
        let engines = store::read_engines(directory)?;
        let plan = Plan::of_run(&experiment, positions, &engines);
        let plan =
            plan.map_err(|error| Failure::input(format_args!("{}: {error}", directory.display())))?;
        Ok(FinishedRun {
            directory,
            stored: StoredRun::open(directory, &plan)?,
            metric: experiment.metric.clone(),
            metric_name: experiment.metric.to_string(),
            experiment,
            plan,
        })
    }

    /// Notes on stderr what the run lacks or has besides. A command calls this once it has a result, so that an error message
    /// stands alone.
    pub(super) fn note(&self) {
        let (done, planned) = (self.done(), self.planned());
        let directory = self.directory.display();
        match self.stored.holder() {
            Some(holder) => message::note(format_args!(
                "{holder} is working on {directory}; {done} of {planned} jobs are done"
            )),
            None if done < planned => message::note(format_args!(
                "{directory} has {done} of {planned} jobs; `plybench run {directory}` runs the rest"
            )),
            None => {}
        }
        if let Some(failures) = self.failures() {
            message::note(format_args!("{directory}: {failures}"));
        }
        self.stored.remarks().iter().for_each(message::note);
    }

    /// How many jobs are done, and how to get the rest: the end of an error message.
    pub(super) fn fix_hint(&self) -> String {
        let (done, planned) = (self.done(), self.planned());
        let directory = self.directory.display();
        let how = match self.stored.holder() {
            Some(holder) => format!("{holder} is working on {directory}, wait until it ends"),
            None if done < planned => format!(
                "`plybench run {directory}` runs the rest, or merge the parts of a sharded run first"
            ),
            None => "a higher node limit may help".to_owned(),
        };
        format!("{done} of {planned} jobs are done; {how}")
    }

    /// How many jobs failed, if any did, with the reason of the first.
    fn failures(&self) -> Option<String> {
        let failed = self.stored.failures();
        let (number, reason) = failed.first()?;
        let (variant, position) = self.plan.names(*number);
        Some(format!(
            "{} failed; {variant:?} on {position:?}: {reason}",
            count(failed.len(), "job")
        ))
    }

    /// How many jobs the experiment has.
    pub(super) fn planned(&self) -> usize {
        self.plan.jobs()
    }

    /// How many of them are done.
    pub(super) fn done(&self) -> usize {
        (0..self.planned())
            .filter(|&number| self.stored.has(number))
            .count()
    }

    /// The positions, in the experiment's order.
    pub(super) fn positions(&self) -> &[Arc<PositionRecord>] {
        self.plan.positions()
    }

    /// The names of all variants, in the experiment's order.
    pub(super) fn variants(&self) -> impl Iterator<Item = &str> + Clone {
        self.experiment.names()
    }

    /// The name of the variant with this name or abbreviation.
    pub(super) fn variant(&self, given: &str) -> Result<&str, Failure> {
        spec::find(given, self.variants()).map_err(|error| self.at_fault(error))
    }

    /// A failure whose message names the run's experiment file.
    pub(super) fn at_fault(&self, problem: impl std::fmt::Display) -> Failure {
        let file = self.directory.join(experiment_file::NAME);
        Failure::input(format_args!("{}: {problem}", file.display()))
    }

    /// A sentence that says which of these variants are other programs; none if there is none.
    pub(super) fn programs(&self, variants: &[&str]) -> Option<String> {
        let engines = self.plan.engines();
        let shown = engines.filter(|engine| variants.contains(&engine.engine.as_str()));
        let descriptions: Vec<String> = shown
            .map(|engine| format!("{} is {}", engine.engine, engine.description()))
            .collect();
        (!descriptions.is_empty()).then(|| {
            format!(
                "{}; each program counts nodes in its own way.",
                descriptions.join("; ")
            )
        })
    }

    /// The names of two different variants.
    pub(super) fn two_variants(&self, a: &str, b: &str) -> Result<(&str, &str), Failure> {
        let (a, b) = (self.variant(a)?, self.variant(b)?);
        if a == b {
            return Err(Failure::input(format_args!(
                "A and B are both {a:?}; give two different variants"
            )));
        }
        Ok((a, b))
    }

    /// How far the experiment searches, such as "depth 10, at most 200,000 nodes".
    pub(super) fn limits(&self) -> String {
        match self.experiment.nodes {
            Some(nodes) => {
                let nodes = in_thousands(nodes);
                format!("depth {}, at most {nodes} nodes", self.experiment.depth)
            }
            None => format!("depth {}", self.experiment.depth),
        }
    }

    /// Why positions have no results at deeper depths, in words after "positions have".
    pub(super) fn ends(&self) -> &'static str {
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
    pub(super) fn about(&self) -> String {
        let purpose = self.experiment.purpose.trim();
        let stop = if purpose.ends_with(['.', '?', '!']) {
            ""
        } else {
            "."
        };
        format!(
            "Experiment: {purpose}{stop} {} ({}), {}.",
            count(self.positions().len(), "position"),
            self.experiment.sources(),
            self.limits()
        )
    }

    /// The name of the metric, as in an experiment file.
    pub(super) fn metric(&self) -> &str {
        &self.metric_name
    }

    /// The outcomes of these variants, by the metric.
    pub(super) fn outcomes(&self, variants: &[&str]) -> Result<Outcomes, Failure> {
        self.refuse_uncounted(variants, &self.metric)?;
        let (positions, jobs) = (self.positions().to_vec(), self.jobs_of(variants));
        Ok(Outcomes::gather(positions, variants, jobs, &self.metric)?)
    }

    /// Refuses a metric that was not counted: that is not the same as a count of 0.
    fn refuse_uncounted(&self, variants: &[&str], metric: &Metric) -> Result<(), Failure> {
        let mut engines = self.experiment.engines.iter();
        let is_chosen = |name: &str| variants.contains(&name);
        if *metric != Metric::Nodes
            && let Some(engine) = engines.find(|engine| is_chosen(&engine.name))
        {
            return Err(self.at_fault(format_args!(
                "engine {:?} does not report {metric}; compare nodes, or only variants that are not engines",
                plybench_text::echo(&engine.name)
            )));
        }
        if metric.is_of_technique() && self.stored.searcher().counts < counts::OF_TECHNIQUES {
            return Err(Failure::input(format_args!(
                "{} was written by a build that did not count {metric}; run the experiment again, in a new directory",
                self.directory.display()
            )));
        }
        Ok(())
    }

    /// The stored jobs of these variants.
    pub(super) fn jobs_of(
        &self,
        variants: &[&str],
    ) -> impl Iterator<Item = Result<JobRecord, RunError>> {
        self.stored
            .jobs(|number| variants.contains(&self.plan.names(number).0))
    }

    /// The stored jobs, in the experiment's order, to the experiment's depth.
    pub(super) fn jobs(&self) -> impl Iterator<Item = Result<JobRecord, RunError>> {
        self.stored.jobs(|_| true)
    }

    /// The seconds of the stored jobs.
    pub(super) fn times(&self) -> Result<Times<'_>, Failure> {
        Ok(Times {
            plan: &self.plan,
            seconds: self.stored.seconds()?,
        })
    }

    /// The names of the counts of all variants' techniques, such as `null-move.cuts`.
    pub(super) fn technique_counts(&self) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for variant in &self.experiment.variants {
            let options = variant.options().map_err(Failure::input)?;
            for name in TechniqueCounts::of(&options.search.techniques)
                .and(&options.own)
                .names()
            {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(names)
    }

    /// Whether entries of deeper searches serve in the table of one of these variants. False if one of them is another
    /// program, whose table is unknown.
    pub(super) fn is_deeper_entry_served(&self, variants: &[&str]) -> Result<bool, Failure> {
        let mut is_served = false;
        for name in variants {
            let mut named = self.experiment.variants.iter();
            let Some(variant) = named.find(|variant| variant.name == *name) else {
                return Ok(false);
            };
            let table = variant.options().map_err(Failure::input)?.search.table;
            is_served |= table.size != TableSize::Off && table.depth == TableDepth::AtLeast;
        }
        Ok(is_served)
    }

    /// The baseline of all jobs, by a metric.
    pub(super) fn baseline(&self, metric: &Metric) -> Result<Baseline, Failure> {
        self.refuse_uncounted(&self.variants().collect::<Vec<_>>(), metric)?;
        let jobs = self.jobs();
        let jobs: Result<Vec<_>, RunError> =
            jobs.map(|job| Ok(JobBaseline::of(job?, metric))).collect();
        Ok(Baseline::of_jobs(metric.clone(), jobs?))
    }
}
