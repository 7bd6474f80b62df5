//! Files that are replaced as a whole: a reader finds all of the old content or all of the new, whatever happens to the
//! writer.
//!
//! A file is written under a temporary name in the same folder, flushed to the disk, and then renamed. A writer that is killed
//! leaves its temporary file behind, whose name no other program uses; the next writer in that folder removes it. A running
//! writer locks its temporary file, so that it is not taken for an abandoned one.

use std::{
    fs::{self, File},
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use tempfile::TempPath;

/// Creates a directory and its parents if they are missing.
///
/// # Errors
/// If one cannot be created. A file in its place is [`io::ErrorKind::NotADirectory`] and named.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| {
        let in_the_way = path.ancestors().find(|above| above.exists());
        match in_the_way.filter(|above| !above.is_dir()) {
            Some(file) => io::Error::new(
                io::ErrorKind::NotADirectory,
                format!("{} is a file, not a directory", file.display()),
            ),
            None => error,
        }
    })
}

/// The names of unfinished files and folders: this prefix, random letters and, for files, an ending, as in
/// `.plybench-aB3dE6.part`.
const OPENING: &str = ".plybench-";
const RANDOM_LETTERS: usize = 6;
const ENDING: &str = ".part";
/// A writer locks its file right after creating it. A file that is older than this and not locked is abandoned.
const TIME_TO_LOCK: Duration = Duration::from_secs(2);
/// The lock file in an unfinished folder.
const LOCK_OF_A_FOLDER: &str = ".unfinished";

/// A file that is being written. [`WholeFile::finish`] gives it its name; until then, and if anything fails, an existing file
/// stays unchanged. Anything that is not a regular file, such as a pipe, is written directly.
#[derive(Debug)]
pub struct WholeFile {
    out: BufWriter<File>,
    /// Where the bytes are until the file is finished; none if they are written directly.
    temporary: Option<TempPath>,
    path: PathBuf,
}

impl WholeFile {
    /// Starts writing a file.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A symbolic link is kept, and the file that it leads to is replaced.
        let resolved = fs::canonicalize(path);
        let path = resolved.as_deref().unwrap_or(path);
        let is_special = fs::metadata(path).is_ok_and(|existing| !existing.is_file());
        let (file, temporary) = if is_special {
            (File::create(path)?, None)
        } else {
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            remove_unfinished(folder);
            if !folder.is_dir() {
                let missing = format!("the folder {} does not exist", folder.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, missing));
            }
            let file = builder(0o666).suffix(ENDING).tempfile_in(folder);
            let (file, temporary) = file.map_err(|error| without_path(&error))?.into_parts();
            // If locks are not supported, abandoned files cannot be recognized and none is removed.
            let _ = file.try_lock();
            (file, Some(temporary))
        };
        Ok(WholeFile {
            out: BufWriter::new(file),
            temporary,
            path: path.to_owned(),
        })
    }

    /// Whether it is a terminal, which obeys control characters.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.out.get_ref().is_terminal()
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If the file could not be written completely or renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(temporary) = self.temporary else {
            return Ok(());
        };
        self.out.get_ref().sync_all()?;
        temporary.persist(self.path).map_err(|error| error.error)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A temporary folder in another folder. It is removed when it is dropped or, if this process is killed, by the next writer.
#[derive(Debug)]
pub struct UnfinishedFolder {
    folder: tempfile::TempDir,
    _lock: File,
}

impl UnfinishedFolder {
    /// Creates a temporary folder in `parent`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn within(parent: &Path) -> io::Result<Self> {
        remove_unfinished(parent);
        let folder = builder(0o777).tempdir_in(parent);
        let folder = folder.map_err(|error| without_path(&error))?;
        let lock = File::create(folder.path().join(LOCK_OF_A_FOLDER))?;
        let _ = lock.try_lock();
        Ok(UnfinishedFolder {
            folder,
            _lock: lock,
        })
    }

    /// The folder's path, valid until this is dropped.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A builder whose files and folders get the usual permissions: these, minus those that the user's mask removes.
#[cfg_attr(not(unix), allow(unused_variables))]
fn builder(permissions: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(OPENING).rand_bytes(RANDOM_LETTERS);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(permissions));
    }
    builder
}

