//! Writing files, without overwriting those of others.

use std::{
    fs,
    io::{
        self,
        ErrorKind::{IsADirectory, NotADirectory, NotFound},
    },
    path::Path,
};

use super::failure::Failure;
use plybench_experiment::finished_run::EXPERIMENT_FILE;
use plybench_files::user_file;
use plybench_records::{
    POSITIONS, RECORDS, StoreError, TIMINGS, is_replaceable, write_together, write_whole,
};

/// Writes files into a directory, which is created if missing: all of them or none, and never over a file that another command
/// wrote.
pub(super) fn write_files(directory: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    for (name, bytes) in files {
        refuse_others(&directory.join(name), bytes)?;
    }
    write_together(directory, files).map_err(|error| Failure::unwritable(&error, "--out"))
}

/// Writes files into a directory that an argument names, which is created if missing: all of them or none, and never over a file
/// for which `may_replace`, given its path and the new bytes, is false.
pub(super) fn write_into<N: AsRef<str>, B: AsRef<[u8]>>(
    directory: &Path,
    files: &[(N, B)],
    may_replace: fn(&Path, &[u8]) -> io::Result<bool>,
) -> Result<(), Failure> {
    for (name, bytes) in files {
        let file = directory.join(name.as_ref());
        let why = "exists with other contents; give another directory";
        refuse(&file, may_replace(&file, bytes.as_ref()), why)?;
    }
    let written = write_together(directory, files);
    written.map_err(|StoreError { path, source }| {
        Failure::impossible(format_args!(
            "cannot write {}: {source}; give another directory",
            path.display()
        ))
    })
}

/// Whether a file is missing, or has these bytes already.
pub(super) fn is_missing_or_same(file: &Path, bytes: &[u8]) -> io::Result<bool> {
    match user_file::read(file) {
        Ok(present) => Ok(present == bytes),
        Err(error) if error.kind() == NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Writes a file that an option names, whole or not at all.
pub(super) fn write_file(file: &Path, bytes: &[u8], option: &str) -> Result<(), Failure> {
    refuse_files_of_runs(file, option)?;
    write_whole(file, bytes).map_err(|error| Failure::unwritable(&error, option))
}

/// Refuses to write over a file of a run: its records would take long to compute again.
pub(super) fn refuse_files_of_runs(file: &Path, option: &str) -> Result<(), Failure> {
    let of_runs = [RECORDS, POSITIONS, TIMINGS, EXPERIMENT_FILE];
    // A link is followed when the file is written.
    let target = fs::canonicalize(file);
    let paths = [Some(file), target.as_deref().ok()];
    let is_one = |path: &Path| of_runs.iter().any(|name| path.ends_with(name));
    if paths.into_iter().flatten().any(is_one) && file.is_file() {
        return Err(Failure::input(format_args!(
            "{} has the name of a file of a run; give another path with {option}",
            file.display()
        )));
    }
    Ok(())
}

/// Refuses to write over a file that the same command did not write. What is not a regular file, such as a pipe, has nothing to
/// lose.
pub(super) fn refuse_others(file: &Path, new: &[u8]) -> Result<(), Failure> {
    if fs::metadata(file).is_ok_and(|entry| !entry.is_file() && !entry.is_dir()) {
        return Ok(());
    }
    let is_replaceable = is_replaceable(file, new);
    let why = "exists and was not written by this command; give another path with --out";
    refuse(file, is_replaceable, why)
}

/// Refuses to write over a file that may not be replaced.
fn refuse(file: &Path, may_replace: io::Result<bool>, why: &str) -> Result<(), Failure> {
    match may_replace {
        Ok(false) => Err(Failure::input(format_args!("{} {why}", file.display()))),
        // Other obstacles are reported when the file is written.
        Ok(true) => Ok(()),
        Err(error) if matches!(error.kind(), IsADirectory | NotADirectory) => Ok(()),
        Err(error) => Err(Failure::impossible(format_args!(
            "cannot read {}: {error}",
            file.display()
        ))),
    }
}
