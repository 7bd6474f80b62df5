//! How a command fails: one line on stderr and an exit code.

use std::{fmt::Display, io, process::ExitCode};

use super::message;
use plybench_experiment::{
    finished_run::FinishedRunError,
    run::{ParallelError, SessionError},
};
use plybench_records::{RunError, StoreError};

/// Why a command failed; decides on the exit code.
#[derive(Debug)]
pub(super) enum Failure {
    /// A check found something: exit code 1.
    Found(String),
    /// The user's input is at fault: exit code 2.
    Input(String),
    /// The command could not do its work: exit code 3.
    Impossible(String),
    /// The user pressed Ctrl-C: exit code 130.
    Interrupted(String),
    /// The reader of stdout closed it before the whole result was printed: no message, exit code 3.
    OutputClosed,
}

impl Failure {
    /// The exit code after Ctrl-C.
    pub(super) const INTERRUPTED: u8 = 130;

    pub(super) fn input(message: impl Display) -> Self {
        Failure::Input(message.to_string())
    }

    pub(super) fn impossible(message: impl Display) -> Self {
        Failure::Impossible(message.to_string())
    }

    pub(super) fn interrupted(message: impl Display) -> Self {
        Failure::Interrupted(message.to_string())
    }

    /// The system cannot start a thread.
    pub(super) fn no_thread(error: impl Display) -> Self {
        Failure::impossible(format_args!(
            "cannot start a thread: {error}; raise the limit on memory (ulimit -v) or processes (ulimit -u)"
        ))
    }

    /// A file that an option names cannot be written.
    pub(super) fn unwritable(StoreError { path, source }: &StoreError, option: &str) -> Self {
        Failure::impossible(format_args!(
            "cannot write {}: {source}; give another path with {option}",
            path.display()
        ))
    }

    /// Prints the message and returns the exit code.
    pub(super) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Found(message) => (message, 1),
            Failure::Input(message) => (message, 2),
            Failure::Impossible(message) => (message, 3),
            Failure::Interrupted(message) => (message, Self::INTERRUPTED),
            Failure::OutputClosed => return ExitCode::from(3),
        };
        message::tell(message);
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    /// A failure to print.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::OutputClosed
        } else {
            Failure::impossible(format_args!("cannot print: {error}"))
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        if error.is_of_input() {
            Failure::input(error)
        } else {
            Failure::impossible(error)
        }
    }
}

impl From<FinishedRunError> for Failure {
    fn from(error: FinishedRunError) -> Self {
        match error {
            FinishedRunError::Input(message) => Failure::Input(message),
            FinishedRunError::Records(error) => error.into(),
            FinishedRunError::System(message) => Failure::Impossible(message),
        }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Store(error) => error.into(),
            SessionError::Interrupted(_) => Failure::interrupted(error),
            SessionError::Parallel(ParallelError::Threads(error)) => Failure::no_thread(&error),
            SessionError::Parallel(ParallelError::Search(error)) => Failure::impossible(error),
        }
    }
}
