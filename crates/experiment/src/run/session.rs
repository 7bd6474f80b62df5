//! A run in a directory: opened or resumed, run and finished.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use thiserror::Error;

use super::{ParallelError, run_all};
use crate::plan::{Plan, Shard};
use plybench_records::{Ended, JobList, JobRecord, Journal, RunError, StoreError, Unmatched};

/// Why a run did not finish.
#[derive(Debug, Error)]
pub enum SessionError {
    /// Its directory cannot be used.
    #[error(transparent)]
    Store(#[from] RunError),
    /// A job could not be run.
    #[error(transparent)]
    Parallel(#[from] ParallelError),
    /// The user interrupted it.
    #[error("interrupted; {} has the jobs that have ended; run the same command again to resume", .0.display())]
    Interrupted(PathBuf),
}

impl From<StoreError> for SessionError {
    fn from(error: StoreError) -> Self {
        SessionError::Store(error.into())
    }
}

/// The totals of the jobs of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Nodes entered by all jobs together.
    pub nodes: u64,
    /// How many of them stopped at their node limit.
    pub limited: usize,
    /// The numbers of those that failed, with the reasons.
    pub failures: BTreeMap<usize, String>,
    /// How many notes there are on the answers of engines.
    pub doubts: u64,
    /// The first of them, with the number of its job.
    pub first_doubt: Option<(usize, String)>,
}

impl Summary {
    fn note(&mut self, number: usize, job: &JobRecord) {
        let Some(first) = job.first_doubt() else {
            return;
        };
        self.doubts += job.doubts();
        if self
            .first_doubt
            .as_ref()
            .is_none_or(|(known, _)| number < *known)
        {
            self.first_doubt = Some((number, first));
        }
    }
}

/// A run in a directory that is locked for it.
pub struct Session<'p> {
    plan: &'p Plan,
    directory: PathBuf,
    journal: Journal,
    jobs: usize,
    to_do: Vec<usize>,
}

impl<'p> Session<'p> {
    /// Opens a directory for a part of a plan, and finds out which jobs have to be run.
    ///
    /// # Errors
    /// If another process works on it, it cannot be written, or results would be lost.
    pub fn open(
        plan: &'p Plan,
        shard: Shard,
        directory: &Path,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        let journal = Journal::open(directory, plan, unmatched)?;
        let mut to_do: Vec<usize> = plan.numbers(shard).collect();
        let jobs = to_do.len();
        to_do.retain(|&number| !journal.contents().has(number));
        Ok(Session {
            plan,
            directory: directory.to_owned(),
            journal,
            jobs,
            to_do,
        })
    }

    /// How many jobs the part has.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// How many of them have to be run.
    #[must_use]
    pub fn to_do(&self) -> usize {
        self.to_do.len()
    }

    /// What the user should know about the directory, a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.journal.contents().remarks_of_run(&self.directory)
    }

    /// Runs the jobs that have to be run on `threads` threads, and finishes the records. `stop` ends it early;
    /// `on_job` is called from any of the threads, one call at a time, when a job has ended and is stored; it must be short.
    ///
    /// # Errors
    /// If a job cannot be run or stored, or the session was stopped. The jobs that have ended are stored.
    pub fn run(
        self,
        threads: usize,
        stop: &AtomicBool,
        on_job: impl Fn() + Sync,
    ) -> Result<Summary, SessionError> {
        let stored = Mutex::new((self.journal, Summary::default(), None));
        let job = |number| self.plan.job(number);
        let (searched, same) = self.plan.distinct(&self.to_do);
        run_all(&searched, threads, stop, job, |mut done| {
            let mut stored = stored.lock().unwrap_or_else(PoisonError::into_inner);
            let (journal, summary, failure) = &mut *stored;
            summary.nodes = summary.nodes.saturating_add(done.job.nodes);
            let others = same.get(&done.number).into_iter().flatten();
            for &number in std::iter::once(&done.number).chain(others) {
                if number != done.number {
                    let (variant, position) = self.plan.names(number);
                    (done.job.variant, done.job.position) =
                        (variant.to_owned(), position.to_owned());
                }
                if let Err(error) = journal.append(number, &done.job, &done.timing) {
                    stop.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                    return;
                }
                summary.limited += usize::from(done.job.ended == Ended::Nodes);
                on_job();
                summary.note(number, &done.job);
                if let Some(reason) = &done.job.reason {
                    summary.failures.insert(number, reason.clone());
                }
            }
        })?;
        let stored = stored.into_inner();
        let (journal, summary, failure) = stored.unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failure {
            return Err(error.into());
        }
        if stop.load(Ordering::Relaxed) {
            return Err(SessionError::Interrupted(self.directory));
        }
        journal.finish()?;
        Ok(summary)
    }
}
