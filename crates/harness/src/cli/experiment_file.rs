//! Experiment files: named on the command line, built in, or kept in the directory of a run.

use std::{fs, path::Path};

use super::failure::Failure;
use plybench_experiment::{
    dataset::nearest_file,
    finished_run::read_experiment,
    spec::{self, BUILT_IN, BuiltInExperiment, Experiment},
};
use plybench_files::user_file;

pub(super) use plybench_experiment::finished_run::EXPERIMENT_FILE as NAME;

/// The part of a command's long help that describes experiment files.
pub(super) fn help() -> String {
    format!(
        "The experiment file is TOML, with these keys:\n\n{}\n\
         An experiment needs at least one position and one variant. A setting is given by its whole name or, where that is \
         unique, by its last part; `plybench settings` lists them. `plybench new` writes a commented file that runs as it \
         is; reports/README.md has the full description.",
        spec::file_format()
    )
}

/// The built-in experiment of this name, unless a file or directory has the same name.
pub(super) fn built_in(file: &Path) -> Option<&'static BuiltInExperiment> {
    let built_in = BuiltInExperiment::named(file.to_str()?)?;
    fs::symlink_metadata(file).is_err().then_some(built_in)
}

/// The names of the built-in experiments.
pub(super) fn built_in_names() -> String {
    BUILT_IN.map(|built_in| built_in.name).join(", ")
}

/// Reads the experiment file that the user names, or the built-in experiment.
pub(super) fn named(file: &Path) -> Result<(Experiment, String), Failure> {
    if let Some(built_in) = built_in(file) {
        let experiment = built_in.experiment().map_err(Failure::impossible)?;
        return Ok((experiment, built_in.text.to_owned()));
    }
    read_experiment(file, |error| {
        let name = file.display();
        if !user_file::is_at_fault(&error) {
            return Failure::impossible(format_args!("cannot read {name}: {error}"));
        }
        Failure::input(format_args!(
            "cannot read {name}: {error}; {}",
            suggest_other(file)
        ))
    })
}

/// Suggests what to give instead of a path that cannot be read.
fn suggest_other(file: &Path) -> String {
    let inside = file.join(NAME);
    if inside.is_file() {
        return format!("give the file in it, {}", inside.display());
    }
    if let Some(near) = nearest_file(file) {
        return format!("did you mean {}?", near.display());
    }
    let name = file.to_string_lossy();
    let names = BUILT_IN.iter().map(|built_in| built_in.name);
    match plybench_text::nearest(&name, names) {
        Some(near) if near == name => format!(
            "to run the built-in experiment {near}, change to a directory that has nothing of that name"
        ),
        Some(near) => format!("did you mean the built-in experiment {near}?"),
        None => "give an experiment file (`plybench new` writes one) or the name of a built-in experiment \
                 (`plybench new --list`)"
            .to_owned(),
    }
}
