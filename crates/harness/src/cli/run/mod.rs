//! `plybench run`.

mod dry;
mod given;
mod merge;

use std::{
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

use self::given::Given;
pub(in crate::cli) use self::merge::{MergeArguments, merge};
use crate::{
    cli::{failure::Failure, memory, message},
    plan::Shard,
    run,
    store::{self, Damage, Ended, Journal, JournalError, Log, Roster},
};

/// Run an experiment: every variant on every position, on all cores; a run that was cut short goes on
#[derive(clap::Args)]
#[command(
    after_help = "Example: plybench run reports/krk-mdp/experiment.toml --out /tmp/krk --jobs 2"
)]
pub(in crate::cli) struct RunArguments {
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
    /// Drop the jobs that are there and not of this experiment as it is now
    #[arg(long)]
    discard: bool,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
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
            JournalError::Conflict { .. }
            | JournalError::Foreign { .. }
            | JournalError::Strange(_) => Failure::input(error),
            _ => Failure::impossible(error),
        }
    }
}

pub(in crate::cli) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let given = Given::read(&arguments.file)?;
    let plan = &given.plan;
    let shard = arguments.shard.as_deref().map_or(Ok(Shard::WHOLE), shard)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.jobs.unwrap_or(cores);
    if threads == 0 {
        return Err(Failure::input("--jobs 0; give 1 or more"));
    }
    let numbers: Vec<usize> = plan.numbers(shard).collect();
    let own = arguments
        .file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let directory = arguments.out.as_deref().or(own).unwrap_or(Path::new("."));
    if arguments.dry_run {
        let blocks = store::read_blocks(&directory.join(store::RECORDS), plan)?;
        let foreign = blocks.foreign(plan);
        if foreign > 0 && !arguments.discard {
            message::note(format_args!(
                "{} holds {foreign} jobs that are not of this experiment as it is now; without --discard a \
                 run is refused there",
                directory.join(store::RECORDS).display()
            ));
        }
        let there = blocks.jobs;
        let mut to_do = numbers.clone();
        to_do.retain(|&number| {
            let block = there.get(&number);
            !block.is_some_and(|block| plan.is_answered_by(number, block))
        });
        given.refuse_unrun(directory, " with --out")?;
        let jobs = (numbers.len(), to_do.as_slice());
        return dry::describe(plan, jobs, threads, arguments.json);
    }
    memory::refuse_beyond_free(threads, plan.memory(threads))?;
    given.refuse_unrun(directory, " with --out")?;
    let (journal, damage) = Journal::open(directory, plan)?;
    if !arguments.discard {
        journal.refuse_foreign()?;
    }
    let there = (journal, damage);
    carry_out(
        &given,
        directory,
        there,
        &numbers,
        (threads, arguments.json),
    )
}

fn carry_out(
    given: &Given,
    directory: &Path,
    (journal, damage): (Journal, Option<Damage>),
    numbers: &[usize],
    (threads, json): (usize, bool),
) -> Result<(), Failure> {
    let plan = &given.plan;
    if let Some(damage) = damage {
        message::note(format_args!(
            "{}: {damage}, to be run again",
            directory.join(store::RECORDS).display()
        ));
    }
    let mut to_do = numbers.to_vec();
    to_do.retain(|&number| !journal.holds(number, plan));
    given.keep(directory)?;
    let timings = Log::append_to(&directory.join(store::TIMINGS)).map_err(Failure::impossible)?;

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
            // The times first: a job that is kept has its times, whenever the process is killed.
            let kept = timings
                .append_all(&done.timings)
                .map_err(Failure::impossible)
                .and_then(|()| {
                    let kept = journal.append(done.number, &done.records, &done.end);
                    kept.map_err(Failure::from)
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
    journal.finish(plan)?;

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
