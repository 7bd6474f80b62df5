//! `plybench merge`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use crate::{cli::failure::Failure, store};

/// Merge the parts of a run into one, with the bytes that one machine would have written
#[derive(clap::Args)]
#[command(after_help = "Example: plybench merge all part-1 part-2 --experiment experiment.toml")]
pub(in crate::cli) struct MergeArguments {
    /// Where the merged records go
    directory: PathBuf,
    /// The directories of the parts
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The experiment file, which gives the order; that of DIRECTORY if not given
    #[arg(long, value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
}

pub(in crate::cli) fn merge(arguments: &MergeArguments) -> Result<(), Failure> {
    let own = arguments.directory.join("experiment.toml");
    let file = arguments.experiment.clone().unwrap_or(own);
    let (plan, text) = super::plan(&file)?;
    let mut parts = arguments.parts.iter();
    if let Some(part) = parts.find(|part| !part.join(store::RECORDS).is_file()) {
        return Err(Failure::input(format_args!(
            "{} has no {}",
            part.display(),
            store::RECORDS
        )));
    }
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
