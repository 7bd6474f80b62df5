//! `plybench merge`.

use std::path::{Path, PathBuf};

use super::{given::Given, note_older_reports};
use crate::{
    cli::{experiment_file, failure::Failure, message, output},
    store, user_file,
};

/// Merge the parts of a run into one, with the bytes that one machine would have written
#[derive(clap::Args)]
#[command(after_help = "Example: plybench merge all part-1 part-2 --experiment experiment.toml")]
pub(in crate::cli) struct MergeArguments {
    /// Where the merged records go
    directory: PathBuf,
    /// The directories of the parts
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The experiment file or the name of a built-in experiment, which gives the order; if not given, the one that all
    /// parts hold, and DIRECTORY if it has one
    #[arg(long, value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
}

pub(in crate::cli) fn merge(arguments: &MergeArguments) -> Result<(), Failure> {
    let mut parts = arguments.parts.iter();
    if let Some(part) = parts.find(|part| !part.join(store::RECORDS).is_file()) {
        return Err(Failure::input(format_args!(
            "{} has no {}",
            part.display(),
            store::RECORDS
        )));
    }
    let given = match &arguments.experiment {
        // A machine that merges need not have the engines.
        Some(file) => Given::read(file, Some(store::read_engines(&arguments.parts[0])?))?,
        None => carried(arguments)?,
    };
    let plan = &given.plan;
    given.refuse_unrun(&arguments.directory, "")?;
    let merged = store::merge(&arguments.directory, &arguments.parts, plan)?;
    for (file, damage) in &merged.damaged {
        message::note(format_args!("{}: {damage}, left out", file.display()));
    }
    merged.remarks.iter().for_each(message::note);
    given.keep(&arguments.directory)?;
    note_older_reports(&arguments.directory);
    let (found, jobs) = (merged.jobs, plan.jobs());
    output::summary(format_args!(
        "{found} of {jobs} jobs: {}\n",
        arguments.directory.join(store::RECORDS).display()
    ));
    if found < jobs {
        return Err(Failure::Found(format!(
            "{} of {jobs} jobs are missing; run the parts that lack them again",
            jobs - found
        )));
    }
    Ok(())
}

/// The experiment that the parts carry, and the directory if it has one, on the positions that they
/// carry: the files that it names need not be there.
fn carried(arguments: &MergeArguments) -> Result<Given, Failure> {
    let first = &arguments.parts[0];
    let positions = read(&first.join(store::POSITIONS))?;
    let engines = store::read_engines(first)?;
    for part in &arguments.parts {
        read(&part.join(experiment_file::NAME))?;
        let own = part.join(store::POSITIONS);
        if read(&own)? != positions {
            return Err(unlike(&first.join(store::POSITIONS), &own));
        }
        if store::read_engines(part)? != engines {
            return Err(Failure::input(format_args!(
                "{} and {} are of different engines; run the parts with the same programs",
                first.display(),
                part.display()
            )));
        }
    }
    let given = Given::kept(first)?;
    for folder in arguments.parts.iter().chain([&arguments.directory]) {
        if let Some(other) = given.other_in(folder) {
            return Err(unlike(&first.join(experiment_file::NAME), &other));
        }
    }
    Ok(given)
}

fn unlike(a: &Path, b: &Path) -> Failure {
    Failure::input(format_args!(
        "{} and {} are not the same; give --experiment FILE",
        a.display(),
        b.display()
    ))
}

fn read(file: &Path) -> Result<String, Failure> {
    user_file::read_text(file).map_err(|error| {
        Failure::input(format_args!(
            "cannot read {}: {error}; give --experiment FILE",
            file.display()
        ))
    })
}
