//! The records of a run: appended job by job while it lasts, put in the plan's order when it is done.
//!
//! A job is appended in one piece when it has ended: its records and then its end, each line with a
//! checksum. Whatever happens to the process or the file, a job is there as a whole or will be run
//! again: a torn or damaged line makes its job one that has yet to be run, and nothing else.
//!
//! What is appended outlives the process at once. It is forced to the disk once a second and at the
//! end, since a sync takes as long as a short search: a power cut costs the jobs of the last second.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use thiserror::Error;

use super::{
    JobEnd, Record, StoreError,
    block::{Block, Damage, Roster, read_blocks_of},
    lock::lock,
    sealed,
    timings::{self, TIMINGS},
};

/// The file of records in a run's directory.
pub const RECORDS: &str = "records.jsonl";
/// How long appended jobs may wait for the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

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
    /// The file has the name of a run's records, and is somebody's own.
    #[error(
        "{} was not written by a run, and would be replaced; give another directory, or take the file away",
        .0.display()
    )]
    Strange(PathBuf),
    /// There are jobs that the roster does not have, or not so.
    #[error("{} holds {jobs} jobs that are not of this experiment as it is now; {mend}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// How many.
        jobs: usize,
        /// What to do about it.
        mend: &'static str,
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

pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |source| {
        JournalError::Store(StoreError {
            path: path.to_owned(),
            source,
        })
    }
}

/// A run's records while it lasts. Only one process has them at a time.
pub struct Journal {
    directory: PathBuf,
    file: File,
    length: u64,
    jobs: BTreeMap<usize, Block>,
    foreign: usize,
    last_sync: Instant,
    _lock: File,
}

