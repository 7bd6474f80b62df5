//! Files that a command would overwrite.

use std::{
    fs,
    io::ErrorKind::{IsADirectory, NotADirectory},
    path::Path,
};

use super::{experiment_file, failure::Failure};
use crate::store::{POSITIONS, RECORDS, TIMINGS, is_replaceable};

/// Refuses to write over a file of a run: its records cannot be had again so easily.
pub(super) fn refuse_files_of_runs(file: &Path, option: &str) -> Result<(), Failure> {
    let of_runs = [RECORDS, POSITIONS, TIMINGS, experiment_file::NAME];
    let is_one = of_runs.iter().any(|name| file.ends_with(name));
    if is_one && file.is_file() {
        return Err(Failure::input(format_args!(
            "{} has the name of a file of a run; give another place with {option}",
            file.display()
        )));
    }
    Ok(())
}

/// Refuses to write a file where one stands that the same command did not write. What is no regular file, such as a
/// pipe, holds nothing that could be lost.
pub(super) fn refuse_others(file: &Path, new: &[u8]) -> Result<(), Failure> {
    if fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return Ok(());
    }
    match is_replaceable(file, new) {
        Ok(false) => Err(Failure::input(format_args!(
            "{} is there and was not written by this command; give another place with --out",
            file.display()
        ))),
        // What stands in the way in another manner is said when it is written.
        Ok(true) => Ok(()),
        Err(error) if matches!(error.kind(), IsADirectory | NotADirectory) => Ok(()),
        Err(error) => Err(Failure::impossible(format_args!(
            "cannot read {}: {error}",
            file.display()
        ))),
    }
}
