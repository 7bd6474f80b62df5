//! Whether the program was started with a closed stdout (`plybench … >&-`).
//!
//! This has to be checked before `main`: Rust's runtime starts by opening closed streams as `/dev/null`, and then they look
//! like a `/dev/null` that the user chose. The code that runs before `main` makes one system call and uses nothing of the
//! standard library but an atomic.

#[cfg(unix)]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    #[ctor::ctor(unsafe)]
    fn record_whether_closed() {
        let descriptor = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(descriptor.is_err(), Ordering::Relaxed);
    }

    pub(super) fn is_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

/// Whether stdout was closed when the program started. On systems other than Unix, a closed stdout counts as open.
pub(super) fn is_closed() -> bool {
    #[cfg(unix)]
    return before_main::is_closed();
    #[cfg(not(unix))]
    false
}
