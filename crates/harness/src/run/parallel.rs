//! Many jobs on many cores, each with a table of its own.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use plybench_engine::table::OutOfMemory;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use super::{Memory, STACK_BYTES, run};
use crate::{
    plan::Job,
    store::{Ended, JobEnd, Record, Timing},
};

/// Why jobs were not run.
#[derive(Debug, Error)]
pub enum RunError {
    /// The system gives no threads.
    #[error("no threads: {0}; give a smaller --jobs")]
    Threads(#[from] ThreadPoolBuildError),
    /// It gives no memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// A job that has come to its end, with all that it showed.
pub struct Finished {
    /// Its number in the plan.
    pub number: usize,
    /// Its iterations.
    pub records: Vec<Record>,
    /// Their times.
    pub timings: Vec<Timing>,
    /// How it ended.
    pub end: JobEnd,
}

/// Runs jobs on `threads` threads and hands over each that comes to its end, in no fixed order, as soon as
/// it does; `stop` ends the rest. What one job shows does not depend on the others.
///
/// # Errors
/// If the threads cannot be had, or a job's table; the jobs that have ended are then handed over.
pub fn run_all(
    numbers: &[usize],
    threads: usize,
    stop: &AtomicBool,
    job: impl Fn(usize) -> Job + Sync,
    receive: impl Fn(Finished) + Sync,
) -> Result<(), RunError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .build()?;
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Each thread takes the next job when it has ended one: a job may take a thousand times as long as
    // its neighbour.
    let work = || -> Result<(), RunError> {
        let mut memory = Memory::default();
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let (mut records, mut timings) = (Vec::new(), Vec::new());
            let end = run(&job(number), &mut memory, Some(stop), |record, timing| {
                records.push(record);
                timings.push(timing);
                ControlFlow::Continue(())
            });
            let end = end.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            if end.ended != Ended::Stopped {
                receive(Finished {
                    number,
                    records,
                    timings,
                    end,
                });
            }
        }
        Ok(())
    };
    pool.broadcast(|_| work()).into_iter().collect()
}
