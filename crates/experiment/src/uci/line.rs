//! Reading the lines of an engine, however long they are.

use std::io::BufRead;

/// The most bytes of a line that are read; the rest is skipped.
pub(super) const LONGEST_LINE: usize = 16 * 1024;

/// The next line of an engine, cut off at [`LONGEST_LINE`]; none at the end.
pub(super) fn next_line(output: &mut impl BufRead) -> Option<String> {
    let (mut line, mut has_begun) = (Vec::new(), false);
    loop {
        let bytes = output.fill_buf().ok()?;
        if bytes.is_empty() {
            return has_begun.then(|| String::from_utf8_lossy(&line).into_owned());
        }
        has_begun = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&bytes[..taken.min(room)]);
        output.consume(taken);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn the_rest_of_a_long_line_is_no_other_line() {
        let long = format!("info {}\nuciok\nno feed", "readyok ".repeat(10_000));
        let mut output = BufReader::new(long.as_bytes());
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut output)).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!([&*lines[1], &*lines[2]], ["uciok\n", "no feed"]);
    }
}
