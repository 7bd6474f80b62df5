//! `plybench new`.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde_json::json;

use super::{failure::Failure, output};
use plybench_experiment::{
    finished_run::EXPERIMENT_FILE,
    spec::{BUILT_IN, BuiltInExperiment, Experiment},
};

/// An example experiment that runs as it is, with a comment on every key.
const EXAMPLE: &str = include_str!("../../assets/experiment.toml");

/// Write an experiment file to edit: a commented example that runs as it is, or a built-in experiment
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench new\n          plybench new mates.toml\n          plybench new - | less\n          \
                  plybench new --list\n          plybench new forms.toml --from mdp-forms"
)]
pub(super) struct Arguments {
    /// The file to write, which must not exist yet; - prints it
    #[arg(value_name = "FILE", default_value = EXPERIMENT_FILE)]
    file: PathBuf,
    /// Write this built-in experiment instead of the example
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
    /// Only list the built-in experiments, which `plybench run` takes by name, too
    #[arg(long, conflicts_with_all = ["file", "from"])]
    list: bool,
    /// Print the list as JSON
    #[arg(long, requires = "list")]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.list {
        return list(arguments.json);
    }
    let text = match arguments.from.as_deref() {
        Some(name) => copy(built_in(name)?),
        None => EXAMPLE.to_owned(),
    };
    let file = &arguments.file;
    if file.as_os_str() == "-" {
        return output::result(text);
    }
    create(file, &text).map_err(|error| refused(file, &error))?;
    let name = file.display();
    output::summary(format_args!("{name}\nRun it with: plybench run {name}\n"));
    Ok(())
}

/// The experiment under a comment that says where it is from. The original's own first comment describes the original.
fn copy(original: BuiltInExperiment) -> String {
    let lines = original.text.split_inclusive('\n');
    let rest: String = lines.skip_while(|line| line.starts_with('#')).collect();
    format!(
        "# A copy of Plybench's built-in experiment {name}, to be edited. `plybench run {name}` runs the original.\n{rest}",
        name = original.name
    )
}

fn built_in(name: &str) -> Result<BuiltInExperiment, Failure> {
    let built_in = BuiltInExperiment::named(name).copied();
    built_in.ok_or_else(|| {
        let names = BUILT_IN.iter().map(|built_in| built_in.name);
        Failure::input(format_args!(
            "unknown built-in experiment {:?}; {} (`plybench new --list` lists them)",
            plybench_text::echo(name),
            plybench_text::suggestion(name, names)
        ))
    })
}

fn list(json: bool) -> Result<(), Failure> {
    let mut all = Vec::new();
    for BuiltInExperiment { name, text } in BUILT_IN {
        let experiment = Experiment::parse(text).map_err(Failure::impossible)?;
        all.push((name, experiment.purpose));
    }
    if json {
        let object = |(name, purpose)| json!({ "name": name, "purpose": purpose });
        return output::json(&all.into_iter().map(object).collect::<Vec<_>>());
    }
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines = all
        .iter()
        .map(|(name, purpose)| format!("{name:<width$}  {purpose}\n"));
    output::result(lines.collect::<String>())
}

/// Writes a new file. It exists whole or not at all, unless the process is killed.
fn create(file: &Path, text: &str) -> io::Result<()> {
    let mut new = OpenOptions::new().write(true).create_new(true).open(file)?;
    let written = new.write_all(text.as_bytes()).and_then(|()| new.sync_all());
    if written.is_err() {
        // The error to report is that of writing.
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
            file.join(EXPERIMENT_FILE).display()
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
