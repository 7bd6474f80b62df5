//! The records of a run: appended job by job while it lasts, put in the plan's order when it is done.
//!
//! A job is appended in one piece when it has ended: its records and then its end, each line with a
//! checksum. Whatever happens to the process or the file, a job is there as a whole or will be run
//! again: a torn or damaged line makes its job one that has yet to be run, and nothing else.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use fs4::fs_std::FileExt;
use thiserror::Error;

use super::{JobEnd, Line, Record, StoreError, sealed};

/// The file of records in a run's directory.
pub const RECORDS: &str = "records.jsonl";
const LOCK: &str = ".lock";

/// Why records cannot be kept or read.
#[derive(Debug, Error)]
pub enum JournalError {
    /// Something could not be written or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another process is at work there.
    #[error("another process is at work on {}: {holder}; wait for it, or give another directory", directory.display())]
    Locked {
        /// The directory.
        directory: PathBuf,
        /// What the lock says.
        holder: String,
    },
    /// Two parts have different records of one job.
    #[error("variant {variant:?} on {position:?} is not the same in {} and {}; they are not of one experiment and build", one.display(), other.display())]
    Conflict {
        /// The job's variant.
        variant: String,
        /// The job's position.
        position: String,
        /// The first file.
        one: PathBuf,
        /// The second.
        other: PathBuf,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |source| {
        JournalError::Store(StoreError {
            path: path.to_owned(),
            source,
        })
    }
}

/// What names a job in a run: its variant and its position.
pub type Key = (String, String);

/// A whole job in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its id, which changes with all that can change its outcome.
    pub job: String,
    offset: u64,
    length: u64,
    /// Checksum of all its bytes.
    sum: [u8; 16],
}

/// The whole jobs of a file, and what was wrong with it.
#[derive(Debug, Default)]
pub struct Blocks {
    /// The jobs.
    pub jobs: HashMap<Key, Block>,
    /// Lines that are damaged or belong to no whole job, the first of each run of them, from 1.
    pub damaged: Vec<u64>,
    /// How long the file is up to its last line feed.
    whole: u64,
}

/// Reads a file of records; one that is not there has none.
///
/// # Errors
/// If it cannot be read.
pub fn read_blocks(path: &Path) -> Result<Blocks, JournalError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Blocks::default()),
        Err(error) => return Err(at(path)(error)),
    };
    let mut reader = BufReader::new(file);
    let mut blocks = Blocks::default();
    let mut open: Option<(String, u64, u8)> = None;
    let (mut offset, mut bytes, mut hasher) = (0, Vec::new(), blake3::Hasher::new());
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(at(path))? as u64;
        if length == 0 {
            break;
        }
        let line = Line::open(&bytes);
        if open.is_none() {
            hasher.reset();
        }
        hasher.update(&bytes);
        match (line, open.take()) {
            (Some(Line::Record(record)), None) if record.depth == 1 => {
                open = Some((record.job, offset, 1));
            }
            (Some(Line::Record(record)), Some((job, start, depth)))
                if record.job == job && record.depth == depth + 1 =>
            {
                open = Some((job, start, depth + 1));
            }
            // A job that ended before its first iteration has no records.
            (Some(Line::End(end)), before)
                if before.as_ref().map_or(end.depth == 0, |(job, _, depth)| {
                    *job == end.job && *depth == end.depth
                }) =>
            {
                let start = before.map_or(offset, |(_, start, _)| start);
                let mut sum = [0; 16];
                sum.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
                let block = Block {
                    job: end.job,
                    offset: start,
                    length: offset + length - start,
                    sum,
                };
                blocks.jobs.insert((end.variant, end.position), block);
            }
            (Some(Line::Record(record)), Some(_)) if record.depth == 1 => {
                // The job before it lacks its end; this one may be whole.
                blocks.damaged.push(number);
                hasher.reset();
                hasher.update(&bytes);
                open = Some((record.job, offset, 1));
            }
            _ => blocks.damaged.push(number),
        }
        offset += length;
        if bytes.ends_with(b"\n") {
            blocks.whole = offset;
        }
    }
    if open.is_some() {
        blocks.damaged.push(0);
    }
    Ok(blocks)
}

/// A run's records while it lasts. Only one process has them at a time.
pub struct Journal {
    directory: PathBuf,
    file: File,
    _lock: File,
}

