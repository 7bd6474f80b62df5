//! The lock on a run's directory: one process at a time writes there, and the lock file names it.

use std::{
    fs::{self, File, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
    thread,
    time::Duration,
};

use plybench_files::whole_file;

use super::{
    RunError,
    append::Appender,
    error::{reading, writing},
};

const LOCK: &str = ".lock";
/// How the text in a lock file of ours begins.
const OPENING: &str = "process ";
/// How often a lock that another process holds is tried again, and after how long.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// The exclusive lock on a directory. It is released when this is dropped or the process ends.
#[derive(Debug)]
pub struct DirectoryLock(#[allow(dead_code, reason = "the open file holds the lock")] File);

/// Locks a directory, which is created if missing.
///
/// # Errors
/// If another process holds the lock, it cannot be written, or a file of its name was not written by a run.
pub fn lock_directory(directory: &Path) -> Result<DirectoryLock, RunError> {
    super::make_folder(directory)?;
    whole_file::remove_unfinished(directory);
    let path = directory.join(LOCK);
    if is_foreign(&path) {
        return Err(RunError::Foreign(path));
    }
    let mut file = Appender::open(&path)?.file.file;
    // A child process that is just being started by this one shares its locks for a moment.
    for tries in 0.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(error)) => return Err(writing(&path)(error).into()),
            Err(TryLockError::WouldBlock) if tries < TRIES => thread::sleep(BETWEEN_TRIES),
            Err(TryLockError::WouldBlock) => {
                return Err(RunError::Locked {
                    directory: directory.to_owned(),
                    holder: read_holder(&mut file),
                });
            }
        }
    }
    let mut before = Vec::new();
    let opening = OPENING.len() as u64;
    Read::by_ref(&mut file)
        .take(opening)
        .read_to_end(&mut before)
        .map_err(reading(&path))?;
    if !before.is_empty() && before != OPENING.as_bytes() {
        return Err(RunError::Foreign(path));
    }
    // The host is named, too: on a cluster the process may be on another machine than the reader.
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let at_host = if host.is_empty() { "" } else { " on " };
    let line = format!("{OPENING}{}{at_host}{}\n", std::process::id(), host.trim());
    let emptied = file.set_len(0).and_then(|()| file.rewind());
    emptied
        .and_then(|()| file.write_all(line.as_bytes()))
        .map_err(writing(&path))?;
    Ok(DirectoryLock(file))
}

/// The process that holds the lock on a directory, as the lock file names it; none if there is none, or if that cannot
/// be found out. Needs no permission to write: where no lock file can be created, no process works.
#[must_use]
pub fn holder(directory: &Path) -> Option<String> {
    let path = directory.join(LOCK);
    if is_foreign(&path) {
        return None;
    }
    let mut file = File::open(path).ok()?;
    // A shared lock, so that two processes that ask do not take each other for holders. It is released at once.
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(read_holder(&mut file)),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

/// Whether a path cannot be a lock file of ours. Through a link another file would be overwritten, and opening a pipe might
/// block.
fn is_foreign(lock: &Path) -> bool {
    fs::symlink_metadata(lock).is_ok_and(|entry| !entry.is_file() && !entry.is_dir())
}

/// The holder's name in its lock file.
fn read_holder(lock: &mut File) -> String {
    let mut holder = String::new();
    let _ = lock.take(200).read_to_string(&mut holder);
    match holder.trim() {
        "" => "a process".to_owned(),
        name => name.to_owned(),
    }
}
