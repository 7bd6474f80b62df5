//! Parts of a run, put together.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs::File,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    Contents, Damage, Roster, RunError,
    contents::{Again, take},
    copy::{Piece, copy_in_order},
    error::{reading, writing},
    hold, holder,
    journal::RECORDS,
    make_folder,
    scan::Block,
    schema::Header,
    sealed,
    timings::{self, TIMINGS},
};

/// How to merge parts that do not fit.
const MERGE_OTHERWISE: &str = "merge parts of one experiment and search version; --experiment gives the file that they are of";

/// What a merge found.
#[derive(Debug)]
pub struct Merged {
    /// How many of the experiment's jobs are there, as deep as they are asked for.
    pub jobs: usize,
    /// What of the parts is part of no whole job, by file.
    pub damaged: Vec<(PathBuf, Damage)>,
    /// What else the parts hold.
    pub remarks: Vec<String>,
}

/// A job by its number, or by its names if the experiment does not have it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Job(usize),
    Stranger(String, String),
}

/// Merges parts of a run into a directory, in the roster's order, with what is there already, and carries
/// their times there.
///
/// A part need not be one that can be written: it is asked whether somebody is at work there, and not held.
/// A run that begins there later changes nothing, since a file's whole jobs stay where they are and what
/// is read is copied from the same open file.
///
/// # Errors
/// If two parts differ in a job or in what searched, one holds jobs with other settings, another process has the
/// directory or a part, or a file cannot be read or written. The directory then has the records that it had.
pub fn merge(
    directory: &Path,
    parts: &[PathBuf],
    roster: &(impl Roster + Sync),
) -> Result<Merged, RunError> {
    make_folder(directory)?;
    for part in parts {
        if let Some(holder) = holder(part) {
            return Err(RunError::Locked {
                directory: part.clone(),
                holder,
            });
        }
    }
    let _held = hold(directory)?;
    let mut paths: Vec<PathBuf> = parts.iter().map(|part| part.join(RECORDS)).collect();
    let own = directory.join(RECORDS);
    if own.is_file() && !paths.contains(&own) {
        paths.push(own.clone());
    }
    let read = paths.par_iter().map(|path| {
        let file = File::open(path).map_err(reading(path))?;
        let contents = Contents::of(&file, path, roster)?;
        Ok((file, contents))
    });
    let read: Vec<(File, Contents)> = read.collect::<Result<_, RunError>>()?;
    let (files, contents): (Vec<File>, Vec<Contents>) = read.into_iter().unzip();
    let searcher = contents[0].searcher.clone();
    let (mut damaged, mut remarks) = (Vec::new(), Vec::new());
    let mut jobs: BTreeMap<Key, (usize, Block)> = BTreeMap::new();
    for (part, contents) in contents.into_iter().enumerate() {
        let path = &paths[part];
        contents.refuse_unmatched(path, &searcher, MERGE_OTHERWISE)?;
        damaged.extend(contents.damage.map(|damage| (path.clone(), damage)));
        remarks.extend(contents.remarks(path));
        let own = contents.jobs.into_iter();
        let own = own.map(|(number, block)| (Key::Job(number), block));
        let strangers = contents.strangers.into_iter();
        let strangers =
            strangers.map(|((variant, position), block)| (Key::Stranger(variant, position), block));
        for (key, block) in own.chain(strangers) {
            match jobs.entry(key) {
                Entry::Vacant(place) => {
                    place.insert((part, block));
                }
                Entry::Occupied(mut place) => {
                    let first = place.get().0;
                    match take(&mut place.get_mut().1, block) {
                        Again::Same | Again::Kept => {}
                        Again::Replaced => place.get_mut().0 = part,
                        Again::Conflict => {
                            // Nobody asks for a stranger: either will do.
                            let Key::Job(number) = place.key() else {
                                continue;
                            };
                            let (variant, position) = roster.names(*number);
                            return Err(RunError::Conflict {
                                variant: variant.to_owned(),
                                position: position.to_owned(),
                                one: paths[first].clone(),
                                other: path.clone(),
                            });
                        }
                    }
                }
            }
        }
    }
    let pieces: Vec<Piece> = jobs
        .values()
        .map(|(file, block)| Piece {
            file: *file,
            offset: block.offset,
            length: block.length,
        })
        .collect();
    let header =
        sealed::seal(&Header::of(searcher)).map_err(|error| writing(&own)(error.into()))?;
    let files: Vec<&File> = files.iter().collect();
    copy_in_order(&own, &header, &files, &pieces)?;
    let folders = std::iter::once(directory).chain(parts.iter().map(PathBuf::as_path));
    let times: Vec<PathBuf> = folders.map(|folder| folder.join(TIMINGS)).collect();
    let blocks: Vec<&Block> = jobs.values().map(|(_, block)| block).collect();
    timings::keep(directory, &times, &blocks)?;
    let answers = |block: &Block| block.ended.answers(block.depth, roster.depth());
    let own = jobs.iter().filter(|(key, _)| matches!(key, Key::Job(_)));
    Ok(Merged {
        jobs: own.filter(|(_, (_, block))| answers(block)).count(),
        damaged,
        remarks,
    })
}
