//! Parts of a run, put together.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs::{self, File},
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    JournalError,
    block::{Block, Blocks, Damage, Roster, read_blocks_of},
    journal::{RECORDS, at, write_in_order},
    lock::{holder, lock},
    timings::{self, TIMINGS},
};

/// Merges parts of a run into a directory, in the roster's order, with what is there already, and carries
/// their times there. Returns how many of the jobs were found. `damaged` hears of what is part of no whole job.
///
/// A part need not be one that can be written: it is asked whether somebody is at work there, and not held.
/// A run that begins there later changes nothing, since a file's whole jobs stay where they are and what
/// is read is copied from the same open file.
///
/// # Errors
/// If two parts differ in a job, one holds jobs that are not the roster's, another process has the
/// directory or a part, or a file cannot be read or written. The directory then has the records that it had.
pub fn merge(
    directory: &Path,
    parts: &[PathBuf],
    roster: &(impl Roster + Sync),
    mut damaged: impl FnMut(&Path, Damage),
) -> Result<usize, JournalError> {
    fs::create_dir_all(directory).map_err(at(directory))?;
    for part in parts {
        if let Some(holder) = holder(part) {
            return Err(JournalError::Locked {
                directory: part.clone(),
                holder,
            });
        }
    }
    let _lock = lock(directory)?;
    let mut files: Vec<PathBuf> = parts.iter().map(|part| part.join(RECORDS)).collect();
    let own = directory.join(RECORDS);
    if own.is_file() && !files.contains(&own) {
        files.push(own);
    }
    let mut jobs: BTreeMap<usize, (usize, Block)> = BTreeMap::new();
    let read: Vec<(File, Blocks)> = files
        .par_iter()
        .map(|path| {
            let file = File::open(path).map_err(at(path))?;
            let blocks = read_blocks_of(&file, path, roster)?;
            Ok((file, blocks))
        })
        .collect::<Result<_, JournalError>>()?;
    let (open, read): (Vec<File>, Vec<Blocks>) = read.into_iter().unzip();
    for (part, (file, blocks)) in files.iter().zip(read).enumerate() {
        if let Some(damage) = blocks.damage {
            damaged(file, damage);
        }
        let foreign = blocks.foreign(roster);
        if foreign > 0 {
            return Err(JournalError::Foreign {
                file: file.clone(),
                jobs: foreign,
                mend: "give the experiment file that they are of with --experiment",
            });
        }
        for (number, block) in blocks.jobs {
            match jobs.entry(number) {
                Entry::Vacant(place) => {
                    place.insert((part, block));
                }
                Entry::Occupied(there) => {
                    let (first, other) = there.get();
                    if (other.job, other.sum) != (block.job, block.sum) {
                        let (variant, position) = roster.names(number);
                        return Err(JournalError::Conflict {
                            variant: variant.to_owned(),
                            position: position.to_owned(),
                            one: files[*first].clone(),
                            other: file.clone(),
                        });
                    }
                }
            }
        }
    }
    let order = jobs.values().map(|(part, block)| (*part, block));
    let open: Vec<&File> = open.iter().collect();
    write_in_order(&directory.join(RECORDS), &open, order)?;
    let folders = std::iter::once(directory).chain(parts.iter().map(PathBuf::as_path));
    let times: Vec<PathBuf> = folders.map(|folder| folder.join(TIMINGS)).collect();
    timings::keep(directory, &times, jobs.values().map(|(_, block)| block))?;
    Ok(jobs.len())
}
