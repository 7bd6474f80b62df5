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

/// Merges parts of a run into a directory, in the roster's order, with what is there already. Returns how
/// many of the jobs were found. `damaged` hears of lines that are part of no whole job; line 0 is the end of the file.
///
/// # Errors
/// If two parts differ in a job, one holds jobs that are not the roster's, another process has the
/// directory, or a file cannot be read or written. The directory is then as it was.
pub fn merge(
    directory: &Path,
    parts: &[PathBuf],
    roster: &(impl Roster + Sync),
    mut damaged: impl FnMut(&Path, u64),
) -> Result<usize, JournalError> {
    fs::create_dir_all(directory).map_err(at(directory))?;
    let _lock = lock(directory)?;
    let mut files: Vec<PathBuf> = parts.iter().map(|part| part.join(RECORDS)).collect();
    let own = directory.join(RECORDS);
    if own.is_file() && !files.contains(&own) {
        files.push(own);
    }
    let mut jobs: BTreeMap<usize, (usize, Block)> = BTreeMap::new();
    let read: Vec<Blocks> = files
        .par_iter()
        .map(|file| read_blocks(file, roster))
        .collect::<Result<_, JournalError>>()?;
    for (part, (file, blocks)) in files.iter().zip(read).enumerate() {
        blocks.damaged.iter().for_each(|&line| damaged(file, line));
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
    write_in_order(&directory.join(RECORDS), &files, order)?;
    Ok(jobs.len())
}
