//! Merging the parts of a sharded run.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::{
    Contents, Damage, JobList, RECORDS, RunError, holder, lock_directory, make_folder,
    run_file::RunFile,
};

/// What the user can do if parts do not belong together.
const MERGE_HINT: &str =
    "merge parts of one experiment and search version, and give its file with --experiment";

/// The result of a merge.
#[derive(Debug)]
pub struct Merged {
    /// How many of the experiment's jobs are stored, as deep as it asks for.
    pub jobs: usize,
    /// The damaged lines of the parts, by file.
    pub damaged: Vec<(PathBuf, Damage)>,
    /// What the parts have besides the experiment's jobs, a sentence each.
    pub remarks: Vec<String>,
}

/// Merges parts of a run and the directory's own records into the directory, in the order of the wanted jobs, with
/// their times.
///
/// A part need not be writable: it is not locked, only checked for a process that works there. A run that
/// starts there later does no harm, since a file's whole jobs stay where they are, and the jobs are copied
/// from the file that is open.
///
/// # Errors
/// If two parts differ in a job or in their searcher, one has jobs with other settings, another process works on the
/// directory or a part, or a file cannot be read or written. The directory then keeps the records that it had.
pub fn merge(
    directory: &Path,
    parts: &[PathBuf],
    wanted: &(impl JobList + Sync),
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
    let _lock = lock_directory(directory)?;
    let mut paths: Vec<PathBuf> = parts.iter().map(|part| part.join(RECORDS)).collect();
    let own = directory.join(RECORDS);
    if own.is_file() && !paths.contains(&own) {
        paths.push(own);
    }
    let read = paths.into_par_iter().map(|path| {
        let file = RunFile::open(path)?;
        let contents = Contents::of(&file, wanted)?;
        Ok((file, contents))
    });
    let read: Vec<_> = read.collect::<Result<_, RunError>>()?;
    let (files, contents): (Vec<RunFile>, Vec<Contents>) = read.into_iter().unzip();
    let mut all = Contents::empty(wanted);
    all.searcher = contents[0].searcher.clone();
    let (mut damaged, mut remarks) = (Vec::new(), Vec::new());
    for (part, contents) in contents.into_iter().enumerate() {
        let path = &files[part].path;
        contents.refuse_unmatched(path, &all.searcher, MERGE_HINT)?;
        damaged.extend(contents.damage.map(|damage| (path.clone(), damage)));
        remarks.extend(contents.remarks(path));
        all.absorb(contents, part).map_err(|(number, other)| {
            let (variant, position) = wanted.names(number);
            RunError::Conflict {
                variant: variant.to_owned(),
                position: position.to_owned(),
                one: files[other].path.clone(),
                other: path.clone(),
            }
        })?;
    }
    let files: Vec<&RunFile> = files.iter().collect();
    let folders = std::iter::once(directory).chain(parts.iter().map(PathBuf::as_path));
    all.write(directory, &files, &folders.collect::<Vec<_>>())?;
    Ok(Merged {
        jobs: all.done(),
        damaged,
        remarks,
    })
}
