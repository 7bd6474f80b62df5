//! Parts of a run, put together.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    Contents, Damage, RECORDS, Roster, RunError, error::reading, hold, holder, make_folder,
    pieces::Source,
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
        paths.push(own);
    }
    let read = paths.par_iter().map(|path| {
        let file = File::open(path).map_err(reading(path))?;
        let contents = Contents::of(&file, path, roster)?;
        Ok((file, contents))
    });
    let read: Vec<(File, Contents)> = read.collect::<Result<_, RunError>>()?;
    let (files, contents): (Vec<File>, Vec<Contents>) = read.into_iter().unzip();
    let mut all = Contents::empty(roster);
    all.searcher = contents[0].searcher.clone();
    let (mut damaged, mut remarks) = (Vec::new(), Vec::new());
    for (part, contents) in contents.into_iter().enumerate() {
        let path = &paths[part];
        contents.refuse_unmatched(path, &all.searcher, MERGE_OTHERWISE)?;
        damaged.extend(contents.damage.map(|damage| (path.clone(), damage)));
        remarks.extend(contents.remarks(path));
        all.absorb(contents, part).map_err(|(number, other)| {
            let (variant, position) = roster.names(number);
            RunError::Conflict {
                variant: variant.to_owned(),
                position: position.to_owned(),
                one: paths[other].clone(),
                other: path.clone(),
            }
        })?;
    }
    let sources = paths.iter().zip(&files);
    let sources: Vec<Source> = sources.map(|(path, file)| Source { path, file }).collect();
    let folders = std::iter::once(directory).chain(parts.iter().map(PathBuf::as_path));
    all.write(directory, &sources, &folders.collect::<Vec<_>>())?;
    Ok(Merged {
        jobs: all.done(),
        damaged,
        remarks,
    })
}
