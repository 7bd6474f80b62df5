//! User input repeated in messages, cut off if it is too long.

/// The most characters of input that a message repeats.
const LONGEST_ECHO: usize = 60;

/// Input for a message, cut off if it is too long.
pub fn echo(input: &str) -> String {
    if input.chars().count() <= LONGEST_ECHO {
        return input.to_owned();
    }
    let start: String = input.chars().take(LONGEST_ECHO).collect();
    format!("{start}…")
}

/// A message as one line, cut off if it is too long.
pub fn echo_line(message: &str) -> String {
    const LONGEST: usize = 400;
    let line = message.lines().collect::<Vec<_>>().join("; ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let start: String = line.chars().take(LONGEST).collect();
    format!("{start}…")
}
