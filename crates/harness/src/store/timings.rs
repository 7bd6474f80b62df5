//! The times of a run's jobs. They differ from run to run, so that nothing is derived from them; they are kept as
//! long as the records that they are of.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{Block, StoreError, WholeFile, log::at};

/// The file of times in a run's directory.
pub const TIMINGS: &str = "timings.jsonl";

/// The job and depth that a line is of.
#[derive(Deserialize)]
struct Key {
    job: String,
    depth: u8,
}

/// Keeps of the times in some files, the directory's own first, those of these jobs, one a record: where a job
/// was run again, the last. A half-written line is none.
///
/// # Errors
/// If they cannot be read or written; the directory's file is then as it was.
pub(super) fn keep<'b>(
    directory: &Path,
    sources: &[PathBuf],
    jobs: impl Iterator<Item = &'b Block>,
) -> Result<(), StoreError> {
    let path = directory.join(TIMINGS);
    if sources.iter().all(|source| !source.exists()) {
        return Ok(());
    }
    // Lines less records; two variants with the same settings share their ids.
    let mut surplus: HashMap<(u64, u8), i64> = HashMap::new();
    for job in jobs {
        for depth in 1..=job.depth {
            *surplus.entry((job.job, depth)).or_default() -= 1;
        }
    }
    let mut is_changed = sources != [path.clone()];
    each_line(sources, |key, _| {
        match key.and_then(|key| surplus.get_mut(&key)) {
            Some(surplus) => {
                *surplus += 1;
                is_changed |= *surplus > 0;
            }
            None => is_changed = true,
        }
        Ok(())
    })?;
    if !is_changed {
        return Ok(());
    }
    let mut out = WholeFile::create(&path)?;
    each_line(sources, |key, line| {
        match key.and_then(|key| surplus.get_mut(&key)) {
            None => Ok(()),
            Some(surplus) if *surplus > 0 => {
                *surplus -= 1;
                Ok(())
            }
            Some(_) => out.write_all(line).map_err(at(&path)),
        }
    })?;
    out.finish()
}

/// Hands over each line of some files with what it is of, if it is whole; a file that is not there has none.
fn each_line(
    files: &[PathBuf],
    mut receive: impl FnMut(Option<(u64, u8)>, &[u8]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut line = Vec::new();
    for path in files {
        let mut reader = match File::open(path) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(at(path)(error)),
        };
        loop {
            line.clear();
            if reader.read_until(b'\n', &mut line).map_err(at(path))? == 0 {
                break;
            }
            let whole = line.strip_suffix(b"\n");
            let key = whole.and_then(|line| serde_json::from_slice(line).ok());
            let key = key.and_then(|Key { job, depth }| {
                u64::from_str_radix(&job, 16).ok().map(|job| (job, depth))
            });
            receive(key, &line)?;
        }
    }
    Ok(())
}
