//! `plybench run` and `plybench merge`.

use std::{
    collections::HashSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::failure::Failure;
use crate::{
    plan::{Plan, PlanError, Shard},
    run,
    spec::Experiment,
    store::{self, Ended, Journal, JournalError, Log},
};

/// Run an experiment: every variant on every position, on all cores; a run that was cut short goes on
#[derive(clap::Args)]
#[command(
    after_help = "Example: plybench run reports/krk-mdp/experiment.toml --out /tmp/krk --jobs 2"
)]
pub(super) struct RunArguments {
    /// The experiment file
    #[arg(value_name = "EXPERIMENT.toml")]
    file: PathBuf,
    /// Where the records go; the file's own folder if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many jobs at once; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Only part I of N, I from 1; give each part a directory of its own, and merge them
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Merge the parts of a run into one, with the bytes that one machine would have written
#[derive(clap::Args)]
#[command(after_help = "Example: plybench merge all part-1 part-2 --experiment experiment.toml")]
pub(super) struct MergeArguments {
    /// Where the merged records go
    directory: PathBuf,
    /// The directories of the parts
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The experiment file, which gives the order; that of DIRECTORY if not given
    #[arg(long, value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
}

/// The experiment of a file, its plan and its text.
fn plan(file: &Path) -> Result<(Plan, String), Failure> {
    let name = file.display();
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let experiment = Experiment::parse(&text)
        .map_err(|error| Failure::input(format_args!("{name}, {error}")))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let plan = Plan::of(&experiment, folder, |note| {
        eprintln!("plybench: note: {note}");
    });
    let plan = plan.map_err(|error: PlanError| Failure::input(format_args!("{name}: {error}")))?;
    Ok((plan, text))
}

fn shard(text: &str) -> Result<Shard, Failure> {
    let parsed = text.split_once('/').and_then(|(index, count)| {
        let (index, count): (usize, usize) = (index.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&index).then(|| Shard {
            index: index - 1,
            count,
        })
    });
    parsed.ok_or_else(|| {
        Failure::input(format_args!(
            "--shard {:?}; give I/N with 1 ≤ I ≤ N",
            crate::spec::echo(text)
        ))
    })
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Conflict { .. } => Failure::input(error),
            _ => Failure::impossible(error),
        }
    }
}

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let (plan, text) = plan(&arguments.file)?;
    let shard = arguments.shard.as_deref().map_or(Ok(Shard::WHOLE), shard)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.jobs.unwrap_or(cores);
    if threads == 0 {
        return Err(Failure::input("--jobs 0; give 1 or more"));
    }
    let numbers: Vec<usize> = plan.numbers(shard).collect();
    if arguments.dry_run {
        return describe(&plan, numbers.len(), threads, arguments.json);
    }
    let memory = plan.memory(threads);
    if let Some(free) = free_memory().filter(|&free| free < memory) {
        return Err(Failure::input(format_args!(
            "{threads} jobs at once would take {} MiB and {} MiB are free; give a smaller --jobs or smaller tables",
            memory >> 20,
            free >> 20
        )));
    }
    let own = arguments
        .file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let directory = arguments.out.as_deref().or(own).unwrap_or(Path::new("."));
    carry_out(&plan, &text, directory, &numbers, (threads, arguments.json))
}

