//! What a command prints on stdout: its result, or a summary of the files that are its result.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::failure::Failure;

/// Prints what the command was asked for, with its line feeds as they are.
///
/// # Errors
/// If it cannot be printed.
pub(super) fn result(text: impl Display) -> Result<(), Failure> {
    Ok(write(&text.to_string())?)
}

/// Prints a summary of files that are written. Nothing is lost if it cannot be printed, so this does not fail.
pub(super) fn summary(text: impl Display) {
    let _ = write(&text.to_string());
}

fn write(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
