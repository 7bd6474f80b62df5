//! Files and folders, with the path in every error. Files that are written at once appear whole: see
//! [`plybench_oracle::whole_file`].

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use plybench_oracle::whole_file;

use super::{StoreError, error::writing};

/// Makes a directory, with those above it, where it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(writing(path))
}

/// A file in the making: it is either there in full or, if anything fails, as it was before. What is no
/// regular file, such as a pipe, is written as it is.
#[derive(Debug)]
pub struct WholeFile {
    file: whole_file::WholeFile,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        Ok(WholeFile {
            file: whole_file::WholeFile::create(path).map_err(writing(path))?,
            path: path.to_owned(),
        })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If anything of it could not be written.
    pub fn finish(self) -> Result<(), StoreError> {
        self.file.finish().map_err(writing(&self.path))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file that is either there in full or, if anything fails, as it was before.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    whole_file::write_whole(path, bytes).map_err(writing(path))
}
