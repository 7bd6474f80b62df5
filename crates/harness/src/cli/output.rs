//! What a command prints on stdout: its result, or a summary of the files that are its result.
//!
//! A terminal obeys control characters, and names from files can contain them, so on a terminal they are shown as escapes.
//! To a file or a pipe the bytes are written as they are. The same holds for a file that is named, such as `/dev/stdout`.

use std::{
    fmt::Display,
    io::{self, IsTerminal, StdoutLock, Write},
};

use serde::Serialize;

use super::{closed_stdout, failure::Failure};
use plybench_text::escape;

/// Prints the result of the command, with its line feeds as they are.
///
/// # Errors
/// If it cannot be printed.
pub(super) fn result(text: impl Display) -> Result<(), Failure> {
    Ok(write(&text.to_string())?)
}

/// Prints the result of the command as one line of JSON.
///
/// # Errors
/// If it cannot be printed.
pub(super) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(Failure::impossible)?;
    result(line + "\n")
}

/// Prints a summary of the files that were written. Nothing is lost if that fails, so errors are ignored.
pub(super) fn summary(text: impl Display) {
    let _ = write(&text.to_string());
}

/// Fails if the program was started with a closed stdout, so that nothing can be printed.
pub(super) fn open() -> io::Result<()> {
    if closed_stdout::is_closed() {
        return Err(io::Error::other("stdout is closed"));
    }
    Ok(())
}

/// Stdout for a result that is written piece by piece. Flush it at the end.
pub(super) fn writer() -> impl Write {
    let stdout = io::stdout().lock();
    let is_terminal = stdout.is_terminal();
    Guarded::new(Stdout(stdout), is_terminal)
}

/// Prints a part of a result that other threads print to as well.
///
/// # Errors
/// If it cannot be printed.
pub(super) fn write(text: &str) -> io::Result<()> {
    let mut out = writer();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Stdout, which is not written if it was closed: another file may have its number.
struct Stdout(StdoutLock<'static>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        open()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A stream that escapes control characters if it is a terminal.
pub(super) struct Guarded<W> {
    out: W,
    is_terminal: bool,
    /// The part of a line for the terminal that has been written so far.
    line: Vec<u8>,
}

impl<W: Write> Guarded<W> {
    pub(super) fn new(out: W, is_terminal: bool) -> Self {
        let line = Vec::new();
        Guarded {
            out,
            is_terminal,
            line,
        }
    }

    /// The stream, which has all that was written if this was flushed.
    pub(super) fn into_inner(self) -> W {
        self.out
    }

    fn write_escaped(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.line);
        let lines: Vec<String> = text.split('\n').map(escape::plain).collect();
        let written = self.out.write_all(lines.join("\n").as_bytes());
        self.line.clear();
        written
    }
}

impl<W: Write> Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        self.line.extend_from_slice(bytes);
        // Whole lines, so that no character is cut in two.
        if bytes.contains(&b'\n') {
            let end = self.line.iter().rposition(|&byte| byte == b'\n');
            let rest = self.line.split_off(end.map_or(0, |end| end + 1));
            self.write_escaped()?;
            self.line = rest;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_escaped()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_on_a_terminal_and_pass_through_a_pipe() {
        let text = "é\u{1b}[2J,\u{9b}1m\nb\r\n\u{202e}x";
        for is_terminal in [false, true] {
            let mut stream = Guarded::new(Vec::new(), is_terminal);
            // One byte at a time: characters arrive in parts.
            for byte in text.as_bytes() {
                stream.write_all(&[*byte]).unwrap();
            }
            stream.flush().unwrap();
            let shown = String::from_utf8(stream.into_inner()).unwrap();
            let wanted = "é\\u{1b}[2J,\\u{9b}1m\nb\\r\n\\u{202e}x";
            assert_eq!(shown, if is_terminal { wanted } else { text });
        }
    }
}