impl Journal {
    /// Opens the records of a directory, which is made where it is missing, and tells what of them is part
    /// of no whole job. What comes after the last whole line is cut off.
    ///
    /// # Errors
    /// If another process has them, or they cannot be read and written.
    pub fn open(
        directory: &Path,
        roster: &impl Roster,
    ) -> Result<(Self, Option<Damage>), JournalError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        let lock = lock(directory)?;
        let path = directory.join(RECORDS);
        let mut file = open_or_make(&path)?;
        let blocks = read_blocks_of(&file, &path, roster)?;
        if file.seek(SeekFrom::End(0)).map_err(at(&path))? > blocks.whole {
            file.set_len(blocks.whole)
                .and_then(|()| file.seek(SeekFrom::End(0)))
                .map_err(at(&path))?;
        }
        let journal = Journal {
            directory: directory.to_owned(),
            file,
            length: blocks.whole,
            foreign: blocks.foreign(roster),
            jobs: blocks.jobs,
            last_sync: Instant::now(),
            _lock: lock,
        };
        Ok((journal, blocks.damage))
    }

    /// Refuses to go on where [`Journal::finish`] would leave sound jobs out.
    ///
    /// # Errors
    /// If there are jobs that the roster does not have, or not so.
    pub fn refuse_foreign(&self) -> Result<(), JournalError> {
        if self.foreign == 0 {
            return Ok(());
        }
        Err(JournalError::Foreign {
            file: self.directory.join(RECORDS),
            jobs: self.foreign,
            mend: "give another directory with --out, or --discard to drop them",
        })
    }

    /// Whether a job is there, as it would be written now.
    #[must_use]
    pub fn holds(&self, number: usize, roster: &impl Roster) -> bool {
        let block = self.jobs.get(&number);
        block.is_some_and(|block| roster.is_answered_by(number, block))
    }

    /// Opens the records of a directory, which is made where it is missing, and forgets them.
    ///
    /// # Errors
    /// If another process has them, or they cannot be written.
    pub fn fresh(directory: &Path, roster: &impl Roster) -> Result<Self, JournalError> {
        let (mut journal, _) = Journal::open(directory, roster)?;
        let emptied = journal.file.set_len(0);
        emptied
            .and_then(|()| journal.file.rewind())
            .map_err(|error| journal.at(error))?;
        journal.length = 0;
        journal.jobs.clear();
        Ok(journal)
    }

    /// Appends a job: its records and its end.
    ///
    /// # Errors
    /// If it cannot be written whole; what was written of it is taken back.
    pub fn append(
        &mut self,
        number: usize,
        records: &[Record],
        end: &JobEnd,
    ) -> Result<(), JournalError> {
        let (mut bytes, mut seals) = (Vec::new(), blake3::Hasher::new());
        let lines = records.iter().map(sealed::seal);
        for line in lines.chain([sealed::seal(end)]) {
            let line = line.map_err(|error| self.at(error))?;
            seals.update(sealed::seal_of(&line));
            bytes.extend(line);
        }
        let offset = self.length;
        self.write(&bytes)?;
        let block = Block::of(end, &seals, (offset, bytes.len() as u64));
        self.jobs.insert(number, block);
        Ok(())
    }

    /// Appends the records of a job that has not come to its end, for people to read: whoever goes
    /// on with the run runs that job again.
    ///
    /// # Errors
    /// As for [`Journal::append`].
    pub fn append_unfinished(&mut self, records: &[Record]) -> Result<(), JournalError> {
        let mut bytes = Vec::new();
        for record in records {
            bytes.extend(sealed::seal(record).map_err(|error| self.at(error))?);
        }
        self.write(&bytes)
    }

    fn at(&self, error: impl Into<io::Error>) -> JournalError {
        at(&self.directory.join(RECORDS))(error.into())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let written = self.file.write_all(bytes).and_then(|()| self.sync());
        written.map_err(|error| {
            // Best effort: shortening a file needs no room on a full disk.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::End(0));
            self.at(error)
        })?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.last_sync.elapsed() >= BETWEEN_SYNCS {
            self.file.sync_data()?;
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    /// Makes sure that all is on the disk, puts the jobs in their order, and ends. Jobs that the roster
    /// does not have, or not so, are left out, and so are times that are of no record.
    ///
    /// # Errors
    /// If a file cannot be rewritten; it is then as it was.
    pub fn finish(mut self, roster: &impl Roster) -> Result<(), JournalError> {
        let path = self.directory.join(RECORDS);
        self.file.sync_data().map_err(at(&path))?;
        self.jobs
            .retain(|&number, block| roster.is_answered_by(number, block));
        let mut end = 0;
        let is_in_order = self.jobs.values().all(|block| {
            let follows = block.offset == end;
            end = block.offset + block.length;
            follows
        });
        if !is_in_order || end != self.length {
            let order = self.jobs.values().map(|block| (0, block));
            write_in_order(&path, &[&self.file], order)?;
        }
        let times = [self.directory.join(TIMINGS)];
        Ok(timings::keep(&self.directory, &times, self.jobs.values())?)
    }
}

/// A file to read and write, as it is, or an empty one where there is none.
pub(super) fn open_or_make(path: &Path) -> Result<File, JournalError> {
    let mut options = OpenOptions::new();
    let options = options.create(true).truncate(false).write(true).read(true);
    options.open(path).map_err(at(path))
}

/// Writes blocks of some files to one, which appears whole. The files are those that the blocks were found
/// in: another may have taken the name of one by now.
pub(super) fn write_in_order<'b>(
    path: &Path,
    files: &[&File],
    order: impl Iterator<Item = (usize, &'b Block)>,
) -> Result<(), JournalError> {
    let mut sources: Vec<_> = files.iter().map(|&file| BufReader::new(file)).collect();
    // The lock keeps others out, so one name will do: what a killed process left is written over.
    let beside = path.with_file_name(".records.part");
    let written = (|| {
        let mut out = BufWriter::new(File::create(&beside)?);
        let mut bytes = Vec::new();
        for (source, block) in order {
            let source = &mut sources[source];
            // Within the buffer where it can be: jobs that follow each other are read in one go.
            let here = source.stream_position()?;
            source.seek_relative(block.offset as i64 - here as i64)?;
            bytes.resize(block.length as usize, 0);
            source.read_exact(&mut bytes)?;
            out.write_all(&bytes)?;
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
