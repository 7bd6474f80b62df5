//! `plybench run`.

mod dry;

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cli::{
    failure::Failure, interrupt, memory, message, number::whole, oracle, output,
    progress::Progress, published, write::with_file_rule,
};
use plybench_experiment::{
    experiment_file::{ExperimentFile, built_in},
    finished_run::EXPERIMENT_FILE,
    plan::{Plan, PlanError, PlanInputs, Shard},
    run::{Session, Summary},
    spec::{self, BUILT_IN},
    uci::EngineError,
};
use plybench_records::{self as store, Contents, JobList, Unmatched};
use plybench_report as report;
use plybench_text::plural::count;

/// Run an experiment: every variant on every position, on all cores; an interrupted run is resumed
///
/// Existing results are kept. With a greater depth, only jobs that ended at the old depth are searched again. Results of variants
/// or positions that were removed from the file stay and are listed. Results that the experiment would no longer give are refused:
/// those of variants whose settings or engine changed, and all of them if the experiment's limits changed. Failed jobs, whose
/// engine died or did not answer, are run again.
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule(&format!("{}\n\n--help describes the experiment file.", examples())),
    after_long_help = with_file_rule(&format!("{}\n\n{}", examples(), file_format()))
)]
pub(in crate::cli) struct Arguments {
    /// The experiment file, the name of a built-in experiment, or the directory of a run to resume
    #[arg(value_name = "EXPERIMENT")]
    file: PathBuf,
    /// The directory for the records, created if missing; if not given, EXPERIMENT.run beside the file, or in the current
    /// directory for a built-in experiment
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many jobs to run at once; one per core if not given
    #[arg(long, alias = "threads", value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..))]
    jobs: Option<usize>,
    /// Run only part I of N, from 1; give each part its own directory, and merge them with `plybench merge`
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Discard results that no longer match the experiment file
    #[arg(long)]
    discard: bool,
    /// Only print what would be run, with estimates of nodes and time
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn examples() -> String {
    format!(
        "Examples: plybench run mine.toml --out /tmp/mine --jobs 2\n          plybench run mdp-forms\n\n\
         Built-in experiments: {}.\n`plybench new --list` shows what each is for. A file or directory of the same name \
         comes first.",
        BUILT_IN.map(|built_in| built_in.name).join(", ")
    )
}

fn file_format() -> String {
    format!(
        "The experiment file is TOML, with these keys:\n\n{}\n\
         An experiment needs at least one position and one variant. A setting is given by its whole name or, where that is \
         unique, by its last part; `plybench settings` lists them. `plybench new` writes a commented file that runs as it \
         is; reports/README.md has the full description.",
        spec::file_format()
    )
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(index, count)| {
        let (index, count): (usize, usize) = (index.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&index).then(|| Shard {
            index: index - 1,
            count,
        })
    });
    parsed.ok_or_else(|| "give I/N with 1 ≤ I ≤ N".to_owned())
}

/// The plan of the experiment that `file` names, with these inputs, of which the oracle is opened if it is needed.
pub(in crate::cli) fn plan_of(
    file: &Path,
    read: &ExperimentFile,
    inputs: PlanInputs,
) -> Result<Plan, Failure> {
    let experiment = &read.experiment;
    published::read(experiment, file)?;
    let oracle = experiment.needs_oracle().then(oracle::open).transpose()?;
    let inputs = PlanInputs { oracle, ..inputs };
    let plan = Plan::with(experiment, &read.folder, inputs, message::note);
    plan.map_err(|error: PlanError| {
        if let PlanError::Engine {
            source: EngineError::Stopped,
            ..
        } = error
        {
            return Failure::interrupted("interrupted");
        }
        let problem = format!("{}, {error}", file.display());
        Failure::of(error.is_of_input(), problem)
    })
}

