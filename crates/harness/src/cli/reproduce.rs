//! `plybench reproduce`: run and report of a built-in experiment with a published table.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use super::{
    failure::Failure,
    interrupt, memory,
    number::whole,
    output,
    progress::Progress,
    published::{self, PublishedData, Report},
    write::{refuse_others, refuse_others_of, with_file_rule},
};
use plybench_experiment::{
    finished_run::EXPERIMENT_FILE,
    plan::{Plan, Shard},
    run::{Session, SessionError},
    spec::{BUILT_IN, BuiltInExperiment, Experiment},
};
use plybench_records::{
    POSITIONS, RECORDS, Staging, StoredRun, TIMINGS, Unmatched, write_positions, write_whole,
};

/// Reproduce a published table, by default that of mate distance pruning: KR vs K to depth 20, off and on, with charts
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule("Examples: plybench reproduce --out /tmp/krk-mdp\n          plybench reproduce --seeds 15\n\n\
                  `plybench run FILE` and `plybench report DIR` write the same tables for an experiment file of your own\n\
                  with a [published] table.\n\n\
                  In JSON, `ratio` is the ratio of all nodes entered. `published_ratio` is that of nodes until the\n\
                  principal variation was found, since that is what was published; compare it with `ratio_to_pv`.\n\
                  `seeds` has the median and the band of the seeds, 200 or N, by nodes to PV, too.")
)]
pub(super) struct Arguments {
    /// The built-in experiment with a [published] table; if not given, krk-mdp, or with --seeds krk-mdp-seeds
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The directory for records, tables and charts, created if missing; if not given, reports/NAME, or NAME.run if the
    /// table has changes between variants, or with --seeds no files are written
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Search with the first N of 200 other seeds, too, which put equal moves in another order, and compare them
    /// with the band that tables and charts show; N = 200 takes minutes
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(0..))]
    seeds: Option<usize>,
    /// Print the rows as JSON
    #[arg(long)]
    json: bool,
}

/// How to name another directory.
const HOW: &str = " with --out";

/// A built-in experiment with its published table.
struct PublishedExperiment {
    built_in: &'static BuiltInExperiment,
    experiment: Experiment,
    data: PublishedData,
    /// The command that repeats it, without options.
    command: String,
}

impl PublishedExperiment {
    fn named(given: Option<&str>, default: &str) -> Result<Self, Failure> {
        let name = given.unwrap_or(default);
        let unknown = || {
            let has_table =
                |one: &BuiltInExperiment| one.experiment().is_ok_and(|one| one.published.is_some());
            let names = BUILT_IN.iter().filter(|one| has_table(one));
            let names: Vec<&str> = names.map(|one| one.name).collect();
            let (name, names) = (plybench_text::echo(name), names.join(", "));
            Failure::input(format_args!(
                "no built-in experiment {name:?} has a [published] table; give {names}; or `plybench run` your own file"
            ))
        };
        let built_in = BuiltInExperiment::named(name).ok_or_else(unknown)?;
        let experiment = built_in.experiment().map_err(Failure::input)?;
        Ok(PublishedExperiment {
            data: published::read(&experiment, Path::new(name))?.ok_or_else(unknown)?,
            command: given.map_or_else(String::new, |name| format!(" {name}")),
            built_in,
            experiment,
        })
    }

    /// Leaves out all but the first `count` seeds.
    fn limit_seeds(&mut self, count: usize) -> Result<(), Failure> {
        let band = self.data.published.band.iter_mut();
        let seeds: Vec<_> = band
            .flat_map(|band| std::mem::take(&mut band.seeds))
            .collect();
        let known = seeds.len();
        if !(1..=known).contains(&count) {
            return Err(Failure::input(match known {
                0 => format!("--seeds {count}: no [band] with seeds; give krk-mdp-seeds as NAME"),
                _ => format!("--seeds {count}; give 1 to {known}, the seeds of the experiment"),
            }));
        }
        let answers = &self.data.published.variants;
        let of_others = |(_, names): &(u32, [String; 2])| names.clone();
        let others: HashSet<String> = seeds[count..].iter().flat_map(of_others).collect();
        let is_answer = |name: &str| answers.iter().any(|answer| answer.variant == name);
        let variants = &mut self.experiment.variants;
        variants.retain(|one| is_answer(&one.name) || !others.contains(&one.name));
        if let Some(band) = &mut self.data.published.band {
            band.seeds = seeds.into_iter().take(count).collect();
        }
        Ok(())
    }

