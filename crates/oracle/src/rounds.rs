//! Rounds of work on all numbers of a table, each shared out among threads, part by part.
//!
//! Nobody waits for a thread that has no part: on a busy machine, where a thread may be started or woken
//! late, the others do its work. The threads are not those of a shared pool: one who waits in a pool is given
//! other work of it, and if that asked for an oracle that the waiting one holds, neither would go on.

use std::{
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{
            AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
    thread,
};

/// Numbers in a part: few enough for all threads to end a round together, enough to be worth taking.
const PART: usize = 1 << 14;

/// Does some work in each round for all numbers below `end`, on so many threads. A round begins when the one
/// before it is done, and sees all that was done there. `goes_on` is asked before each round, once or more
/// often, on any thread, and ends the work.
pub(crate) fn in_rounds(
    threads: usize,
    end: usize,
    work: impl Fn(usize, Range<usize>) + Sync,
    goes_on: impl FnMut(usize) -> bool + Send,
) {
    let parts = end.div_ceil(PART).max(1);
    // Of all rounds together.
    let (taken, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let goes_on = Mutex::new(goes_on);
    let work = || {
        loop {
            let next = taken.load(Relaxed);
            let (round, part) = (next / parts, next % parts);
            if done.load(Acquire) < round * parts {
                // Others have not finished their last parts, and may need the core for that.
                thread::yield_now();
                continue;
            }
            if !goes_on.lock().unwrap_or_else(PoisonError::into_inner)(round) {
                return;
            }
            if taken
                .compare_exchange(next, next + 1, Relaxed, Relaxed)
                .is_ok()
            {
                let _done = Done(&done);
                work(round, part * PART..end.min((part + 1) * PART));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(parts) {
            // Where the system gives no more threads, those that there are do it all.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Counts a part as done, even if its thread panics: the others end rather than wait for it.
struct Done<'d>(&'d AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Release);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn every_round_works_on_every_number_once_after_the_round_before() {
        for end in [0, 1, PART, 5 * PART + 1] {
            let done: Vec<_> = (0..end).map(|_| AtomicUsize::new(0)).collect();
            let work = |round: usize, part: Range<usize>| {
                for number in part {
                    // What another thread did to the mirror image is seen, too.
                    assert!(done[end - 1 - number].load(Relaxed) >= round);
                    assert_eq!(done[number].fetch_add(1, Relaxed), round);
                }
            };
            in_rounds(3, end, work, |round| round < 50);
            assert!(done.iter().all(|rounds| rounds.load(Relaxed) == 50));
        }
    }
}
