//! Many jobs on many cores, each with a table of its own.

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
    store::{Ended, JobEnd, Machine, Record, Timing, WholeJob},
};

/// Why jobs were not run.
#[derive(Debug, Error)]
pub enum ParallelError {
    /// The system gives no threads.
    #[error("no threads: {0}; give a smaller --jobs")]
    Threads(#[from] ThreadPoolBuildError),
    /// A search cannot be done.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// A job that has come to its end, with all that it showed.
pub struct Finished {
    /// Its number in the plan.
    pub number: usize,
    /// Its iterations and its end.
    pub job: WholeJob,
    /// How long it took.
    pub timing: Timing,
}

/// Hears how far jobs have come, from any of the threads.
pub trait Watch: Sync {
    /// An iteration is complete, so many seconds after its job began.
    fn iteration(&self, _record: &Record, _seconds: f64) {}
    /// A job has ended and is kept.
    fn job(&self, _end: &JobEnd) {}
}

/// Nobody watches.
impl Watch for () {}

/// Runs jobs on `threads` threads and hands over each that comes to its end, in no fixed order, as soon as
/// it does; `stop` ends the rest. What one job shows does not depend on the others.
///
/// # Errors
/// If the threads cannot be had, or a job's table; the jobs that have ended are then handed over.
pub fn run_all(
    numbers: &[usize],
    threads: usize,
    stop: &AtomicBool,
    watch: &impl Watch,
    job: impl Fn(usize) -> Job + Sync,
    receive: impl Fn(Finished) + Sync,
) -> Result<(), ParallelError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.min(numbers.len()).max(1))
        .stack_size(STACK_BYTES)
        .build()?;
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Each thread takes the next job when it has ended one: a job may take a thousand times as long as
    // its neighbour.
    let work = || -> Result<(), ParallelError> {
        let mut memory = Memory::default();
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let job = job(number);
            let (mut records, mut times) = (Vec::new(), Vec::new());
            let mut searcher = searcher(&job, &mut memory);
            let end = run(&job, &mut *searcher, Some(stop), |record, seconds| {
                watch.iteration(&record, seconds);
                records.push(record);
                times.push(seconds);
                ControlFlow::Continue(())
            });
            let end = end.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            if end.ended != Ended::Stopped {
                receive(Finished {
                    number,
                    timing: Timing {
                        job: end.job,
                        seconds: times,
                        machine: Machine::own().clone(),
                    },
                    job: WholeJob { records, end },
                });
            }
        }
        Ok(())
    };
    pool.broadcast(|_| work()).into_iter().collect()
}
