//! Lines that carry a checksum: a record with a last key `sum`, BLAKE3 of all before it.

use std::io::{self, BufRead, Read};

use serde::Serialize;

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;
const OPENING: &[u8] = b",\"sum\":\"";
const CLOSING: &[u8] = b"\"}";

fn sum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}

/// A JSON object as a line with its checksum and a line feed.
///
/// # Errors
/// If it is no JSON object.
pub(super) fn seal(object: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    if line.pop() != Some(b'}') {
        return Err(serde::ser::Error::custom("only objects are kept as lines"));
    }
    let sum = sum(&line);
    for part in [OPENING, sum.as_bytes(), CLOSING, b"\n"] {
        line.extend_from_slice(part);
    }
    Ok(line)
}

/// No line that is written is longer.
const LONGEST_LINE: u64 = 16 << 20;

/// Reads a line with its line feed, in place of the one before; its length, 0 at the end of the file.
///
/// # Errors
/// If the file cannot be read, or the line is longer than any that is written.
pub(super) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    let length = reader.take(LONGEST_LINE).read_until(b'\n', line)? as u64;
    if length == LONGEST_LINE {
        let error = "it has a line of more than 16 MiB, which no run writes";
        return Err(io::Error::new(io::ErrorKind::InvalidData, error));
    }
    Ok(length)
}

/// The checksum of a line that opens, with what closes it: it stands for the line.
#[must_use]
pub(super) fn seal_of(line: &[u8]) -> &[u8] {
    let length = DIGITS + CLOSING.len() + 1;
    &line[line.len().saturating_sub(length)..]
}

/// The JSON object of a line without its checksum, if that is right.
#[must_use]
pub(super) fn open(line: &[u8]) -> Option<Vec<u8>> {
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
