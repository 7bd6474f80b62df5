//! The lock for processes that change one file at once, each from what it reads there, such as adding a game to a file.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// The exclusive lock on a file that is read, changed and replaced as a whole. It is released when this is dropped or the process
/// ends.
#[derive(Debug)]
pub struct UpdateLock {
    /// The open file holds the lock.
    file: File,
    path: PathBuf,
    /// Whether the file was created to be locked.
    is_new: bool,
}

impl UpdateLock {
    /// Waits until no other process holds the lock. A file that is missing is created, so that there is one to lock.
    ///
    /// # Errors
    /// If it cannot be opened or locked.
    pub fn wait(path: &Path) -> io::Result<Self> {
        loop {
            let (file, is_new) = match File::open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let mut options = OpenOptions::new();
                    (options.create(true).append(true).open(path)?, true)
                }
                opened => (opened?, false),
            };
            file.lock()?;
            let path = path.to_owned();
            let lock = UpdateLock { file, path, is_new };
            // The process that held the lock may have replaced the file: then the new one is to be locked.
            if lock.is_current()? {
                return Ok(lock);
            }
        }
    }

    /// Whether the path still leads to the locked file.
    #[cfg(unix)]
    fn is_current(&self) -> io::Result<bool> {
        use std::os::unix::fs::MetadataExt;
        let place = |data: fs::Metadata| (data.dev(), data.ino());
        match fs::metadata(&self.path) {
            Ok(data) => Ok(place(data) == place(self.file.metadata()?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Not known here: of changes that wait for one another, one can be lost.
    #[cfg(not(unix))]
    fn is_current(&self) -> io::Result<bool> {
        Ok(true)
    }
}

impl Drop for UpdateLock {
    /// Removes the file if it was created to be locked and nothing replaced it.
    fn drop(&mut self) {
        if self.is_new && self.is_current().is_ok_and(|is_current| is_current) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::{user_file, whole_file::write_whole};

    #[test]
    fn no_change_is_lost_when_many_change_a_file_at_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("games");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        let _lock = UpdateLock::wait(&path).unwrap();
                        let mut text = user_file::read(&path).unwrap();
                        text.extend(b"game\n");
                        write_whole(&path, &text).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "game\n".repeat(40));
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_was_only_created_to_be_locked_is_removed() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("games");
        drop(UpdateLock::wait(&path).unwrap());
        assert!(!path.exists());
        assert!(UpdateLock::wait(&home.path().join("none/games")).is_err());
    }
}
