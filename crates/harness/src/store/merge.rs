//! Parts of a run, put together.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    JournalError,
    block::{Block, Blocks, Roster, read_blocks},
    journal::{RECORDS, at, lock, write_in_order},
};

/// Merges parts of a run into a directory, in this order. Returns how many of the jobs were found.
/// `damaged` hears of lines that are part of no whole job; line 0 is the end of the file.
///
/// # Errors
/// If two parts differ in a job, another process has the directory, or a file cannot be read or written.
pub fn merge(
    directory: &Path,
    parts: &[PathBuf],
    roster: &(impl Roster + Sync),
    mut damaged: impl FnMut(&Path, u64),
) -> Result<usize, JournalError> {
    fs::create_dir_all(directory).map_err(at(directory))?;
    let _lock = lock(directory)?;
    let files: Vec<PathBuf> = parts.iter().map(|part| part.join(RECORDS)).collect();
    let mut jobs: BTreeMap<usize, (usize, Block)> = BTreeMap::new();
    let read: Vec<Blocks> = files
        .par_iter()
        .map(|file| read_blocks(file, roster))
        .collect::<Result<_, JournalError>>()?;
    for (part, (file, blocks)) in files.iter().zip(read).enumerate() {
        blocks.damaged.iter().for_each(|&line| damaged(file, line));
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
    jobs.retain(|&number, (_, block)| roster.is_answered_by(number, block));
    let order = jobs.values().map(|(part, block)| (*part, block));
    write_in_order(&directory.join(RECORDS), &files, order)?;
    Ok(jobs.len())
}
