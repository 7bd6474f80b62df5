//! The threads that searches run on.

use std::{io, num::NonZeroUsize, panic, thread};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

/// The stack of a thread that searches: a line of the largest depth takes less than half of it.
pub const STACK_BYTES: usize = 8 << 20;

/// How many threads can run at once; 1 where the system does not tell.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does some work on a thread with a stack that a search fits into: the system's limit on the main thread's may be lower.
///
/// # Errors
/// If the system gives no thread.
pub fn on_a_searching_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<T> {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
    // A bug stays what it is.
    Ok(thread
        .join()
        .unwrap_or_else(|panic| panic::resume_unwind(panic)))
}

/// Starts the pool for what runs on all cores, once a process.
///
/// # Errors
/// If the system gives no threads.
pub fn start_pool() -> Result<(), ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .build_global()
}