/// The error without the name of the temporary file, which means nothing to the user.
fn without_path(error: &io::Error) -> io::Error {
    let system = error.get_ref().and_then(|error| error.source());
    let system = system.and_then(|error| error.downcast_ref::<io::Error>());
    match system.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

/// Whether a name is that of an unfinished file or, if `is_file` is false, of an unfinished folder.
fn is_unfinished_name(name: &str, is_file: bool) -> bool {
    let ending = if is_file { ENDING } else { "" };
    let letters = name
        .strip_prefix(OPENING)
        .and_then(|rest| rest.strip_suffix(ending));
    letters.is_some_and(|letters| {
        letters.len() == RANDOM_LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes the files and folders that killed writers left in a folder. Those that cannot be read or removed are harmless and stay.
pub fn remove_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else {
            continue;
        };
        if !is_unfinished_name(&entry.file_name().to_string_lossy(), kind.is_file()) {
            continue;
        }
        if kind.is_dir() && is_abandoned(&path.join(LOCK_OF_A_FOLDER)) {
            let _ = fs::remove_dir_all(&path);
        } else if kind.is_file() && is_abandoned(&path) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether no running writer has a file locked or may still be about to lock it.
fn is_abandoned(file: &Path) -> bool {
    let Ok(file) = File::open(file) else {
        return false;
    };
    let age = file.metadata().and_then(|data| data.modified());
    let age = age.ok().and_then(|time| time.elapsed().ok());
    age.is_some_and(|age| age > TIME_TO_LOCK) && file.try_lock().is_ok()
}

/// Writes a file as a whole.
///
/// # Errors
/// If it cannot be written. An existing file is then unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_whole_file_replaces_the_old_one_and_leaves_no_other_file() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("table.md");
        write_whole(&path, b"long text").unwrap();
        write_whole(&path, b"short").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"short");
        assert_eq!(names(home.path()), 1);
        assert!(write_whole(&home.path().join("no/file"), b"x").is_err());
    }

    #[test]
    fn a_name_without_a_folder_is_a_file_in_the_current_one() {
        // Created but not finished, so nothing is left there.
        assert!(WholeFile::create(Path::new("name-without-a-folder")).is_ok());
    }

    #[test]
    fn what_is_flushed_is_in_the_file() {
        let home = tempfile::tempdir().unwrap();
        let mut file = WholeFile::create(&home.path().join("rows.csv")).unwrap();
        let sizes = || -> Vec<u64> {
            let entries = fs::read_dir(home.path()).unwrap();
            entries
                .map(|entry| entry.unwrap().metadata().unwrap().len())
                .collect()
        };
        file.write_all(b"a row").unwrap();
        assert_eq!(sizes(), [0]);
        file.flush().unwrap();
        assert_eq!(sizes(), [5]);
    }

    #[test]
    fn folders_are_created_with_their_parents_and_a_file_in_the_way_is_named() {
        let home = tempfile::tempdir().unwrap();
        make_folder(&home.path().join("new/folder")).unwrap();
        assert!(home.path().join("new/folder").is_dir());
        let file = home.path().join("file");
        fs::write(&file, "").unwrap();
        let error = make_folder(&file.join("folder")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
        assert_eq!(
            error.to_string(),
            format!("{} is a file, not a directory", file.display())
        );
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_the_old_one() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("rows.csv");
        write_whole(&path, b"old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half of the").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(home.path()), 1);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_links_stay_what_they_are_and_permissions_are_the_usual() {
        use std::{
            io::Read,
            os::unix::fs::{FileTypeExt, MetadataExt},
        };
        let home = tempfile::tempdir().unwrap();
        // A pipe of our own: an error here would replace a device of the system, such as `/dev/null`, by a file.
        let (pipe, link) = (home.path().join("pipe"), home.path().join("to-pipe"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        // Opened for both, so that neither end waits for the other.
        let mut options = fs::OpenOptions::new();
        let mut reader = options.read(true).write(true).open(&pipe).unwrap();
        write_whole(&link, b"through").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let mut bytes = [0; 7];
        reader.read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"through");
        let (file, link) = (home.path().join("file"), home.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let (ours, usual) = (home.path().join("ours"), home.path().join("usual"));
        write_whole(&ours, b"x").unwrap();
        File::create(&usual).unwrap();
        let mode = |path| fs::metadata(path).unwrap().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn files_of_killed_writers_are_removed_and_those_of_running_writers_stay() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        let hour = Duration::from_secs(3600);
        let age = |path: &Path| {
            let file = File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::now() - hour).unwrap();
            file
        };
        for name in [
            ".plybench-aaaaaa.part",
            ".plybench-bbbbbb.part",
            ".plybench-cccccc.part",
        ] {
            fs::write(at(name), "half").unwrap();
        }
        // Files of the user, whatever their age.
        let others = [
            "own",
            ".plybench-history",
            ".plybench-history.part",
            ".plybench-ab-def.part",
        ];
        for name in others {
            fs::write(at(name), "whole").unwrap();
            age(&at(name));
        }
        age(&at(".plybench-aaaaaa.part"));
        let at_work = age(&at(".plybench-bbbbbb.part"));
        at_work.lock().unwrap();
        fs::create_dir(at(".plybench-dddddd")).unwrap();
        fs::write(at(".plybench-dddddd/.unfinished"), "").unwrap();
        age(&at(".plybench-dddddd/.unfinished"));
        let folder = UnfinishedFolder::within(home.path()).unwrap();
        write_whole(&at("file"), b"x").unwrap();
        assert!(!at(".plybench-aaaaaa.part").exists() && !at(".plybench-dddddd").exists());
        assert!(at(".plybench-bbbbbb.part").exists() && at(".plybench-cccccc.part").exists());
        assert!(folder.path().exists());
        drop(folder);
        assert!(others.iter().all(|name| at(name).exists()));
        // Besides these and the two that stay, the new file.
        assert_eq!(names(home.path()), others.len() + 3);
    }
}