fn carry_out(
    plan: &Plan,
    text: &str,
    directory: &Path,
    numbers: &[usize],
    (threads, json): (usize, bool),
) -> Result<(), Failure> {
    let (journal, found) = Journal::open(directory)?;
    if !found.damaged.is_empty() {
        eprintln!(
            "plybench: note: {} holds {} places that are no whole job; those jobs are run again",
            directory.join(store::RECORDS).display(),
            found.damaged.len()
        );
    }
    let to_do: Vec<usize> = numbers
        .iter()
        .copied()
        .filter(|&number| {
            let job = plan.job(number);
            let id = job.id();
            found
                .jobs
                .get(&(job.variant, job.position))
                .is_none_or(|block| block.job != id)
        })
        .collect();
    let experiment = directory.join("experiment.toml");
    if fs::read_to_string(&experiment).is_ok_and(|there| there == text) {
        // It is the file that was given.
    } else {
        store::write_whole(&experiment, text.as_bytes()).map_err(Failure::impossible)?;
    }
    store::write_positions(directory, plan.position_records()).map_err(Failure::impossible)?;
    let timings = Log::append_to(&directory.join("timings.jsonl")).map_err(Failure::impossible)?;

    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(Failure::impossible)?;
    let bar = ProgressBar::new(to_do.len() as u64);
    let style = "{bar:30} {pos}/{len} jobs, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).map_err(Failure::impossible)?);
    let (written, failure) = (Mutex::new((journal, timings)), Mutex::new(None));
    let (nodes, limited) = (AtomicU64::new(0), AtomicU64::new(0));
    run::run_all(
        &to_do,
        threads,
        &stop,
        |number| plan.job(number),
        |done| {
            let mut logs = written.lock().unwrap_or_else(PoisonError::into_inner);
            let (journal, timings) = &mut *logs;
            let kept = journal
                .append(&done.records, &done.end)
                .map_err(Failure::from)
                .and_then(|()| {
                    done.timings
                        .iter()
                        .try_for_each(|timing| timings.append(timing))
                        .map_err(Failure::impossible)
                });
            if let Err(error) = kept {
                stop.store(true, Ordering::Relaxed);
                failure
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .get_or_insert(error);
                return;
            }
            nodes.fetch_add(done.end.nodes, Ordering::Relaxed);
            limited.fetch_add(u64::from(done.end.ended == Ended::Nodes), Ordering::Relaxed);
            bar.inc(1);
        },
    )
    .map_err(Failure::impossible)?;
    bar.finish_and_clear();
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::impossible(format_args!(
            "interrupted; {} holds the jobs that have ended, run the same line again",
            directory.display()
        )));
    }
    let (journal, timings) = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    timings.finish().map_err(Failure::impossible)?;
    journal.finish(numbers.iter().map(|&number| {
        let job = plan.job(number);
        (job.variant, job.position)
    }))?;

    let mut out = io::stdout().lock();
    let (run, kept) = (to_do.len(), numbers.len() - to_do.len());
    let (nodes, limited) = (nodes.into_inner(), limited.into_inner());
    if json {
        writeln!(
            out,
            "{}",
            json!({ "jobs": numbers.len(), "run": run, "kept": kept, "nodes": nodes, "node_limit": limited })
        )?;
    } else {
        writeln!(
            out,
            "{} jobs: {run} run, {kept} were there; {nodes} nodes, {limited} jobs met the node limit",
            numbers.len()
        )?;
        writeln!(out, "Records: {}", directory.join(store::RECORDS).display())?;
    }
    Ok(())
}

fn describe(plan: &Plan, jobs: usize, threads: usize, json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let (positions, variants) = (plan.positions().len(), plan.variants().count());
    let (memory, nodes) = (plan.memory(threads), plan.most_nodes());
    if json {
        writeln!(
            out,
            "{}",
            json!({ "jobs": jobs, "positions": positions, "variants": variants, "most_nodes": nodes, "memory_bytes": memory })
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "{jobs} jobs here, of {variants} variants on {positions} positions"
    )?;
    match nodes {
        Some(nodes) => writeln!(out, "at most {nodes} nodes in all")?,
        None => writeln!(out, "no node limit: how many nodes is not known beforehand")?,
    }
    writeln!(
        out,
        "{threads} jobs at once take up to {} MiB",
        (memory >> 20).max(1)
    )?;
    Ok(())
}

/// Bytes of memory that are free for the taking, where the system says so.
fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

pub(super) fn merge(arguments: &MergeArguments) -> Result<(), Failure> {
    let own = arguments.directory.join("experiment.toml");
    let file = arguments.experiment.clone().unwrap_or(own);
    let (plan, text) = plan(&file)?;
    let mut missing: HashSet<PathBuf> = HashSet::new();
    for part in &arguments.parts {
        if !part.join(store::RECORDS).is_file() {
            missing.insert(part.clone());
        }
    }
    if let Some(part) = missing.iter().next() {
        return Err(Failure::input(format_args!(
            "{} has no {}",
            part.display(),
            store::RECORDS
        )));
    }
    let order = plan.numbers(Shard::WHOLE).map(|number| {
        let job = plan.job(number);
        let id = job.id();
        ((job.variant, job.position), id)
    });
    let found = store::merge(
        &arguments.directory,
        &arguments.parts,
        order,
        |file, line| {
            let place = if line == 0 {
                "the end".to_owned()
            } else {
                format!("line {line}")
            };
            eprintln!(
                "plybench: note: {}: no whole job at {place}; left out",
                file.display()
            );
        },
    )?;
    store::write_whole(
        &arguments.directory.join("experiment.toml"),
        text.as_bytes(),
    )
    .map_err(Failure::impossible)?;
    store::write_positions(&arguments.directory, plan.position_records())
        .map_err(Failure::impossible)?;
    let jobs = plan.jobs();
    writeln!(
        io::stdout().lock(),
        "{found} of {jobs} jobs: {}",
        arguments.directory.join(store::RECORDS).display()
    )?;
    if found < jobs {
        return Err(Failure::Found(format!(
            "{} of {jobs} jobs are missing; run the parts that lack them again",
            jobs - found
        )));
    }
    Ok(())
}
