//! Ctrl-C: it ends a command with exit code 130, at once or at the next safe point.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
};

use super::failure::Failure;

/// Whether the running command polls [`PRESSED`] and stops by itself.
static STOPS_SAFELY: AtomicBool = AtomicBool::new(false);
/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Installs the handler. Until a command asks for the [`flag`], Ctrl-C ends the process at once.
///
/// # Errors
/// If the system cannot start a thread for it.
pub(super) fn install() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let is_again = PRESSED.swap(true, Ordering::Relaxed);
        if is_again || !STOPS_SAFELY.load(Ordering::Relaxed) {
            process::exit(Failure::INTERRUPTED.into());
        }
    })
    .map_err(|error| match error {
        ctrlc::Error::System(error) => Failure::no_thread(error),
        error => Failure::impossible(error),
    })
}

/// Returns the flag that Ctrl-C sets from now on, for a command that polls it, stops at a safe point and fails with
/// [`Failure::interrupted`]. A second Ctrl-C ends the process at once.
pub(super) fn flag() -> &'static AtomicBool {
    STOPS_SAFELY.store(true, Ordering::Relaxed);
    &PRESSED
}

/// Whether Ctrl-C was pressed.
pub(super) fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
