//! Files that replace others only when all of them are made: they are written beside their directory and
//! then moved in, one after the other.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use super::{RECORDS, StoreError};

fn at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |source| StoreError {
        path: path.to_owned(),
        source,
    }
}

/// A place for files that are to appear in a directory.
#[derive(Debug)]
pub struct Staging {
    directory: PathBuf,
    place: PathBuf,
}

impl Staging {
    /// Makes the directory where it is missing, and the place within it.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn within(directory: &Path) -> Result<Self, StoreError> {
        Staging::named(directory, ".part")
    }

    /// The same with a place of this name, for files that are no part of a run: an interrupted one
    /// may have left its records in the usual place.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn named(directory: &Path, name: &str) -> Result<Self, StoreError> {
        let place = directory.join(name);
        fs::create_dir_all(&place).map_err(at(&place))?;
        Ok(Staging {
            directory: directory.to_owned(),
            place,
        })
    }

    /// Where to write.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Removes what an earlier attempt left there, but for hidden files and the records, which a
    /// journal has open.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn clear(&self) -> Result<(), StoreError> {
        let kept = Some(OsStr::new(RECORDS));
        for file in self.files()?.iter().filter(|file| file.file_name() != kept) {
            fs::remove_file(file).map_err(at(file))?;
        }
        Ok(())
    }

    /// Moves the files into the directory, in place of those of the same names.
    ///
    /// # Errors
    /// If one cannot be moved. A directory that stands in a file's place is found before any is.
    pub fn publish(self) -> Result<(), StoreError> {
        let moves: Vec<(PathBuf, PathBuf)> = self
            .files()?
            .into_iter()
            .filter_map(|from| {
                let to = self.directory.join(from.file_name()?);
                Some((from, to))
            })
            .collect();
        for (_, to) in &moves {
            if to.is_dir() {
                return Err(at(to)(io::ErrorKind::IsADirectory.into()));
            }
        }
        for (from, to) in &moves {
            fs::rename(from, to).map_err(at(to))?;
        }
        fs::remove_dir_all(&self.place).map_err(at(&self.place))
    }

    /// The files that are there, but for hidden ones.
    fn files(&self) -> Result<Vec<PathBuf>, StoreError> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.place).map_err(at(&self.place))? {
            let entry = entry.map_err(at(&self.place))?;
            if !entry.file_name().to_string_lossy().starts_with('.') {
                files.push(entry.path());
            }
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_appear_or_none() {
        let home = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(home.path().join(name)).ok();
        fs::write(home.path().join("a"), "old").unwrap();
        fs::create_dir(home.path().join("b")).unwrap();
        let stage = || {
            let staging = Staging::within(home.path()).unwrap();
            staging.clear().unwrap();
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
