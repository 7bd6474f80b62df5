//! A function that is called at intervals while other threads work.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Calls a function at intervals until it is dropped. If the system cannot start a thread for it, it does nothing.
pub struct Ticker {
    end: Arc<End>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct End {
    has_come: Mutex<bool>,
    bell: Condvar,
}

impl Ticker {
    /// Starts it. The first call comes after one interval; each call gets the time since the start.
    #[must_use]
    pub fn every(interval: Duration, mut tick: impl FnMut(Duration) + Send + 'static) -> Self {
        let end = Arc::new(End::default());
        let (end_of_thread, began) = (Arc::clone(&end), Instant::now());
        let ticks = move || {
            let has_come = end_of_thread.has_come.lock();
            let mut has_come = has_come.unwrap_or_else(PoisonError::into_inner);
            let mut next = began + interval;
            while !*has_come {
                let left = next.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    tick(began.elapsed());
                    next += interval;
                    continue;
                }
                let waited = end_of_thread.bell.wait_timeout(has_come, left);
                has_come = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        let thread = thread::Builder::new().spawn(ticks).ok();
        Ticker { end, thread }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        *self
            .end
            .has_come
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.end.bell.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn it_ticks_until_it_is_dropped() {
        let (send, ticks) = channel();
        let ticker = Ticker::every(Duration::from_millis(1), move |passed| {
            let _ = send.send(passed);
        });
        let (first, second) = (ticks.recv().unwrap(), ticks.recv().unwrap());
        assert!(Duration::from_millis(1) <= first && first < second);
        drop(ticker);
        // The sender is gone with the thread.
        assert_eq!(ticks.iter().filter(|passed| *passed < second).count(), 0);
    }
}
