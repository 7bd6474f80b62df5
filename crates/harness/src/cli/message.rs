//! What a command says beside its result: notes, mistakes and progress, on stderr.
//!
//! Nothing here can fail or panic. A stderr that is full, closed or gone loses the words, and neither the
//! command's work nor its exit code.

use std::{
    fmt::Display,
    io::{self, Write},
};

use crate::report::guard;

/// What the user should know about the result.
pub(super) fn note(text: impl Display) {
    tell(format_args!("note: {text}"));
}

/// A line under the program's name. Control characters, which input can carry here, are shown and not
/// obeyed.
pub(super) fn tell(text: impl Display) {
    line(format_args!("plybench: {text}"));
}

/// A line as it is: progress, and places such as `file:line`. Control characters are shown here too.
pub(super) fn line(text: impl Display) {
    let mut line = one_line(&text.to_string());
    line.push('\n');
    write(&line);
}

/// Text for a terminal that someone watches, with its own control characters.
pub(super) fn draw(text: impl Display) {
    write(&text.to_string());
}

/// In one call, so that the lines of two threads or processes do not mix.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // Nobody is left to tell.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

fn one_line(text: &str) -> String {
    guard::shown(&text.replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_without_control_characters() {
        assert_eq!(one_line("a\nb\u{1b}[2J\r"), "a b\\u{1b}[2J\\r");
    }
}
