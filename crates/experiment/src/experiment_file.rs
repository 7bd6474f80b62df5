//! An experiment file: named by its path, built in, or kept in the directory of a run.

use std::{
    fs, io, iter,
    path::{Component, Path, PathBuf},
};

use toml::Value;

use super::{
    dataset::nearest_file,
    finished_run::{EXPERIMENT_FILE, FinishedRunError, read_experiment},
    plan::Plan,
    spec::{
        BUILT_IN, BuiltInExperiment, DatasetSource, Experiment, ExperimentError, built_in_data,
    },
    uci,
};
use plybench_files::user_file;
use plybench_records::{self as store, RunError, StoreError};

/// The built-in experiment of this name, unless a file or directory has the same name.
#[must_use]
pub fn built_in(file: &Path) -> Option<&'static BuiltInExperiment> {
    let built_in = BuiltInExperiment::named(file.to_str()?)?;
    fs::symlink_metadata(file).is_err().then_some(built_in)
}

/// An experiment with the text and the folder of its file.
pub struct ExperimentFile {
    /// What the file says, with the line of each part.
    pub experiment: Experiment,
    /// The folder at which the relative paths of its data sets, tables and engines start.
    pub folder: PathBuf,
    text: String,
}

impl ExperimentFile {
    /// Reads the file at this path, or takes the built-in experiment of this name.
    ///
    /// # Errors
    /// If it cannot be read, or is not a valid experiment.
    pub fn read(file: &Path) -> Result<Self, FinishedRunError> {
        let (experiment, text) = match built_in(file) {
            Some(built_in) => {
                let damaged = |error: ExperimentError| FinishedRunError::System(error.to_string());
                let experiment = built_in.experiment().map_err(damaged)?;
                (experiment, built_in.text.to_owned())
            }
            None => read_experiment(file, |error| unreadable(file, &error))?,
        };
        Ok(ExperimentFile {
            experiment,
            folder: here_if_empty(file.parent().unwrap_or(Path::new(""))).to_owned(),
            text,
        })
    }

    /// The path of a directory's experiment file, if that is a different one.
    #[must_use]
    pub fn different_file_in(&self, directory: &Path) -> Option<PathBuf> {
        let path = directory.join(EXPERIMENT_FILE);
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
    ///
    /// # Errors
    /// If the directory has such a file.
    pub fn refuse_users_files(&self, directory: &Path, how: &str) -> Result<(), FinishedRunError> {
        if let Some(file) = store::foreign_file(directory) {
            return Err(RunError::Foreign(file).into());
        }
        let records = fs::metadata(directory.join(store::RECORDS));
        match self.different_file_in(directory) {
            Some(other) if records.map_or(0, |file| file.len()) == 0 => {
                Err(FinishedRunError::Input(format!(
                    "{} is a different experiment, which has no records yet; give another directory{how}",
                    other.display()
                )))
            }
            _ => Ok(()),
        }
    }

    /// Writes the experiment file, and the positions and engines of its plan, into the directory of the run. Returns whether they
    /// differ from those of the last run there. `note` is told the new path of a file that is replaced.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub fn save(
        &self,
        plan: &Plan,
        directory: &Path,
        note: impl FnOnce(String),
    ) -> Result<bool, RunError> {
        let path = directory.join(EXPERIMENT_FILE);
        let text = self.text_from(directory);
        let old = self.different_file_in(directory);
        if let Some(old) = &old {
            // A user may have edited it there, so it is kept. At any time the directory has one of the two.
            let backup = free_path(directory);
            let bytes = user_file::read(old).map_err(|source| StoreError {
                path: old.clone(),
                source,
            })?;
            store::write_whole(&backup, &bytes)?;
            note(format!(
                "{} was changed since the last run; the old file is kept as {}",
                old.display(),
                backup.display()
            ));
        }
        if !user_file::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            store::write_whole(&path, text.as_bytes())?;
        }
        store::write_engines(directory, plan.engines())?;
        Ok(store::write_positions(directory, plan.positions())? || old.is_some())
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
        let folders = self.experiment.engines.iter();
        let folders = folders.filter_map(|engine| engine.cwd.as_ref());
        let tables = self.experiment.published.iter();
        let tables = tables.flat_map(|table| table.files());
        let tables = tables.filter(|table| built_in_data(table.get_ref()).is_none());
        // From the last to the first, so that the spans of the others stay valid.
        let mut files: Vec<_> = datasets
            .chain(commands)
            .chain(folders)
            .chain(tables)
            .collect();
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
        let folder = fs::canonicalize(&self.folder);
        if path.is_absolute() || folder.as_ref().is_ok_and(|own| *own == from) {
            return None;
        }
        let joined = self.folder.join(path);
        let target = match path.file_name() {
            // The file's name is kept even if it is a link: its positions are named after it.
            Some(name) => fs::canonicalize(joined.parent()?).map(|parent| parent.join(name)),
            // A directory such as `.` has no name.
            None => fs::canonicalize(&joined),
        };
        let target = match target {
            Ok(target) => target,
            // The file need not exist.
            Err(_) => without_dots(&folder.ok()?.join(path)),
        };
        relative(&from, &target).to_str().map(str::to_owned)
    }
}

/// Says why a file that the user named cannot be read, and suggests what to give instead.
fn unreadable(file: &Path, error: &io::Error) -> FinishedRunError {
    let name = file.display();
    if !user_file::is_at_fault(error) {
        return FinishedRunError::System(format!("cannot read {name}: {error}"));
    }
    let inside = file.join(EXPERIMENT_FILE);
    let names = BUILT_IN.iter().map(|built_in| built_in.name);
    let suggestion = if inside.is_file() {
        format!("give the file in it, {}", inside.display())
    } else if let Some(near) = nearest_file(file) {
        format!("did you mean {}?", near.display())
    } else {
        let given = file.to_string_lossy();
        match plybench_text::nearest(&given, names) {
            Some(near) if near == given => format!(
                "to run the built-in experiment {near}, change to a directory that has nothing of that name"
            ),
            Some(near) => format!("did you mean the built-in experiment {near}?"),
            None => "give an experiment file (`plybench new` writes one) or the name of a built-in experiment \
                     (`plybench new --list`)"
                .to_owned(),
        }
    };
    FinishedRunError::Input(format!("cannot read {name}: {error}; {suggestion}"))
}

/// A free path for an experiment file that is replaced: `experiment.before.toml`, or one with a number if that is taken.
fn free_path(directory: &Path) -> PathBuf {
    let numbered = (2..).map(|number| format!("experiment.before-{number}.toml"));
    let names = iter::once("experiment.before.toml".to_owned()).chain(numbered);
    let mut paths = names.map(|name| directory.join(name));
    let free = paths.find(|path| fs::symlink_metadata(path).is_err());
    free.unwrap_or_default()
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
