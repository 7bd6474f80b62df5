//! How a command fails: one line on stderr and an exit code.

use std::{fmt::Display, io, process::ExitCode};

use super::message;

/// A failed command.
#[derive(Debug)]
pub(super) enum Failure {
    /// A check found something: exit code 1.
    Found(String),
    /// The user's input is at fault: exit code 2.
    Input(String),
    /// It could not be done: exit code 3.
    Impossible(String),
    /// The reader of our output has gone away: nothing to say, exit code 0.
    OutputClosed,
}

impl Failure {
    pub(super) fn input(message: impl Display) -> Self {
        Failure::Input(message.to_string())
    }

    pub(super) fn impossible(message: impl Display) -> Self {
        Failure::Impossible(message.to_string())
    }

    /// A reader who went away does not change a verdict.
    pub(super) fn unless_closed(self) -> Result<(), Self> {
        match self {
            Failure::OutputClosed => Ok(()),
            failure => Err(failure),
        }
    }

    /// Prints the line and gives the exit code.
    pub(super) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Found(message) => (message, 1),
            Failure::Input(message) => (message, 2),
            Failure::Impossible(message) => (message, 3),
            Failure::OutputClosed => return ExitCode::SUCCESS,
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
