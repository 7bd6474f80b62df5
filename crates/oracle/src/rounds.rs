//! Rounds of work on all numbers of a table, each divided among threads in parts.
//!
//! A round does not wait for threads that have no part: on a busy machine, where a thread may start or wake
//! up late, the others do its work. The threads do not belong to a shared pool, because a thread that waits
//! in a pool is given other work, and if that work needed an oracle that the waiting thread holds, there
//! would be a deadlock.

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

/// The count of numbers in a part: few enough for all threads to finish a round together, and enough to be
/// worth the overhead.
const PART: usize = 1 << 14;

/// Calls `work` in each round with all numbers below `end`, in parts, on this many threads. A round begins
/// when the one before is finished, and sees all its effects. `goes_on` is called before each round, at least
/// once and on any thread; if it returns false, the work ends.
pub(crate) fn in_rounds(
    threads: usize,
    end: usize,
    work: impl Fn(usize, Range<usize>) + Sync,
    goes_on: impl FnMut(usize) -> bool + Send,
) {
    let parts = end.div_ceil(PART).max(1);
    // The parts of all rounds together.
    let (taken, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let goes_on = Mutex::new(goes_on);
    let work = || {
        loop {
            let next = taken.load(Relaxed);
            let (round, part) = (next / parts, next % parts);
            if done.load(Acquire) < round * parts {
                // Other threads have not finished their last parts and may need this core.
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
                let _done = CountOnDrop(&done);
                work(round, part * PART..end.min((part + 1) * PART));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(parts) {
            // If no more threads can be started, the existing ones do all the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Counts a part as done when dropped, even if its thread panics, so that the others do not wait forever.
struct CountOnDrop<'d>(&'d AtomicUsize);

impl Drop for CountOnDrop<'_> {
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
                    // The effects of other threads on the mirrored number are visible too.
                    assert!(done[end - 1 - number].load(Relaxed) >= round);
                    assert_eq!(done[number].fetch_add(1, Relaxed), round);
                }
            };
            in_rounds(3, end, work, |round| round < 50);
            assert!(done.iter().all(|rounds| rounds.load(Relaxed) == 50));
        }
    }
}
