//! Files that replace others only when all of them are ready: they are written to a temporary directory within the target
//! directory and then moved there, one after the other.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use plybench_files::whole_file::UnfinishedFolder;

use super::{DirectoryLock, RunError, StoreError, error::writing, lock_directory, make_folder};

/// A temporary directory for files that will be moved to a target directory. It is removed with its contents when this is
/// dropped.
#[derive(Debug)]
pub struct Staging {
    target: PathBuf,
    temporary: UnfinishedFolder,
    /// Held until the files are moved.
    _lock: Option<DirectoryLock>,
}

impl Staging {
    /// Creates the target directory if it is missing, and the temporary directory within it.
    ///
    /// # Errors
    /// If one of them cannot be created.
    pub fn within(target: &Path) -> Result<Self, StoreError> {
        make_folder(target)?;
        Ok(Staging {
            target: target.to_owned(),
            temporary: UnfinishedFolder::within(target).map_err(writing(target))?,
            _lock: None,
        })
    }

    /// The same with the lock of the target directory, so that no other process works on a run there.
    ///
    /// # Errors
    /// If another process holds the lock, or a directory cannot be created.
    pub fn locked(target: &Path) -> Result<Self, RunError> {
        let lock = lock_directory(target)?;
        Ok(Staging {
            _lock: Some(lock),
            ..Staging::within(target)?
        })
    }

    /// The temporary directory, to write to.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// Moves the files to the target directory, in place of files of the same names. Hidden files are not moved.
    ///
    /// # Errors
    /// If a file cannot be moved. A directory of a file's name is found before any file is moved.
    pub fn publish(self) -> Result<(), StoreError> {
        let mut moves = Vec::new();
        for entry in fs::read_dir(self.path()).map_err(writing(self.path()))? {
            let name = entry.map_err(writing(self.path()))?.file_name();
            if !name.to_string_lossy().starts_with('.') {
                moves.push((self.path().join(&name), self.target.join(&name)));
            }
        }
        for (_, to) in &moves {
            if to.is_dir() {
                return Err(writing(to)(io::ErrorKind::IsADirectory.into()));
            }
        }
        for (from, to) in &moves {
            fs::rename(from, to).map_err(writing(to))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_appear_or_none_and_nothing_is_left() {
        let home = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(home.path().join(name)).ok();
        fs::write(home.path().join("a"), "old").unwrap();
        fs::create_dir(home.path().join("b")).unwrap();
        let stage = || {
            let staging = Staging::within(home.path()).unwrap();
            for name in ["a", "b"] {
                fs::write(staging.path().join(name), "new").unwrap();
            }
            staging
        };
        let error = stage().publish().unwrap_err().to_string();
        assert!(error.contains("/b"), "{error}");
        assert_eq!(read("a").as_deref(), Some("old"));
        fs::remove_dir(home.path().join("b")).unwrap();
        stage().publish().unwrap();
        assert_eq!(
            (read("a"), read("b")),
            (Some("new".into()), Some("new".into()))
        );
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 2);
    }
}
