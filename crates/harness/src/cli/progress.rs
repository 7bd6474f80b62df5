//! How far a long command has come, on stderr where someone watches.

use std::{
    io::{self, IsTerminal},
    sync::atomic::{AtomicUsize, Ordering},
};

use super::message;

/// A count of steps.
pub(super) struct Progress {
    all: usize,
    done: AtomicUsize,
    terminal: bool,
}

impl Progress {
    pub(super) fn of(all: usize) -> Self {
        Progress {
            all,
            done: AtomicUsize::new(0),
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Another step is done.
    pub(super) fn step(&self, what: &str) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.terminal {
            message::draw(format_args!("\r\x1b[K{done} of {}  {what}", self.all));
        } else if done.is_multiple_of(100) {
            message::line(format_args!("{done} of {}", self.all));
        }
    }

    /// No more steps.
    pub(super) fn end(&self) {
        if self.terminal {
            message::draw("\r\x1b[K");
        }
    }
}
