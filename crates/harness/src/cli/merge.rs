//! `plybench merge`.

use std::path::{Path, PathBuf};

use super::{
    failure::Failure,
    message, output,
    run::{note_outdated_report, plan_of},
    write::with_file_rule,
};
use plybench_experiment::{
    experiment_file::ExperimentFile,
    finished_run::{EXPERIMENT_FILE, FinishedRun, plan_of_run},
    plan::{Plan, PlanInputs},
};
use plybench_files::user_file;
use plybench_records as store;
use plybench_text::plural::count;

/// Merge the parts of a sharded run into one run, byte for byte as one machine would have written it
#[derive(clap::Args)]
#[command(after_help = with_file_rule("Example: plybench merge all part-1 part-2 --experiment experiment.toml"))]
pub(super) struct Arguments {
    /// The directory of the merged run, created if missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The directories of the parts
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// The experiment file or the name of a built-in experiment, which gives the order of the records; if not given, the
    /// experiment file of the parts, which must all have the same one, as must DIR if it has one
    #[arg(long, value_name = "EXPERIMENT")]
    experiment: Option<PathBuf>,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let mut parts = arguments.parts.iter();
    if let Some(part) = parts.find(|part| !part.join(store::RECORDS).is_file()) {
        return Err(Failure::input(format_args!(
            "{} has no {}; give directories that `plybench run` wrote",
            part.display(),
            store::RECORDS
        )));
    }
    let (experiment, plan) = match &arguments.experiment {
        Some(file) => {
            let experiment = ExperimentFile::read(file)?;
            // The machine that merges need not have the engines.
            let engines = store::read_engines(&arguments.parts[0])?;
            let plan = plan_of(
                file,
                &experiment,
                PlanInputs {
                    engines: Some(engines),
                    ..PlanInputs::default()
                },
            )?;
            (experiment, plan)
        }
        None => of_parts(arguments)?,
    };
    experiment.refuse_users_files(&arguments.directory, "")?;
    let merged = store::merge(&arguments.directory, &arguments.parts, &plan)?;
    for (file, damage) in &merged.damaged {
        message::note(format_args!("{}: {damage}; left out", file.display()));
    }
    merged.remarks.iter().for_each(message::note);
    experiment.save(&plan, &arguments.directory, message::note)?;
    note_outdated_report(&arguments.directory);
    let (done, jobs) = (merged.jobs, plan.jobs());
    output::summary(format_args!(
        "{done} of {}: {}\n",
        count(jobs, "job"),
        arguments.directory.join(store::RECORDS).display()
    ));
    if done < jobs {
        // A failed job counts as missing. Say why it failed: running it again may fail in the same way.
        for failed in FinishedRun::open(&arguments.directory)?.failures() {
            message::note(failed);
        }
        return Err(Failure::found(format_args!(
            "{} of {} missing; run the incomplete parts again",
            jobs - done,
            count(jobs, "job")
        )));
    }
    Ok(())
}

/// The experiment of the parts, and of the directory if it has one, on the positions that the parts
/// have kept: the files that it names need not exist.
fn of_parts(arguments: &Arguments) -> Result<(ExperimentFile, Plan), Failure> {
    let first = &arguments.parts[0];
    let positions = read(&first.join(store::POSITIONS))?;
    let engines = store::read_engines(first)?;
    for part in &arguments.parts {
        read(&part.join(EXPERIMENT_FILE))?;
        let own = part.join(store::POSITIONS);
        if read(&own)? != positions {
            return Err(different(&first.join(store::POSITIONS), &own));
        }
        if store::read_engines(part)? != engines {
            return Err(Failure::input(format_args!(
                "{} and {} were run with different engines; run the parts with the same programs",
                first.display(),
                part.display()
            )));
        }
    }
    let experiment = ExperimentFile::read(&first.join(EXPERIMENT_FILE))?;
    for directory in arguments.parts.iter().chain([&arguments.directory]) {
        if let Some(other) = experiment.different_file_in(directory) {
            return Err(different(&first.join(EXPERIMENT_FILE), &other));
        }
    }
    let plan = plan_of_run(&experiment.experiment, first)?;
    Ok((experiment, plan))
}

fn different(a: &Path, b: &Path) -> Failure {
    Failure::input(format_args!(
        "{} and {} are different; choose the experiment with --experiment",
        a.display(),
        b.display()
    ))
}

fn read(file: &Path) -> Result<String, Failure> {
    user_file::read_text(file).map_err(|error| {
        Failure::input(format_args!(
            "cannot read {}: {error}; give the experiment with --experiment",
            file.display()
        ))
    })
}
