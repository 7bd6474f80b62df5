//! The experiment that a user gives, and its copy beside the records.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use toml::Value;

use crate::{
    cli::{experiment_file, failure::Failure, message, oracle},
    plan::{Known, Plan, PlanError},
    spec::{DatasetSource, Distances, Experiment},
    store::{self, EngineRecord, RunError},
    uci, user_file,
};

/// A name for an experiment file that gives way to another: `experiment.before.toml`, or one with a number if that is taken.
fn free_name(directory: &Path) -> PathBuf {
    let numbered = (2..).map(|number| format!("experiment.before-{number}.toml"));
    let mut names = std::iter::once("experiment.before.toml".to_owned()).chain(numbered);
    let is_free = |name: &String| fs::symlink_metadata(directory.join(name)).is_err();
    let name = names.find(is_free);
    directory.join(name.unwrap_or_default())
}

/// An experiment file with its plan.
pub(super) struct Given {
    pub(super) plan: Plan,
    experiment: Experiment,
    text: String,
    folder: PathBuf,
}

impl Given {
    /// Reads an experiment file and the data sets that it names, and looks for its engines if they are not known.
    pub(super) fn read(file: &Path, engines: Option<Vec<EngineRecord>>) -> Result<Self, Failure> {
        let (experiment, text) = experiment_file::named(file)?;
        let folder = file.parent().unwrap_or(Path::new("."));
        let mut datasets = experiment.datasets.iter();
        let asks = datasets.any(|set| set.distances == Distances::Oracle);
        let oracle = asks.then(oracle::open).transpose()?;
        let known = Known { oracle, engines };
        let plan = Plan::with(&experiment, folder, known, message::note);
        let plan = plan.map_err(|error: PlanError| {
            let said = format!("{}, {error}", file.display());
            if error.is_of_input() {
                Failure::input(said)
            } else {
                Failure::impossible(said)
            }
        })?;
        Ok(Given {
            plan,
            experiment,
            text,
            folder: here_if_empty(folder).to_owned(),
        })
    }

    /// Reads the experiment file, the positions and the engines that a run has kept.
    pub(super) fn kept(directory: &Path) -> Result<Self, Failure> {
        let (experiment, text) = experiment_file::named(&directory.join(experiment_file::NAME))?;
        let positions = store::read_positions(directory)?;
        let plan = Plan::of_run(&experiment, positions, &store::read_engines(directory)?);
        let plan =
            plan.map_err(|error| Failure::input(format_args!("{}: {error}", directory.display())))?;
        Ok(Given {
            plan,
            experiment,
            text,
            folder: directory.to_owned(),
        })
    }

    /// The experiment file that a directory has, if it is another than this one.
    pub(super) fn other_in(&self, directory: &Path) -> Option<PathBuf> {
        let there = directory.join(experiment_file::NAME);
        let is_this = match user_file::read(&there) {
            Ok(text) => {
                text == self.text.as_bytes() || text == self.text_from(directory).as_bytes()
            }
            // What cannot be read may be another; what else stands in the way is said when it is written.
            Err(error) => error.kind() != io::ErrorKind::PermissionDenied,
        };
        (!is_this).then_some(there)
    }

    /// Refuses a directory that has the file of another experiment and no records of it, or one by the name of a
    /// run's that is none: a user wrote that. `how` says how another directory is given.
    pub(super) fn refuse_unrun(&self, directory: &Path, how: &str) -> Result<(), Failure> {
        if let Some(file) = store::strange_file(directory) {
            return Err(Failure::input(RunError::Strange(file)));
        }
        let records = fs::metadata(directory.join(store::RECORDS));
        match self.other_in(directory) {
            Some(other) if records.map_or(0, |file| file.len()) == 0 => {
                Err(Failure::input(format_args!(
                    "{} is another experiment, which has no records yet; give another directory{how}",
                    other.display()
                )))
            }
            _ => Ok(()),
        }
    }

    /// Writes the experiment file, the positions and the engines into the directory of the run, and tells whether they are others than
    /// those of the last run there.
    pub(super) fn keep(&self, directory: &Path) -> Result<bool, Failure> {
        let path = directory.join(experiment_file::NAME);
        let text = self.text_from(directory);
        let other = self.other_in(directory);
        if let Some(other) = &other {
            // It may have been edited there: nothing that somebody wrote is lost, and there is always one of the two.
            let before = free_name(directory);
            let kept = user_file::read(other)
                .map_err(|source| store::StoreError {
                    path: other.clone(),
                    source,
                })
                .and_then(|bytes| store::write_whole(&before, &bytes));
            kept.map_err(Failure::impossible)?;
            message::note(format_args!(
                "{} was changed since the last run; the old file is kept as {}",
                other.display(),
                before.display()
            ));
        }
        if !user_file::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            store::write_whole(&path, text.as_bytes()).map_err(Failure::impossible)?;
        }
        store::write_engines(directory, self.plan.engines()).map_err(Failure::impossible)?;
        let positions = store::write_positions(directory, self.plan.position_records());
        Ok(positions.map_err(Failure::impossible)? || other.is_some())
    }

    /// The experiment file as it stands in a directory: relative paths of data sets and engines lead from there to the same
    /// files, so that the copy can be run.
    fn text_from(&self, directory: &Path) -> String {
        let mut text = self.text.clone();
        let datasets = self.experiment.datasets.iter();
        let datasets = datasets.filter_map(|set| match &set.source {
            DatasetSource::File(file) => Some(file),
            DatasetSource::Own(_) => None,
        });
        let commands = self.experiment.engines.iter().map(|engine| &engine.command);
        // A bare name is not one of a file here.
        let commands = commands.filter(|command| uci::is_path(command.get_ref()));
        // From the last, so that the places of the others stay.
        let mut files: Vec<_> = datasets.chain(commands).collect();
        files.sort_by_key(|file| std::cmp::Reverse(file.span().start));
        for file in files {
            if let Some(path) = self.path_from(directory, Path::new(file.get_ref())) {
                text.replace_range(file.span(), &Value::String(path).to_string());
            }
        }
        text
    }

    /// Where a relative path leads, as seen from a directory; none if it stays as it is.
    fn path_from(&self, directory: &Path, path: &Path) -> Option<String> {
        let from = fs::canonicalize(here_if_empty(directory)).ok()?;
        if path.is_absolute() || fs::canonicalize(&self.folder).is_ok_and(|own| own == from) {
            return None;
        }
        // The file's own name stays also if it is a link: its positions are called by it.
        let folder = self.folder.join(path);
        let target = match fs::canonicalize(folder.parent()?) {
            Ok(parent) => parent.join(path.file_name()?),
            // The file need not be there.
            Err(_) => without_detours(&fs::canonicalize(&self.folder).ok()?.join(path)),
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

/// A path without `.` and `..`, as far as its names tell.
fn without_detours(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                straight.pop();
            }
            other => straight.push(other),
        }
    }
    straight
}

/// The way from one absolute path to another; the other itself if they have nothing in common.
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
    fn a_path_leads_up_and_down() {
        for (from, to, way) in [
            ("/a/b", "/a/c/x.epd", "../c/x.epd"),
            ("/a", "/a/b/x.epd", "b/x.epd"),
            ("/a/b/c", "/x.epd", "../../../x.epd"),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), Path::new(way));
        }
    }
}
