//! Files and folders, with the path in every error. Files appear whole: see [`plybench_oracle::whole_file`].

use std::{fs, path::Path};

use plybench_oracle::whole_file;

use super::{Staging, StoreError, error::writing};

/// Makes a directory, with those above it, where it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(writing(path))
}

/// Writes a file that is either there in full or, if anything fails, as it was before. What is no regular file, such as a
/// pipe, is written as it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    whole_file::write_whole(path, bytes).map_err(writing(path))
}

/// Writes files into a directory, which is made where it is missing: none takes its name before all are written.
///
/// # Errors
/// If one cannot be written.
pub fn write_together<'f>(
    directory: &Path,
    files: impl IntoIterator<Item = (&'f str, &'f [u8])>,
) -> Result<(), StoreError> {
    let staging = Staging::within(directory)?;
    for (name, bytes) in files {
        write_whole(&staging.place().join(name), bytes)?;
    }
    staging.publish()
}