impl Journal {
    /// Opens the records of a directory, which is made where it is missing, and says which jobs are there
    /// already. What comes after the last whole line is cut off.
    ///
    /// # Errors
    /// If another process has them, or they cannot be read and written.
    pub fn open(directory: &Path) -> Result<(Self, Blocks), JournalError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        let lock = lock(directory)?;
        let path = directory.join(RECORDS);
        let blocks = read_blocks(&path)?;
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .truncate(false)
            .write(true)
            .read(true)
            .open(&path)
            .map_err(at(&path))?;
        file.set_len(blocks.whole).map_err(at(&path))?;
        let mut journal = Journal {
            directory: directory.to_owned(),
            file,
            _lock: lock,
        };
        journal.file.seek(SeekFrom::End(0)).map_err(at(&path))?;
        Ok((journal, blocks))
    }

    /// Opens the records of a directory, which is made where it is missing, and forgets them.
    ///
    /// # Errors
    /// If another process has them, or they cannot be written.
    pub fn fresh(directory: &Path) -> Result<Self, JournalError> {
        let (mut journal, _) = Journal::open(directory)?;
        let path = journal.directory.join(RECORDS);
        journal.file.set_len(0).map_err(at(&path))?;
        journal.file.rewind().map_err(at(&path))?;
        Ok(journal)
    }

    /// Appends a job: its records and its end.
    ///
    /// # Errors
    /// If it cannot be written whole; what was written of it is taken back.
    pub fn append(&mut self, records: &[Record], end: &JobEnd) -> Result<(), JournalError> {
        self.write(records, Some(end))
    }

    /// Appends the records of a job that has not come to its end, for people to read: whoever goes
    /// on with the run runs that job again.
    ///
    /// # Errors
    /// As for [`Journal::append`].
    pub fn append_unfinished(&mut self, records: &[Record]) -> Result<(), JournalError> {
        self.write(records, None)
    }

    fn write(&mut self, records: &[Record], end: Option<&JobEnd>) -> Result<(), JournalError> {
        let path = self.directory.join(RECORDS);
        let json = |error| at(&path)(io::Error::other::<serde_json::Error>(error));
        let mut bytes = Vec::new();
        for record in records {
            bytes.extend(sealed::seal(record).map_err(json)?);
        }
        if let Some(end) = end {
            bytes.extend(sealed::seal(end).map_err(json)?);
        }
        let before = self.file.metadata().map_err(at(&path))?.len();
        let written = self
            .file
            .write_all(&bytes)
            .and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // Best effort: shortening a file needs no room on a full disk.
            let _ = self.file.set_len(before);
            at(&path)(error)
        })
    }

    /// Puts the jobs in this order, leaving out what is not among them, and ends.
    ///
    /// # Errors
    /// If the file cannot be rewritten; it is then as it was.
    pub fn finish(self, order: impl Iterator<Item = Key>) -> Result<(), JournalError> {
        let path = self.directory.join(RECORDS);
        let blocks = read_blocks(&path)?;
        let order = order
            .filter_map(|key| blocks.jobs.get(&key))
            .map(|block| (0, block.clone()));
        write_in_order(&path, std::slice::from_ref(&path), order)
    }
}

/// Holds a directory until the file is dropped, however the process ends.
fn lock(directory: &Path) -> Result<File, JournalError> {
    let path = directory.join(LOCK);
    let mut options = OpenOptions::new();
    let mut file = options
        .create(true)
        .truncate(false)
        .write(true)
        .read(true)
        .open(&path)
        .map_err(at(&path))?;
    if !file.try_lock_exclusive().map_err(at(&path))? {
        let mut holder = String::new();
        let _ = file.read_to_string(&mut holder);
        return Err(JournalError::Locked {
            directory: directory.to_owned(),
            holder: holder.trim().to_owned(),
        });
    }
    file.set_len(0).map_err(at(&path))?;
    writeln!(file, "process {}", std::process::id()).map_err(at(&path))?;
    Ok(file)
}

/// Writes blocks of some files to one, which appears whole.
fn write_in_order(
    path: &Path,
    files: &[PathBuf],
    order: impl Iterator<Item = (usize, Block)>,
) -> Result<(), JournalError> {
    let mut sources = Vec::new();
    for file in files {
        sources.push(BufReader::new(File::open(file).map_err(at(file))?));
    }
    // The lock keeps others out, so one name will do: what a killed process left is written over.
    let beside = path.with_file_name(".records.part");
    let written = (|| {
        let mut out = BufWriter::new(File::create(&beside)?);
        for (source, block) in order {
            let source = &mut sources[source];
            // Within the buffer where it can be: jobs that follow each other are read in one go.
            let here = source.stream_position()?;
            source.seek_relative(block.offset as i64 - here as i64)?;
            io::copy(&mut source.take(block.length), &mut out)?;
        }
        out.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        fs::rename(&beside, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(at(path))
}

/// Merges parts of a run into a directory, in this order. Returns how many of the jobs were found.
///
/// # Errors
/// If two parts differ in a job, another process has the directory, or a file cannot be read or written.
pub fn merge(
    directory: &Path,
    parts: &[PathBuf],
    order: impl Iterator<Item = (Key, String)>,
    mut damaged: impl FnMut(&Path, u64),
) -> Result<usize, JournalError> {
    fs::create_dir_all(directory).map_err(at(directory))?;
    let _lock = lock(directory)?;
    let files: Vec<PathBuf> = parts.iter().map(|part| part.join(RECORDS)).collect();
    let mut jobs: HashMap<Key, (usize, Block)> = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        let blocks = read_blocks(file)?;
        blocks.damaged.iter().for_each(|&line| damaged(file, line));
        for (key, block) in blocks.jobs {
            match jobs.get(&key) {
                Some((first, other)) if (&other.job, other.sum) != (&block.job, block.sum) => {
                    return Err(JournalError::Conflict {
                        variant: key.0,
                        position: key.1,
                        one: files[*first].clone(),
                        other: file.clone(),
                    });
                }
                Some(_) => {}
                None => {
                    jobs.insert(key, (at, block));
                }
            }
        }
    }
    let found =
        order.filter_map(|(key, job)| jobs.remove(&key).filter(|(_, block)| block.job == job));
    let found: Vec<(usize, Block)> = found.collect();
    let count = found.len();
    write_in_order(&directory.join(RECORDS), &files, found.into_iter())?;
    Ok(count)
}
