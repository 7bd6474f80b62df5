//! Whether the program was started with a closed stdout (`plybench … >&-`).
//!
//! It has to be asked before `main`: Rust's runtime begins by opening closed streams as `/dev/null`, after which they
//! cannot be told from a `/dev/null` that the user chose. What runs there asks the system one question and uses nothing of
//! the standard library but an atomic.

#[cfg(unix)]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    #[ctor::ctor(unsafe)]
    fn look() {
        let descriptor = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(descriptor.is_err(), Ordering::Relaxed);
    }

    pub(super) fn is_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

/// Whether stdout was closed when the program started. Elsewhere than on Unix, a closed stdout counts as open.
pub(super) fn is_closed() -> bool {
    #[cfg(unix)]
    return before_main::is_closed();
    #[cfg(not(unix))]
    false
}
