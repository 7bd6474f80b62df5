//! One process at a time writes in a run's directory, and says who it is.

use std::{
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    thread,
    time::Duration,
};

use fs4::fs_std::FileExt;

use super::{
    JournalError,
    journal::{at, open_or_make},
};

const LOCK: &str = ".lock";
/// How often a lock that is held is tried again, and after how long.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// A directory that no other process works on, until this is dropped, however the process ends.
#[derive(Debug)]
pub struct Held(#[allow(dead_code, reason = "it is held, not read")] File);

/// Takes a directory, which is made where it is missing, for oneself.
///
/// # Errors
/// If another process has it, or it cannot be written.
pub fn hold(directory: &Path) -> Result<Held, JournalError> {
    fs::create_dir_all(directory).map_err(at(directory))?;
    lock(directory).map(Held)
}

/// Holds a directory until the file is dropped, however the process ends.
pub(super) fn lock(directory: &Path) -> Result<File, JournalError> {
    let path = directory.join(LOCK);
    let mut file = open_or_make(&path)?;
    // A process that is just being started by this one shares its locks for a moment.
    let mut tries = 0;
    while !file.try_lock_exclusive().map_err(at(&path))? {
        tries += 1;
        if tries < TRIES {
            thread::sleep(BETWEEN_TRIES);
            continue;
        }
        return Err(JournalError::Locked {
            directory: directory.to_owned(),
            holder: said_in(&mut file),
        });
    }
    // On a cluster the process may be on another machine than the reader.
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let at_host = if host.is_empty() { "" } else { " on " };
    file.set_len(0).map_err(at(&path))?;
    writeln!(
        file,
        "process {}{at_host}{}",
        std::process::id(),
        host.trim()
    )
    .map_err(at(&path))?;
    Ok(file)
}

/// The process that is at work on a directory, as it calls itself; none if there is none, or if that cannot
/// be told. Needs no permission to write: a directory in which no lock can be made has nobody at work.
#[must_use]
pub fn holder(directory: &Path) -> Option<String> {
    let mut file = File::open(directory.join(LOCK)).ok()?;
    // Shared, so that one who asks does not look like a holder to another who asks; and let go at once.
    match FileExt::try_lock_shared(&file) {
        Ok(false) => Some(said_in(&mut file)),
        Ok(true) | Err(_) => None,
    }
}

/// What a holder has written into its lock.
fn said_in(lock: &mut File) -> String {
    let mut holder = String::new();
    let _ = lock.read_to_string(&mut holder);
    match holder.trim() {
        "" => "a process".to_owned(),
        said => said.to_owned(),
    }
}
