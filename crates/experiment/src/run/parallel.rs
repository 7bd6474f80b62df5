//! Running many jobs on many cores, each with its own table.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use super::{STACK_BYTES, run, searcher};
use crate::{
    plan::Job,
    searcher::{Memory, SearchError},
};
use plybench_records::{Ended, JobRecord, Machine, Timing};

/// Why jobs were not run.
#[derive(Debug, Error)]
pub enum ParallelError {
    /// The system cannot start the threads.
    #[error("cannot start threads: {0}; give a smaller --jobs")]
    Threads(#[from] ThreadPoolBuildError),
    /// A search cannot be done.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// A job that has ended, with its results.
pub struct Finished {
    /// Its number in the plan.
    pub number: usize,
    /// Its iterations and its end.
    pub job: JobRecord,
    /// The seconds until the end of each iteration, and the machine.
    pub timing: Timing,
}

/// Runs jobs on `threads` threads and passes each to `receive` as soon as it has ended, in no fixed order;
/// `stop` ends the rest. The result of a job does not depend on the others.
///
/// # Errors
/// If the threads cannot be started or a job's table cannot be allocated. The jobs that ended before have been passed on.
pub fn run_all(
    numbers: &[usize],
    threads: usize,
    stop: &AtomicBool,
    job: impl Fn(usize) -> Job + Sync,
    receive: impl Fn(Finished) + Sync,
) -> Result<(), ParallelError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.min(numbers.len()).max(1))
        .stack_size(STACK_BYTES)
        .build()?;
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Each thread takes the next job when it has ended one, since a job may take a thousand times as long as its
    // neighbour.
    let work = || -> Result<(), ParallelError> {
        let mut memory = Memory::default();
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let job = job(number);
            let mut seconds = Vec::new();
            let mut searcher = searcher(&job, &mut memory);
            let done = run(&job, &mut *searcher, Some(stop), |_, elapsed| {
                seconds.push(elapsed);
                ControlFlow::Continue(())
            });
            let job = done.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            if job.ended != Ended::Stopped {
                receive(Finished {
                    number,
                    timing: Timing {
                        job: job.job,
                        seconds,
                        machine: Machine::this().clone(),
                    },
                    job,
                });
            }
        }
        Ok(())
    };
    pool.broadcast(|_| work()).into_iter().collect()
}
