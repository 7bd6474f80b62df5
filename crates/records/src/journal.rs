//! The records of a run: appended job by job during the run, and put in the plan's order at its end.
//!
//! A job is appended as one line with a checksum when it has ended. Whatever happens to the process or the file, a job is stored
//! whole or is run again: a torn or damaged line costs only its own job.
//!
//! Appended jobs survive the end of the process at once. They are forced to the disk once a second and at
//! the end, since a sync takes as long as a short search: a power cut costs the jobs of the last second.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    Contents, DirectoryLock, JobList, JobRecord, RunError, SearcherRecord, StoreError, TIMINGS,
    Timing, Unmatched, append::Appender, lock_directory, schema::Header, stored_job::StoredJob,
};

/// The file of records in a run's directory.
pub const RECORDS: &str = "records.jsonl";
/// The longest time between two syncs to the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// The records of a run while it lasts. Only one process at a time can open them.
pub struct Journal {
    directory: PathBuf,
    records: Appender,
    timings: Appender,
    contents: Contents,
    last_sync: Instant,
    _lock: DirectoryLock,
}

impl Journal {
    /// Opens the records of a directory, which is created if missing. A partial last line is cut off.
    ///
    /// # Errors
    /// If another process has them open, they cannot be read and written, or results would be lost.
    pub fn open(
        directory: &Path,
        wanted: &impl JobList,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        let lock = lock_directory(directory)?;
        let mut records = Appender::open(&directory.join(RECORDS))?;
        let contents = Contents::to_resume(&records.file, wanted, unmatched)?;
        records.cut(contents.whole)?;
        let mut timings = Appender::open(&directory.join(TIMINGS))?;
        timings.cut_half_line()?;
        if records.length == 0 {
            records.add_line(&Header::of(&SearcherRecord::skeleton()))?;
        }
        Ok(Journal {
            directory: directory.to_owned(),
            records,
            timings,
            contents,
            last_sync: Instant::now(),
            _lock: lock,
        })
    }

    /// The jobs that are stored so far, those appended included.
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Appends a job with its time.
    ///
    /// # Errors
    /// If it cannot be written whole; a partly written job is removed again.
    pub fn append(
        &mut self,
        number: usize,
        job: &JobRecord,
        timing: &Timing,
    ) -> Result<(), StoreError> {
        // The time first, so that a stored job has its time whenever the process is killed.
        self.timings.add_line(timing)?;
        let (span, sum) = self.records.add_line(job)?;
        let stored = StoredJob {
            job: job.job,
            ended: job.ended,
            depth: job.depth(),
            notes: job.doubts() as u32,
            line: 0,
            span,
            sum,
        };
        self.contents.jobs.insert(number, stored);
        if self.last_sync.elapsed() >= BETWEEN_SYNCS {
            self.records.sync()?;
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    /// Forces everything to the disk, puts the jobs in the experiment's order, with those of removed variants and positions
    /// after them, and ends. Times without a record are dropped.
    ///
    /// # Errors
    /// If a file cannot be rewritten; it is then as it was.
    pub fn finish(self) -> Result<(), RunError> {
        self.records.sync()?;
        self.timings.sync()?;
        let directory = self.directory.as_path();
        self.contents
            .write(directory, &[&self.records.file], &[directory])
    }
}
