//! What a command prints on stderr: notes, errors and progress.
//!
//! Nothing here can fail or panic. If stderr is full or closed, the messages are lost, but not the command's work nor its
//! exit code.

use std::{
    fmt::Display,
    io::{self, Write},
};

use plybench_text::escape;

/// Prints something that the user should know about the result.
pub(super) fn note(text: impl Display) {
    tell(format_args!("note: {text}"));
}

/// Prints a line that begins with the program's name. Control characters, which can come from input, are escaped.
pub(super) fn tell(text: impl Display) {
    line(format_args!("plybench: {text}"));
}

/// Prints a line as it is, such as progress or a place like `file:line`. Control characters are escaped, too.
pub(super) fn line(text: impl Display) {
    let mut line = one_line(&text.to_string());
    line.push('\n');
    write(&line);
}

/// Prints text for a terminal, with its own control characters.
pub(super) fn draw(text: impl Display) {
    write(&text.to_string());
}

/// Writes in one call, so that the lines of two threads or processes do not mix.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // There is nowhere left to report a failure.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

fn one_line(text: &str) -> String {
    escape::plain(&text.replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_without_control_characters() {
        assert_eq!(one_line("a\nb\u{1b}[2J\r"), "a b\\u{1b}[2J\\r");
    }
}