    /// Refuses to write where there are files of others: of another run, or of the names of the tables and the page.
    fn refuse_others(&self, directory: &Path) -> Result<(), Failure> {
        let experiment = (EXPERIMENT_FILE, self.built_in.text);
        refuse_others(directory, &[experiment], HOW)?;
        let records = [RECORDS, POSITIONS, TIMINGS].map(|name| (name, ""));
        if !directory.join(EXPERIMENT_FILE).exists() {
            refuse_others(directory, &records, HOW)?;
        }
        let none = Box::new(std::iter::empty());
        let report = self
            .data
            .report(&self.experiment, &[], none, String::new())?;
        refuse_others_of(directory, report.document(), report.name(), HOW)
    }

    /// Runs the experiment in a directory and returns what it found. `stop` ends it early, and `command` repeats it.
    fn run(&self, directory: &Path, stop: &AtomicBool, command: String) -> Result<Report, Failure> {
        let plan = Plan::of(&self.experiment, Path::new(""), |_| {}).map_err(Failure::input)?;
        let session = Session::open(&plan, Shard::WHOLE, directory, Unmatched::Keep)?;
        let file = directory.join(EXPERIMENT_FILE);
        write_whole(&file, self.built_in.text.as_bytes()).map_err(Failure::impossible)?;
        write_positions(directory, plan.positions()).map_err(Failure::impossible)?;
        let threads = memory::threads(None, usize::MAX);
        let progress = Progress::new(session.jobs(), "searches");
        let ended = session.run(threads, stop, || progress.step());
        progress.finish();
        ended.map_err(|error| match error {
            SessionError::Interrupted(_) => {
                Failure::interrupted("interrupted; nothing was written")
            }
            other => other.into(),
        })?;
        let run = StoredRun::open(directory, &plan)?;
        let (jobs, positions) = (run.jobs(|_| true), plan.positions());
        Ok(self
            .data
            .report(&self.experiment, positions, jobs, command)?)
    }
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let default = arguments.seeds.map_or("krk-mdp", |_| "krk-mdp-seeds");
    let mut reproduced = PublishedExperiment::named(arguments.name.as_deref(), default)?;
    let name = reproduced.built_in.name;
    let (mut out, mut options) = (arguments.out.clone(), reproduced.command.clone());
    match arguments.seeds {
        None if reproduced.data.published.has_changes() => {
            out = out.or_else(|| Some(format!("{name}.run").into()));
        }
        None => out = out.or(Some(Path::new("reports").join(name))),
        Some(count) => {
            reproduced.limit_seeds(count)?;
            options += &format!(" --seeds {count}");
        }
    }
    // Asked for before there is a directory that an interrupted command has to remove.
    let stop = interrupt::flag();
    let staging = match &out {
        None => Staging::within(&std::env::temp_dir()).map_err(Failure::impossible)?,
        Some(directory) => {
            reproduced.refuse_others(directory)?;
            Staging::locked(directory)?
        }
    };
    let command = format!("plybench reproduce{options} --out {name}");
    let report = reproduced.run(staging.path(), stop, command)?;
    let summary = report.summary();
    if let Some(directory) = &out {
        let mut document = report.document();
        if arguments.seeds.is_some() {
            // The ratios have the band of the seeds; of nodes, there is none.
            document.figures.retain(|(name, _)| *name == "ratio");
        }
        let has_chart = !document.figures.is_empty();
        let mut files = document.files(report.name()).map_err(Failure::impossible)?;
        if let Report::Counts(report) = &report {
            files.extend(report.band_file().map_err(Failure::impossible)?);
        }
        refuse_others(directory, &files, HOW)?;
        for (name, bytes) in files {
            write_whole(&staging.path().join(name), &bytes).map_err(Failure::impossible)?;
        }
        staging.publish().map_err(Failure::impossible)?;
        if !arguments.json {
            let chart = directory.join("ratio.png");
            let chart = match has_chart {
                true => format!("Chart: {}\n", chart.display()),
                false => String::new(),
            };
            let (text, directory) = (summary.text(), directory.display());
            output::summary(format_args!(
                "{text}\nRecords and tables: {directory}\n{chart}"
            ));
            return Ok(());
        }
    }
    output::result(match arguments.json {
        true => summary.json(),
        false => summary.text(),
    })
}
