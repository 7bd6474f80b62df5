//! `plybench new`.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{experiment_file, failure::Failure, output};

/// An experiment with a comment on every key, which runs as it is.
const EXAMPLE: &str = include_str!("../../assets/experiment.toml");

/// Write a commented experiment file, which runs as it is
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench new\n          plybench new mates.toml\n          plybench new - | less"
)]
pub(super) struct Arguments {
    /// Where it goes; it must not be there yet. With - it is printed
    #[arg(value_name = "FILE", default_value = experiment_file::NAME)]
    file: PathBuf,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let file = &arguments.file;
    if file.as_os_str() == "-" {
        return output::result(EXAMPLE);
    }
    create(file).map_err(|error| refused(file, &error))?;
    let name = file.display();
    output::summary(format_args!("{name}\nRun it with: plybench run {name}\n"));
    Ok(())
}

/// Writes the file where there is none. It is there whole or not at all, unless the process is killed.
fn create(file: &Path) -> io::Result<()> {
    let mut new = OpenOptions::new().write(true).create_new(true).open(file)?;
    let written = new
        .write_all(EXAMPLE.as_bytes())
        .and_then(|()| new.sync_all());
    if written.is_err() {
        // The error that matters is that of writing.
        let _ = std::fs::remove_file(file);
    }
    written
}

fn refused(file: &Path, error: &io::Error) -> Failure {
    use io::ErrorKind::{AlreadyExists, IsADirectory, NotADirectory, NotFound};
    let name = file.display();
    match error.kind() {
        AlreadyExists | IsADirectory if file.is_dir() => Failure::input(format_args!(
            "{name} is a directory; give a file in it, such as {}",
            file.join(experiment_file::NAME).display()
        )),
        AlreadyExists => Failure::input(format_args!(
            "{name} already exists and is not overwritten; give another name"
        )),
        NotFound | NotADirectory | IsADirectory => Failure::input(format_args!(
            "cannot write {name}: {error}; give a file in a directory that exists"
        )),
        _ => Failure::impossible(format_args!("cannot write {name}: {error}")),
    }
}
