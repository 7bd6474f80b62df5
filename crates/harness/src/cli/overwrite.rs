//! Files that a command would overwrite.

use std::{
    fs,
    io::ErrorKind::{IsADirectory, NotADirectory},
    path::Path,
};

use super::failure::Failure;
use crate::store::is_replaceable;

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
