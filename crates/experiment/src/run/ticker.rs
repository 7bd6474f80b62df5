//! A function that is called at intervals while other threads work.

use std::{
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Calls a function at intervals until it is dropped. If the system cannot start a thread for it, it does nothing.
pub struct Ticker {
    /// Dropping it ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts it. The first call comes after one interval; each call gets the time since the start.
    #[must_use]
    pub fn every(interval: Duration, mut tick: impl FnMut(Duration) + Send + 'static) -> Self {
        let (end, has_ended) = channel::<()>();
        let began = Instant::now();
        let ticks = move || {
            let mut next = began + interval;
            let left = |next: Instant| next.saturating_duration_since(Instant::now());
            while has_ended.recv_timeout(left(next)) == Err(RecvTimeoutError::Timeout) {
                tick(began.elapsed());
                next += interval;
            }
        };
        Ticker {
            end: Some(end),
            thread: thread::Builder::new().spawn(ticks).ok(),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.end = None;
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
