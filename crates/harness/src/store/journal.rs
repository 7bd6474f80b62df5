//! The records of a run: appended job by job while it lasts, put in the plan's order when it is done.
//!
//! A job is appended in one piece when it has ended: its records and then its end, each line with a
//! checksum. Whatever happens to the process or the file, a job is there as a whole or will be run
//! again: a torn or damaged line makes its job one that has yet to be run, and nothing else.
//!
//! What is appended outlives the process at once. It is forced to the disk once a second and at the
//! end, since a sync takes as long as a short search: a power cut costs the jobs of the last second.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    Contents, Held, Roster, RunError, Searcher, StoreError, Timing, WholeJob,
    append::Appender,
    copy::{Piece, copy_in_order, is_in_order},
    error::writing,
    hold,
    scan::{Block, Seals},
    schema::Header,
    sealed,
    timings::{self, TIMINGS},
};

/// The file of records in a run's directory.
pub const RECORDS: &str = "records.jsonl";
/// How long appended jobs may wait for the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// How to go on where results would be lost.
pub const GO_ON_OTHERWISE: &str =
    "give another directory with --out, or discard them with --discard";

/// What to do with results that do not match the experiment any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Refuse to go on where one would be lost; keep what is of variants or positions that were removed.
    Keep,
    /// Drop them.
    Discard,
}

/// A run's records while it lasts. Only one process has them at a time.
pub struct Journal {
    path: PathBuf,
    directory: PathBuf,
    records: Appender,
    timings: Appender,
    contents: Contents,
    last_sync: Instant,
    _held: Held,
}

impl Journal {
    /// Opens the records of a directory, which is made where it is missing. What comes after the last whole line is
    /// cut off.
    ///
    /// # Errors
    /// If another process has them, or they cannot be read and written, or hold results that would be lost.
    pub fn open(
        directory: &Path,
        roster: &impl Roster,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        let held = hold(directory)?;
        let path = directory.join(RECORDS);
        let mut records = Appender::open(&path)?;
        let read = Contents::of(&records.file, &path, roster);
        let contents = match unmatched {
            Unmatched::Keep => {
                let contents = read?;
                contents.refuse_unmatched(&path, &Searcher::own(), GO_ON_OTHERWISE)?;
                contents.unless_void(roster)
            }
            Unmatched::Discard => without_unmatched(read, roster)?,
        };
        records.cut(contents.whole)?;
        let mut timings = Appender::open(&directory.join(TIMINGS))?;
        timings.cut_half_line()?;
        let mut journal = Journal {
            path,
            directory: directory.to_owned(),
            records,
            timings,
            contents,
            last_sync: Instant::now(),
            _held: held,
        };
        if journal.records.length == 0 {
            journal.records.add(&header_line(&journal.path)?)?;
            journal.contents.has_header = true;
        }
        Ok(journal)
    }

    /// What is there.
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Appends a job with its time.
    ///
    /// # Errors
    /// If it cannot be written whole; what was written of it is taken back.
    pub fn append(
        &mut self,
        number: usize,
        job: &WholeJob,
        timing: &Timing,
    ) -> Result<(), StoreError> {
        // The time first: a job that is kept has its time, whenever the process is killed.
        let failed = |error: serde_json::Error| writing(&self.path)(error.into());
        self.timings.add(&sealed::seal(timing).map_err(failed)?)?;
        let (mut bytes, mut seals) = (Vec::new(), Seals::default());
        let lines = job.records.iter().map(sealed::seal);
        for line in lines.chain([sealed::seal(&job.end)]) {
            let line = line.map_err(failed)?;
            seals.add(&line);
            bytes.extend(line);
        }
        let offset = self.records.length;
        self.records.add(&bytes)?;
        let end = &job.end;
        let block = Block::new(
            (end.job, end.ended, end.depth),
            &seals,
            (offset, bytes.len() as u64, 0),
        );
        self.contents.jobs.insert(number, block);
        if self.last_sync.elapsed() >= BETWEEN_SYNCS {
            self.records.sync()?;
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    /// Makes sure that all is on the disk, puts the jobs in their order, those of removed variants and positions after them, and
    /// ends. Times that are of no record are left out.
    ///
    /// # Errors
    /// If a file cannot be rewritten; it is then as it was.
    pub fn finish(self) -> Result<(), RunError> {
        self.records.sync()?;
        self.timings.sync()?;
        let header = header_line(&self.path)?;
        let blocks: Vec<&Block> = blocks(&self.contents).collect();
        let pieces: Vec<Piece> = blocks
            .iter()
            .map(|block| Piece {
                file: 0,
                offset: block.offset,
                length: block.length,
            })
            .collect();
        let begins = header.len() as u64;
        if !self.contents.has_header || !is_in_order(&pieces, begins, self.records.length) {
            copy_in_order(&self.path, &header, &[&self.records.file], &pieces)?;
        }
        timings::keep(&self.directory, &[self.directory.join(TIMINGS)], &blocks)
    }
}

/// The blocks of a file in the order in which they are to stand.
pub(super) fn blocks(contents: &Contents) -> impl Iterator<Item = &Block> {
    contents.jobs.values().chain(contents.strangers.values())
}

/// The first line of a file of records of this build's search.
pub(super) fn header_line(path: &Path) -> Result<Vec<u8>, StoreError> {
    sealed::seal(&Header::of(Searcher::own())).map_err(|error| writing(path)(error.into()))
}

/// What is left when all is dropped that the experiment does not ask for. A file that no run wrote is refused all the same.
fn without_unmatched(
    read: Result<Contents, RunError>,
    roster: &impl Roster,
) -> Result<Contents, RunError> {
    match read {
        Err(RunError::Schema { .. }) => Ok(Contents::empty(roster)),
        Ok(contents) if contents.searcher != Searcher::own() => Ok(Contents::empty(roster)),
        Ok(mut contents) => {
            contents.forget_strangers();
            Ok(contents)
        }
        Err(error) => Err(error),
    }
}
