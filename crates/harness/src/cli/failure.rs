//! How a command fails: one line on stderr and an exit code.

use std::{fmt::Display, io, path::Path, process::ExitCode};

use super::message;
use plybench_experiment::{
    finished_run::{EXPERIMENT_FILE, FinishedRunError},
    run::{ParallelError, SessionError},
};
use plybench_files::user_file;
use plybench_records::{RunError, StoreError};

/// Why a command failed: the exit code and the message. There is no message if the reader of stdout has closed it.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    message: Option<String>,
}

impl Failure {
    /// The exit code after Ctrl-C.
    pub(super) const INTERRUPTED: u8 = 130;

    fn new(code: u8, message: impl Display) -> Self {
        let message = Some(message.to_string());
        Failure { code, message }
    }

    /// The same without the name of a directory that goes away, and without the line of the experiment file in it.
    pub(super) fn without(mut self, directory: &Path) -> Self {
        let name = directory.display();
        let line = format!("{name}/{EXPERIMENT_FILE}, line ");
        self.message = self.message.map(|text| {
            let after_line = text
                .strip_prefix(&line)
                .and_then(|rest| rest.split_once(": "));
            let problem = after_line.map_or(&*text, |(_, problem)| problem);
            problem.replace(&format!("{name}/"), "")
        });
        self
    }

    /// A check found something.
    pub(super) fn found(message: impl Display) -> Self {
        Failure::new(1, message)
    }

    /// The user's input is at fault.
    pub(super) fn input(message: impl Display) -> Self {
        Failure::new(2, message)
    }

    /// The command could not do its work.
    pub(super) fn impossible(message: impl Display) -> Self {
        Failure::new(3, message)
    }

    /// The user pressed Ctrl-C.
    pub(super) fn interrupted(message: impl Display) -> Self {
        Failure::new(Self::INTERRUPTED, message)
    }

    /// The user's input is at fault, or else the system.
    pub(super) fn of(is_of_input: bool, message: impl Display) -> Self {
        Failure::new(if is_of_input { 2 } else { 3 }, message)
    }

    /// The system cannot start a thread.
    pub(super) fn no_thread(error: impl Display) -> Self {
        Failure::impossible(format_args!(
            "cannot start a thread: {error}; raise the limit on memory (ulimit -v) or processes (ulimit -u)"
        ))
    }

    /// The failure of writing a file that an option names, of the system's error.
    pub(super) fn writing(path: &Path, option: &str) -> impl Fn(io::Error) -> Self {
        move |source| {
            let path = path.to_owned();
            Failure::unwritable(&StoreError { path, source }, option)
        }
    }

    /// A file that an option names cannot be written.
    pub(super) fn unwritable(StoreError { path, source }: &StoreError, option: &str) -> Self {
        let path = path.display();
        match source.kind() {
            io::ErrorKind::IsADirectory => Failure::input(format_args!(
                "{path} is a directory; give the name of a file with {option}"
            )),
            _ => Failure::of(
                user_file::is_at_fault(source),
                format_args!("cannot write {path}: {source}; give another path with {option}"),
            ),
        }
    }

    /// Prints the message and returns the exit code.
    pub(super) fn report(self) -> ExitCode {
        if let Some(message) = self.message {
            message::tell(message);
        }
        ExitCode::from(self.code)
    }
}

impl From<io::Error> for Failure {
    /// A failure to print.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure {
                code: 3,
                message: None,
            }
        } else {
            Failure::impossible(format_args!("cannot print: {error}"))
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Failure::of(error.is_of_input(), error)
    }
}

impl From<FinishedRunError> for Failure {
    fn from(error: FinishedRunError) -> Self {
        match error {
            FinishedRunError::Input(message) => Failure::input(message),
            FinishedRunError::Records(error) => error.into(),
            FinishedRunError::System(message) => Failure::impossible(message),
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
