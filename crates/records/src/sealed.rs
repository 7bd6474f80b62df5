//! Lines with a checksum: JSON objects whose last key, `sum`, is the BLAKE3 hash of everything before it.

use std::io::{self, BufRead, Read};

use serde::{Serialize, de::DeserializeOwned};

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;
/// A capacity in bytes that is enough for most lines.
const USUAL_LINE: usize = 1024;
const OPENING: &[u8] = b",\"sum\":\"";
const CLOSING: &[u8] = b"\"}";

/// The first 64 bits of BLAKE3.
pub(super) fn short_hash(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(bytes).as_bytes()[..8]);
    u64::from_be_bytes(first)
}

fn sum(bytes: &[u8]) -> String {
    format!("{:0DIGITS$x}", short_hash(bytes))
}

/// A JSON object as a line with its checksum and a line feed.
///
/// # Errors
/// If it is not a JSON object.
pub(super) fn seal(object: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = Vec::with_capacity(USUAL_LINE);
    serde_json::to_writer(&mut line, object)?;
    if line.pop() != Some(b'}') {
        return Err(io::Error::other("only objects are kept as lines"));
    }
    let sum = sum(&line);
    for part in [OPENING, sum.as_bytes(), CLOSING, b"\n"] {
        line.extend_from_slice(part);
    }
    Ok(line)
}

/// The longest line that is read, in bytes. A run never writes one as long.
const LONGEST_LINE: u64 = 16 << 20;

/// The lines of a file, from where it is read.
pub(super) struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    number: u64,
    offset: u64,
}

/// A line as it stands in a file.
pub(super) struct Line<'b> {
    /// From 1.
    pub(super) number: u64,
    pub(super) offset: u64,
    /// With its line feed, if it has one.
    pub(super) bytes: &'b [u8],
}

impl<R: BufRead> Lines<R> {
    pub(super) fn of(reader: R) -> Self {
        Lines {
            reader,
            bytes: Vec::new(),
            number: 0,
            offset: 0,
        }
    }

    /// The next line; none at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or the line is longer than any that a run writes.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.offset += self.bytes.len() as u64;
        self.number += 1;
        self.bytes.clear();
        let mut reader = self.reader.by_ref().take(LONGEST_LINE);
        let length = reader.read_until(b'\n', &mut self.bytes)?;
        if length as u64 == LONGEST_LINE {
            let error = "it has a line of more than 16 MiB, which no run writes";
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
        Ok((length > 0).then_some(Line {
            number: self.number,
            offset: self.offset,
            bytes: &self.bytes,
        }))
    }
}

impl Line<'_> {
    /// Whether its end is missing.
    pub(super) fn is_torn(&self) -> bool {
        !self.bytes.ends_with(b"\n")
    }

    /// Where it ends.
    pub(super) fn end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }

    /// Its JSON object without the checksum, if the checksum is right.
    pub(super) fn open(&self) -> Option<Vec<u8>> {
        open(self.bytes)
    }

    /// Its value, if the checksum is right.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        read(self.bytes)
    }
}

/// The value of a line, if the checksum is right.
pub(super) fn read<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    serde_json::from_slice(&open(line)?).ok()
}

/// The checksum of a sealed line, with the characters after it. It stands for the whole line.
pub(super) fn seal_of(line: &[u8]) -> &[u8] {
    let length = DIGITS + CLOSING.len() + 1;
    &line[line.len().saturating_sub(length)..]
}

fn open(line: &[u8]) -> Option<Vec<u8>> {
    let line = line.strip_suffix(b"\n")?.strip_suffix(CLOSING)?;
    let (rest, found) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
    let object = rest.strip_suffix(OPENING)?;
    (found == sum(object).as_bytes()).then(|| [object, b"}"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_any_byte_changed_does_not_open() {
        let line = seal(&serde_json::json!({ "job": "a", "depth": 3 })).unwrap();
        assert_eq!(open(&line).unwrap(), br#"{"depth":3,"job":"a"}"#);
        for at in 0..line.len() {
            let mut damaged = line.clone();
            damaged[at] ^= 1;
            assert_eq!(open(&damaged), None, "byte {at}");
            assert_eq!(open(&line[..at]), None, "cut at {at}");
        }
        assert!(seal(&3).is_err());
    }
}
