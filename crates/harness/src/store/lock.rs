//! One process at a time writes in a run's directory, and says who it is.

use std::{
    fs::{self, File, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
    thread,
    time::Duration,
};

use plybench_oracle::whole_file;

use super::{
    RunError,
    append::Appender,
    error::{reading, writing},
};

const LOCK: &str = ".lock";
/// How a lock of ours says who has it.
const OPENING: &str = "process ";
/// How often a lock that is held is tried again, and after how long.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// A directory that no other process works on, until this is dropped, however the process ends.
#[derive(Debug)]
pub struct Held(#[allow(dead_code, reason = "it is held, not read")] File);

/// Takes a directory, which is made where it is missing, for oneself.
///
/// # Errors
/// If another process has it, or it cannot be written, or the lock's name is that of a file that no run wrote.
pub fn hold(directory: &Path) -> Result<Held, RunError> {
    super::make_folder(directory)?;
    whole_file::remove_unfinished(directory);
    let path = directory.join(LOCK);
    if is_strange(&path) {
        return Err(RunError::Strange(path));
    }
    let mut file = Appender::open(&path)?.file;
    // A process that is just being started by this one shares its locks for a moment.
    let mut tries = 0;
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(error)) => return Err(writing(&path)(error).into()),
            Err(TryLockError::WouldBlock) if tries < TRIES => {
                tries += 1;
                thread::sleep(BETWEEN_TRIES);
            }
            Err(TryLockError::WouldBlock) => {
                return Err(RunError::Locked {
                    directory: directory.to_owned(),
                    holder: said_in(&mut file),
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
        return Err(RunError::Strange(path));
    }
    // On a cluster the process may be on another machine than the reader.
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let at_host = if host.is_empty() { "" } else { " on " };
    let line = format!("{OPENING}{}{at_host}{}\n", std::process::id(), host.trim());
    let said = file.set_len(0).and_then(|()| file.rewind());
    said.and_then(|()| file.write_all(line.as_bytes()))
        .map_err(writing(&path))?;
    Ok(Held(file))
}

/// The process that is at work on a directory, as it calls itself; none if there is none, or if that cannot
/// be told. Needs no permission to write: a directory in which no lock can be made has nobody at work.
#[must_use]
pub fn holder(directory: &Path) -> Option<String> {
    let path = directory.join(LOCK);
    if is_strange(&path) {
        return None;
    }
    let mut file = File::open(path).ok()?;
    // Shared, so that one who asks does not look like a holder to another who asks; and let go at once.
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(said_in(&mut file)),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

/// Whether it cannot be a lock of ours: through a link somebody else's file would be written, and a pipe might never answer.
fn is_strange(lock: &Path) -> bool {
    fs::symlink_metadata(lock).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// What a holder has written into its lock.
fn said_in(lock: &mut File) -> String {
    let mut holder = String::new();
    let _ = lock.take(200).read_to_string(&mut holder);
    match holder.trim() {
        "" => "a process".to_owned(),
        said => said.to_owned(),
    }
}
