//! Lines of input, however long they are and whatever bytes they have.

use std::io::{BufRead, ErrorKind};

/// The most bytes of a line: a game of 100,000 moves. What is longer is no command, and half of it would be another one.
const LONGEST: usize = 1 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text; what is not UTF-8 is replaced.
    Text(String),
    /// It was too long to be read.
    TooLong,
}

/// The next line; none at the end of the input, or if it cannot be read.
pub(crate) fn next_line(input: &mut impl BufRead) -> Option<Line> {
    let (mut line, mut length) = (Vec::new(), 0);
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if bytes.is_empty() && length == 0 {
            return None;
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&bytes[..taken.min(room)]);
        length += taken;
        let is_at_end = end.is_some() || bytes.is_empty();
        input.consume(taken);
        if is_at_end {
            return Some(match length > LONGEST {
                true => Line::TooLong,
                false => Line::Text(String::from_utf8_lossy(&line).into_owned()),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        let long = [b"go ".repeat(LONGEST), b"\nuci\n\xff\x00\nquit".to_vec()].concat();
        let mut input = BufReader::new(&long[..]);
        let lines: Vec<Line> = std::iter::from_fn(|| next_line(&mut input)).collect();
        let text = |text: &str| Line::Text(text.to_owned());
        let known = [
            Line::TooLong,
            text("uci\n"),
            text("\u{fffd}\u{0}\n"),
            text("quit"),
        ];
        assert_eq!(lines, known);
    }
}
