//! A file of a run, open for reading.

use std::{fs::File, io, path::PathBuf};

use super::{RunError, error::reading};

/// A file with its path. It stays open, since another file may take its name.
#[derive(Debug)]
pub(super) struct RunFile {
    pub(super) path: PathBuf,
    pub(super) file: File,
}

impl RunFile {
    pub(super) fn open(path: PathBuf) -> Result<Self, RunError> {
        let file = File::open(&path).map_err(reading(&path))?;
        Ok(RunFile { path, file })
    }

    /// The file; none if there is no file of this name.
    pub(super) fn open_if_present(path: PathBuf) -> Result<Option<Self>, RunError> {
        match RunFile::open(path) {
            Err(RunError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            opened => opened.map(Some),
        }
    }
}
