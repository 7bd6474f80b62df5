//! Files that replace others only when all of them are made: they are written in a folder of their own within the directory
//! and then moved into it, one after the other.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use plybench_oracle::whole_file::UnfinishedFolder;

use super::{StoreError, error::writing, make_folder};

/// A place for files that are to appear in a directory. It is gone when this is dropped, whatever is in it.
#[derive(Debug)]
pub struct Staging {
    directory: PathBuf,
    place: UnfinishedFolder,
}

impl Staging {
    /// Makes the directory where it is missing, and the place within it.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn within(directory: &Path) -> Result<Self, StoreError> {
        make_folder(directory)?;
        Ok(Staging {
            directory: directory.to_owned(),
            place: UnfinishedFolder::within(directory).map_err(writing(directory))?,
        })
    }

    /// Where to write.
    #[must_use]
    pub fn place(&self) -> &Path {
        self.place.path()
    }

    /// Moves the files into the directory, in place of those of the same names; hidden ones stay behind.
    ///
    /// # Errors
    /// If one cannot be moved. A directory that stands in a file's place is found before any is.
    pub fn publish(self) -> Result<(), StoreError> {
        let mut moves = Vec::new();
        for entry in fs::read_dir(self.place()).map_err(writing(self.place()))? {
            let name = entry.map_err(writing(self.place()))?.file_name();
            if !name.to_string_lossy().starts_with('.') {
                moves.push((self.place().join(&name), self.directory.join(&name)));
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
                fs::write(staging.place().join(name), "new").unwrap();
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
