//! Writing files and directories, with the path in every error. Files appear whole: see [`plybench_files::whole_file`].

use std::path::Path;

use plybench_files::whole_file;

use super::{Staging, StoreError, error::writing};

/// Creates a directory and its parents if they are missing.
///
/// # Errors
/// If one cannot be created.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    whole_file::make_folder(path).map_err(writing(path))
}

/// Writes a file whole; if anything fails, it stays as it was before. What is not a regular file, such as a pipe, is written
/// in place.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    whole_file::write_whole(path, bytes).map_err(writing(path))
}

/// Writes files into a directory, which is created if missing. No file appears under its name before all are written.
///
/// # Errors
/// If one cannot be written.
pub fn write_together<'f, N: AsRef<str> + 'f, B: AsRef<[u8]> + 'f>(
    directory: &Path,
    files: impl IntoIterator<Item = &'f (N, B)>,
) -> Result<(), StoreError> {
    let staging = Staging::within(directory)?;
    for (name, bytes) in files {
        write_whole(&staging.path().join(name.as_ref()), bytes.as_ref())?;
    }
    staging.publish()
}
