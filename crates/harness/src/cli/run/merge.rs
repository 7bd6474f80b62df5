//! `plybench merge`.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{cli::failure::Failure, plan::Plan, spec::Experiment, store};

/// Merge the parts of a run into one, with the bytes that one machine would have written
#[derive(clap::Args)]
#[command(after_help = "Example: plybench merge all part-1 part-2 --experiment experiment.toml")]
pub(in crate::cli) struct MergeArguments {
    /// Where the merged records go
    directory: PathBuf,
    /// The directories of the parts
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The experiment file, which gives the order; if not given, the one that all parts hold, and
    /// DIRECTORY if it has one
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
    let (plan, text) = match &arguments.experiment {
        Some(file) => super::plan(file)?,
        None => carried(arguments)?,
    };
    let found = store::merge(
        &arguments.directory,
        &arguments.parts,
        &plan,
        |file, damage| {
            eprintln!("plybench: note: {}: {damage}, left out", file.display());
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
/// The experiment that the parts carry, on the positions that they carry: the files that it names are
/// found from where it was run, and not from here.
fn carried(arguments: &MergeArguments) -> Result<(Plan, String), Failure> {
    let text = in_all(arguments, "experiment.toml")?;
    in_all(arguments, store::POSITIONS)?;
    let first = &arguments.parts[0];
    let file = first.join("experiment.toml");
    let experiment = Experiment::parse(&text)
        .map_err(|error| Failure::input(format_args!("{}, {error}", file.display())))?;
    let plan = Plan::of_run(&experiment, store::read_positions(first)?);
    let plan =
        plan.map_err(|error| Failure::input(format_args!("{}: {error}", first.display())))?;
    Ok((plan, text))
}

/// The text of a file that all parts have, and the directory if it has one.
fn in_all(arguments: &MergeArguments, name: &str) -> Result<String, Failure> {
    let mut files: Vec<PathBuf> = arguments.parts.iter().map(|part| part.join(name)).collect();
    files.extend(Some(arguments.directory.join(name)).filter(|own| own.exists()));
    let read = |file: &Path| {
        fs::read_to_string(file).map_err(|error| {
            Failure::input(format_args!(
                "cannot read {}: {error}; give --experiment FILE",
                file.display()
            ))
        })
    };
    let text = read(&files[0])?;
    for file in &files[1..] {
        if read(file)? != text {
            return Err(Failure::input(format_args!(
                "{} and {} are not the same; give --experiment FILE",
                files[0].display(),
                file.display()
            )));
        }
    }
    Ok(text)
}
