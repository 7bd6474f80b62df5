//! An experiment with its plan, and its copy beside the records.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use toml::Value;

use crate::cli::{experiment_file, failure::Failure, message, oracle, published};
use plybench_experiment::{
    finished_run::plan_of_run,
    plan::{Plan, PlanError, PlanInputs},
    spec::{DatasetSource, Experiment, built_in_data},
    uci,
};
use plybench_files::user_file;
use plybench_records::{self as store, EngineRecord, RunError};

/// A free path for an experiment file that is replaced: `experiment.before.toml`, or one with a number if that is taken.
fn free_path(directory: &Path) -> PathBuf {
    let numbered = (2..).map(|number| format!("experiment.before-{number}.toml"));
    let mut names = std::iter::once("experiment.before.toml".to_owned()).chain(numbered);
    let is_free = |name: &String| fs::symlink_metadata(directory.join(name)).is_err();
    let name = names.find(is_free);
    directory.join(name.unwrap_or_default())
}

/// An experiment file with its plan.
pub(super) struct PlannedExperiment {
    pub(super) plan: Plan,
    experiment: Experiment,
    text: String,
    folder: PathBuf,
}

impl PlannedExperiment {
    /// Reads an experiment file and the data sets that it names, and finds its engines unless they are given.
    pub(super) fn read(file: &Path, engines: Option<Vec<EngineRecord>>) -> Result<Self, Failure> {
        let (experiment, text) = experiment_file::named(file)?;
        let folder = file.parent().unwrap_or(Path::new("."));
        published::read(&experiment, file)?;
        let oracle = experiment.needs_oracle().then(oracle::open).transpose()?;
        let inputs = PlanInputs { oracle, engines };
        let plan = Plan::with(&experiment, folder, inputs, message::note);
        let plan = plan.map_err(|error: PlanError| {
            let message = format!("{}, {error}", file.display());
            if error.is_of_input() {
                Failure::input(message)
            } else {
                Failure::impossible(message)
            }
        })?;
        Ok(PlannedExperiment {
            plan,
            experiment,
            text,
            folder: here_if_empty(folder).to_owned(),
        })
    }

    /// Reads the experiment file, the positions and the engines from the directory of a run.
    pub(super) fn of_run(directory: &Path) -> Result<Self, Failure> {
        let (experiment, text) = experiment_file::named(&directory.join(experiment_file::NAME))?;
        Ok(PlannedExperiment {
            plan: plan_of_run(&experiment, directory)?,
            experiment,
            text,
            folder: directory.to_owned(),
        })
    }

    /// The path of a directory's experiment file, if that is a different one.
    pub(super) fn different_file_in(&self, directory: &Path) -> Option<PathBuf> {
        let path = directory.join(experiment_file::NAME);
        let is_this = match user_file::read(&path) {
            Ok(text) => {
                text == self.text.as_bytes() || text == self.text_from(directory).as_bytes()
            }
            // An unreadable file may be a different one. Other errors are reported when the file is written.
            Err(error) => error.kind() != io::ErrorKind::PermissionDenied,
        };
        (!is_this).then_some(path)
    }

    /// Refuses a directory with the file of another experiment and no records, or with a file that has the name of a run's
    /// file but was not written by a run: both are a user's. `how` says how to give another directory.
    pub(super) fn refuse_users_files(&self, directory: &Path, how: &str) -> Result<(), Failure> {
        if let Some(file) = store::foreign_file(directory) {
            return Err(Failure::input(RunError::Foreign(file)));
        }
        let records = fs::metadata(directory.join(store::RECORDS));
        match self.different_file_in(directory) {
            Some(other) if records.map_or(0, |file| file.len()) == 0 => {
                Err(Failure::input(format_args!(
                    "{} is a different experiment, which has no records yet; give another directory{how}",
                    other.display()
                )))
            }
            _ => Ok(()),
        }
    }

    /// Writes the experiment file, the positions and the engines into the directory of the run. Returns whether they differ
    /// from those of the last run there.
    pub(super) fn save(&self, directory: &Path) -> Result<bool, Failure> {
        let path = directory.join(experiment_file::NAME);
        let text = self.text_from(directory);
        let old = self.different_file_in(directory);
        if let Some(old) = &old {
            // A user may have edited it there, so it is kept. At any time the directory has one of the two.
            let backup = free_path(directory);
            let copied = user_file::read(old)
                .map_err(|source| store::StoreError {
                    path: old.clone(),
                    source,
                })
                .and_then(|bytes| store::write_whole(&backup, &bytes));
            copied.map_err(Failure::impossible)?;
            message::note(format_args!(
                "{} was changed since the last run; the old file is kept as {}",
                old.display(),
                backup.display()
            ));
        }
        if !user_file::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            store::write_whole(&path, text.as_bytes()).map_err(Failure::impossible)?;
        }
        store::write_engines(directory, self.plan.engines()).map_err(Failure::impossible)?;
        let positions = store::write_positions(directory, self.plan.positions());
        Ok(positions.map_err(Failure::impossible)? || old.is_some())
    }

    /// The text of the experiment file for a directory: relative paths of data sets, tables and engines are rewritten to lead to the
    /// same files from there, so that the copy can be run.
    fn text_from(&self, directory: &Path) -> String {
        let mut text = self.text.clone();
        let datasets = self.experiment.datasets.iter();
        let datasets = datasets.filter_map(|set| match &set.source {
            DatasetSource::File(file) => Some(file),
            DatasetSource::BuiltIn(_) => None,
        });
        let commands = self.experiment.engines.iter().map(|engine| &engine.command);
        // A bare name is looked up in PATH.
        let commands = commands.filter(|command| uci::is_path(command.get_ref()));
        let tables = self.experiment.published.iter();
        let tables = tables.flat_map(|table| table.files());
        let tables = tables.filter(|table| built_in_data(table.get_ref()).is_none());
        // From the last to the first, so that the spans of the others stay valid.
        let mut files: Vec<_> = datasets.chain(commands).chain(tables).collect();
        files.sort_by_key(|file| std::cmp::Reverse(file.span().start));
        for file in files {
            if let Some(path) = self.path_from(directory, Path::new(file.get_ref())) {
                text.replace_range(file.span(), &Value::String(path).to_string());
            }
        }
        text
    }

    /// A relative path as seen from a directory; none if it stays as it is.
    fn path_from(&self, directory: &Path, path: &Path) -> Option<String> {
        let from = fs::canonicalize(here_if_empty(directory)).ok()?;
        if path.is_absolute() || fs::canonicalize(&self.folder).is_ok_and(|own| own == from) {
            return None;
        }
        // The file's name is kept even if it is a link: its positions are named after it.
        let folder = self.folder.join(path);
        let target = match fs::canonicalize(folder.parent()?) {
            Ok(parent) => parent.join(path.file_name()?),
            // The file need not exist.
            Err(_) => without_dots(&fs::canonicalize(&self.folder).ok()?.join(path)),
        };
        relative(&from, &target).to_str().map(str::to_owned)
    }
}

fn here_if_empty(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// A path without `.` and `..`, resolved by its names alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}

/// The relative path from one absolute path to another; the other itself if they have nothing in common.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let pairs = from.components().zip(to.components());
    let common = pairs.take_while(|(a, b)| a == b).count();
    if common == 0 {
        return to.to_owned();
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_leads_up_and_down() {
        for (from, to, path) in [
            ("/a/b", "/a/c/x.epd", "../c/x.epd"),
            ("/a", "/a/b/x.epd", "b/x.epd"),
            ("/a/b/c", "/x.epd", "../../../x.epd"),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), Path::new(path));
        }
    }
}