pub(in crate::cli) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let is_run = arguments.file.join(store::RECORDS).is_file();
    let file = if is_run {
        arguments.file.join(EXPERIMENT_FILE)
    } else {
        arguments.file.clone()
    };
    let is_built_in = built_in(&file).is_some();
    let experiment = ExperimentFile::read(&file)?;
    let plan = &plan_of(&file, &experiment, PlanInputs::default())?;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let jobs: Vec<usize> = plan.numbers(shard).collect();
    let threads = memory::threads(arguments.jobs, jobs.len());
    let directory = match &arguments.out {
        Some(directory) => directory.clone(),
        None if is_run => arguments.file.clone(),
        // A directory of its own, since the experiment file may lie beside others or under version control.
        None => file.with_extension("run"),
    };
    let is_named = is_run || arguments.out.is_some();
    if !is_named && (directory == file || !(file.is_file() || is_built_in)) {
        return Err(Failure::input(format_args!(
            "{}: no directory can be named after it; give one with --out",
            file.display()
        )));
    }
    let beside = file.with_file_name(store::RECORDS);
    if !is_named && !is_built_in && beside.is_file() {
        let folder = experiment.folder.display();
        message::note(format_args!(
            "{folder} has a run, too; `plybench run {folder}` resumes it"
        ));
    }
    let unmatched = match arguments.discard {
        true => Unmatched::Discard,
        false => Unmatched::Keep,
    };
    if !arguments.dry_run {
        memory::refuse_beyond_free(threads, plan.memory(threads))?;
    }
    experiment.refuse_users_files(&directory, " with --out")?;
    if arguments.dry_run {
        let contents = Contents::in_directory(&directory, plan, unmatched)?;
        let remarks = contents.remarks_of_run(&directory);
        remarks.iter().for_each(message::note);
        let to_do = jobs.iter().copied().filter(|&job| !contents.has(job));
        let to_do: Vec<usize> = to_do.collect();
        return dry::describe(plan, jobs.len(), &to_do, threads, arguments.json);
    }
    let session = Session::open(plan, shard, &directory, unmatched)?;
    session.remarks().iter().for_each(message::note);
    let is_changed = experiment.save(plan, &directory, message::note)?;
    let to_do = session.to_do();
    let progress = Progress::new(to_do, "jobs");
    let summary = session.run(threads, interrupt::flag(), || progress.step())?;
    progress.finish();
    if to_do > 0 || is_changed {
        note_outdated_report(&directory);
    }
    print(arguments.json, jobs.len(), to_do, &summary, &directory)?;
    if let Some((number, first)) = &summary.first_doubt {
        let (variant, position) = plan.names(*number);
        let doubts = count(summary.doubts, "doubtful answer");
        message::note(format_args!(
            "{doubts}; {variant:?} on {position:?}, {first}"
        ));
    }
    match summary.failures.first_key_value() {
        None => Ok(()),
        Some((&first, reason)) => {
            let (variant, position) = plan.names(first);
            Err(Failure::impossible(format_args!(
                "{} of {} failed; {variant:?} on {position:?}: {reason}; the same command runs failed jobs again",
                summary.failures.len(),
                count(to_do, "job")
            )))
        }
    }
}

/// Notes that the charts and tables in a directory are older than its records, if it has any.
pub(in crate::cli) fn note_outdated_report(directory: &Path) {
    let names = report::run::names().chain(report::games::names());
    let existing: Vec<String> = names.filter(|name| directory.join(name).exists()).collect();
    if let [first, more @ ..] = &existing[..] {
        let (files, are) = match more.len() {
            0 => (String::new(), "is"),
            more => (format!(" and {more} more"), "are"),
        };
        message::note(format_args!(
            "{}{files} {are} from earlier results; write the report again with `plybench report {}`",
            directory.join(first).display(),
            directory.display()
        ));
    }
}

fn print(
    json: bool,
    jobs: usize,
    ran: usize,
    summary: &Summary,
    directory: &Path,
) -> Result<(), Failure> {
    let kept = jobs - ran;
    let (nodes, limited, failed) = (summary.nodes, summary.limited, summary.failures.len());
    if json {
        return output::json(
            &json!({ "jobs": jobs, "run": ran, "kept": kept, "nodes": nodes, "node_limit": limited, "failed": failed, "doubts": summary.doubts }),
        );
    }
    output::summary(format_args!(
        "{}: {ran} run, {kept} already done; {nodes} nodes; {limited} stopped at the node limit\nRecords: {}\n",
        count(jobs, "job"),
        directory.join(store::RECORDS).display()
    ));
    Ok(())
}
