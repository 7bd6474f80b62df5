//! `plybench run`.

mod dry;
mod given;
mod merge;

use std::path::{Path, PathBuf};

use serde_json::json;

use self::given::Given;
pub(in crate::cli) use self::merge::{MergeArguments, merge};
use crate::{
    cli::{
        experiment_file, failure::Failure, interrupt, memory, message, output, progress::Progress,
    },
    plan::Shard,
    report,
    run::{Session, Summary, Watch},
    store::{self, Contents, JobEnd, Roster, Unmatched},
};

/// Run an experiment: every variant on every position, on all cores; a run that was cut short goes on
///
/// Results that are there already are kept: a greater depth searches only what ended at the old depth, and results of variants or
/// positions that were removed from the file stay and are named. Only results that would not come out so again are refused: those
/// of variants whose settings or engines, or of experiments whose limits, have changed. Jobs that failed, since an engine died or did not
/// answer, are run again.
#[derive(clap::Args)]
#[command(
    after_help = format!("{}\n\n--help describes the experiment file.", examples()),
    after_long_help = format!("{}\n\n{}", examples(), experiment_file::help())
)]
pub(in crate::cli) struct RunArguments {
    /// The experiment file, the name of a built-in experiment, or the directory of a run to go on with
    #[arg(value_name = "EXPERIMENT")]
    file: PathBuf,
    /// Where the records go; if not given, EXPERIMENT.run beside the file, or in the current directory if it is built in
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many jobs at once; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Only part I of N, I from 1; give each part a directory of its own, and merge them
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Discard results that no longer match the experiment file
    #[arg(long)]
    discard: bool,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn examples() -> String {
    format!(
        "Examples: plybench run mine.toml --out /tmp/mine --jobs 2\n          plybench run mdp-forms\n\n\
         Built-in experiments: {}.\n`plybench new --list` says what each is to find out. A file or directory of the \
         same name comes first.",
        experiment_file::built_in_names()
    )
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

/// Where a run's records go: a folder of its own, so that an experiment file that lies beside others, or is kept under version
/// control, gets no company.
fn directory_of(file: &Path, is_built_in: bool) -> Result<PathBuf, Failure> {
    let directory = file.with_extension("run");
    if !(file.is_file() || is_built_in) || directory == file {
        return Err(Failure::input(format_args!(
            "{}: there is no folder to name after it; say with --out where the records go",
            file.display()
        )));
    }
    Ok(directory)
}

pub(in crate::cli) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let is_run = arguments.file.join(store::RECORDS).is_file();
    let file = if is_run {
        arguments.file.join(experiment_file::NAME)
    } else {
        arguments.file.clone()
    };
    let is_built_in = experiment_file::built_in(&file).is_some();
    let given = Given::read(&file, None)?;
    let plan = &given.plan;
    let shard = arguments.shard.as_deref().map_or(Ok(Shard::WHOLE), shard)?;
    let jobs: Vec<usize> = plan.numbers(shard).collect();
    let threads = memory::threads(arguments.jobs, jobs.len())?;
    let directory = match &arguments.out {
        Some(directory) => directory.clone(),
        None if is_run => arguments.file.clone(),
        None => directory_of(&file, is_built_in)?,
    };
    let beside = file.with_file_name(store::RECORDS);
    if arguments.out.is_none() && !is_run && !is_built_in && beside.is_file() {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).display();
        message::note(format_args!(
            "{folder} has a run, too; `plybench run {folder}` goes on with it"
        ));
    }
    let unmatched = if arguments.discard {
        Unmatched::Discard
    } else {
        Unmatched::Keep
    };
    if arguments.dry_run {
        given.refuse_unrun(&directory, " with --out")?;
        let contents = Contents::in_directory(&directory, plan, unmatched)?;
        let remarks = contents.remarks_of_run(&directory);
        remarks.iter().for_each(message::note);
        let to_do = jobs.iter().copied().filter(|&job| !contents.has(job));
        let to_do: Vec<usize> = to_do.collect();
        return dry::describe(plan, (jobs.len(), &to_do), threads, arguments.json);
    }
    memory::refuse_beyond_free(threads, plan.memory(threads))?;
    given.refuse_unrun(&directory, " with --out")?;
    let session = Session::open(plan, shard, &directory, unmatched)?;
    session.remarks().iter().for_each(message::note);
    let is_changed = given.keep(&directory)?;
    let to_do = session.to_do();
    let progress = Progress::new(to_do, "jobs");
    let summary = session.run(threads, interrupt::flag(), &progress)?;
    progress.finish();
    if to_do > 0 || is_changed {
        note_older_reports(&directory);
    }
    print(arguments, (jobs.len(), to_do), &summary, &directory)?;
    match summary.failures.first_key_value() {
        None => Ok(()),
        Some((&first, reason)) => {
            let (variant, position) = plan.names(first);
            Err(Failure::impossible(format_args!(
                "{} of the {to_do} jobs failed; {variant:?} on {position:?}: {reason}; the same line runs them again",
                summary.failures.len()
            )))
        }
    }
}

impl Watch for Progress {
    fn job(&self, _: &JobEnd) {
        self.step();
    }
}

/// Charts and tables do not change with the records that they were made of.
pub(super) fn note_older_reports(directory: &Path) {
    let names = report::run::names();
    let there: Vec<&str> = names.filter(|name| directory.join(name).exists()).collect();
    if let Some(first) = there.first() {
        let more = there.len() - 1;
        let (files, are) = match more {
            0 => (String::new(), "is"),
            _ => (format!(" and {more} more"), "are"),
        };
        message::note(format_args!(
            "{}{files} {are} of earlier results; write the report again with `plybench report {}`",
            directory.join(first).display(),
            directory.display()
        ));
    }
}

fn print(
    arguments: &RunArguments,
    (jobs, ran): (usize, usize),
    summary: &Summary,
    directory: &Path,
) -> Result<(), Failure> {
    let kept = jobs - ran;
    let (nodes, limited, failed) = (summary.nodes, summary.limited, summary.failures.len());
    if arguments.json {
        let line = json!({ "jobs": jobs, "run": ran, "kept": kept, "nodes": nodes, "node_limit": limited, "failed": failed });
        return output::result(format_args!("{line}\n"));
    }
    output::summary(format_args!(
        "{jobs} jobs: {ran} run, {kept} already done; {nodes} nodes; {limited} stopped at the node limit\nRecords: {}\n",
        directory.join(store::RECORDS).display()
    ));
    Ok(())
}
