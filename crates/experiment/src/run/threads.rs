//! The threads that searches run on.

use std::{io, num::NonZeroUsize, panic, thread};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

/// The stack size of a thread that searches: a line of the greatest depth takes less than half of it.
pub const STACK_BYTES: usize = 8 << 20;

/// How many threads can run at once; 1 if the system does not tell.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does some work on a thread whose stack is large enough for a search. The system may limit that of the main thread to less.
///
/// # Errors
/// If the system cannot start a thread.
pub fn on_a_searching_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<T> {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
    // A panic goes on in the caller.
    Ok(thread
        .join()
        .unwrap_or_else(|panic| panic::resume_unwind(panic)))
}

/// Starts the global thread pool for work on all cores. Call it once per process.
///
/// # Errors
/// If the system cannot start the threads.
pub fn start_pool() -> Result<(), ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .build_global()
}
