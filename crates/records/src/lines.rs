//! Lines with a checksum: JSON objects whose last key, `sum`, is the BLAKE3 hash of everything before it.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use plybench_files::user_file;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    RunError, StoreError,
    error::{reading, writing},
    run_file::RunFile,
    spans::Span,
    write_whole,
};

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;
/// A capacity in bytes that is enough for most lines.
const USUAL_LINE: usize = 1024;
const OPENING: &[u8] = b",\"sum\":\"";
const CLOSING: &[u8] = b"\"}\n";
/// The length of the end of a line, from the comma before the checksum.
const TAIL: usize = OPENING.len() + DIGITS + CLOSING.len();

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
pub(super) fn checksummed(object: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = Vec::with_capacity(USUAL_LINE);
    serde_json::to_writer(&mut line, object)?;
    if line.pop() != Some(b'}') {
        return Err(io::Error::other("only objects are kept as lines"));
    }
    let sum = sum(&line);
    for part in [OPENING, sum.as_bytes(), CLOSING] {
        line.extend_from_slice(part);
    }
    Ok(line)
}

/// The longest line that is read, in bytes. A run never writes one as long.
const LONGEST_LINE: u64 = 16 << 20;

/// The lines of a file, from where it is read.
pub(super) struct Lines<'p, R> {
    path: &'p Path,
    reader: R,
    bytes: Vec<u8>,
    number: u64,
    offset: u64,
}

/// A line of a file.
pub(super) struct Line<'b> {
    /// Its place among the lines of the file, from 1.
    pub(super) number: u64,
    /// Where it begins in the file, in bytes.
    pub(super) offset: u64,
    /// With its line feed, if it has one.
    pub(super) bytes: &'b mut [u8],
}

impl<'p> Lines<'p, BufReader<&'p File>> {
    pub(super) fn of_file(file: &'p RunFile) -> Self {
        Lines::of(&file.path, BufReader::new(&file.file))
    }
}

impl<'p, R: BufRead> Lines<'p, R> {
    pub(super) fn of(path: &'p Path, reader: R) -> Self {
        Lines {
            path,
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
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, RunError> {
        self.offset += self.bytes.len() as u64;
        self.number += 1;
        self.bytes.clear();
        let mut reader = self.reader.by_ref().take(LONGEST_LINE);
        let length = reader.read_until(b'\n', &mut self.bytes);
        let length = length.map_err(reading(self.path))?;
        if length as u64 == LONGEST_LINE {
            let error = "it has a line of more than 16 MiB, which no run writes";
            let error = io::Error::new(io::ErrorKind::InvalidData, error);
            return Err(reading(self.path)(error));
        }
        Ok((length > 0).then_some(Line {
            number: self.number,
            offset: self.offset,
            bytes: &mut self.bytes,
        }))
    }
}

impl Line<'_> {
    /// Whether its end is missing.
    pub(super) fn is_torn(&self) -> bool {
        !self.bytes.ends_with(b"\n")
    }

    /// Its place in the file, which is number 0 of one.
    pub(super) fn span(&self) -> Span {
        Span {
            file: 0,
            offset: self.offset,
            length: self.bytes.len() as u64,
        }
    }

    /// Its value, if the checksum is right.
    pub(super) fn read<'l, T: Deserialize<'l>>(&'l mut self) -> Option<T> {
        read(self.bytes)
    }

    /// The checksum that it has, right or not; it stands for the whole line.
    pub(super) fn sum(&self) -> u64 {
        sum_of(self.bytes)
    }
}

/// The value of a line, if the checksum is right. The line is changed.
pub(super) fn read<'l, T: Deserialize<'l>>(line: &'l mut [u8]) -> Option<T> {
    serde_json::from_slice(open(line)?).ok()
}

/// The JSON object of a line whose checksum was found right before. The line is changed.
pub(super) fn read_again<'l, T: Deserialize<'l>>(line: &'l mut [u8]) -> Option<T> {
    let end = line.len().checked_sub(TAIL)?;
    serde_json::from_slice(cut(line, end)).ok()
}

/// The checksum of a line, right or not.
pub(super) fn sum_of(line: &[u8]) -> u64 {
    let digits = line.len().checked_sub(TAIL).map(|end| end + OPENING.len());
    let digits = digits.and_then(|begin| line.get(begin..begin + DIGITS));
    let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
    digits.map_or(0, |digits| u64::from_str_radix(digits, 16).unwrap_or(0))
}

/// The JSON object of a line without the checksum, if this is right. The line is changed.
fn open(line: &mut [u8]) -> Option<&[u8]> {
    let end = line.len().checked_sub(TAIL)?;
    let (object, tail) = line.split_at(end);
    let found = tail.strip_prefix(OPENING)?.strip_suffix(CLOSING)?;
    (found == sum(object).as_bytes()).then(|| cut(line, end))
}

/// The object whose braces the checksum was put into: a brace takes the place of the comma before the checksum.
fn cut(line: &mut [u8], end: usize) -> &[u8] {
    line[end] = b'}';
    &line[..=end]
}

/// Writes a file of lines with checksums; one with just these is not touched, and for no line nothing is written, and an older file stays. Returns whether
/// there was a file with other lines.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_lines<T: Serialize>(
    path: &Path,
    lines: impl Iterator<Item = T>,
) -> Result<bool, StoreError> {
    let mut bytes = Vec::new();
    for line in lines {
        bytes.extend(checksummed(&line).map_err(writing(path))?);
    }
    let present = user_file::read(path).ok();
    let is_same = present.as_ref() == Some(&bytes);
    if !bytes.is_empty() && !is_same {
        write_whole(path, &bytes)?;
    }
    Ok(present.is_some() && !is_same)
}

/// Reads such a file.
///
/// # Errors
/// If it cannot be read, or a line is not as it was written.
pub(super) fn read_lines<T: DeserializeOwned>(file: &RunFile) -> Result<Vec<T>, RunError> {
    let (mut lines, mut found) = (Lines::of_file(file), Vec::new());
    while let Some(mut line) = lines.next()? {
        found.push(line.read().ok_or_else(|| RunError::Damaged {
            path: file.path.clone(),
            line: line.number,
        })?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_any_byte_changed_does_not_open() {
        let line = checksummed(&serde_json::json!({ "job": "a", "depth": 3 })).unwrap();
        assert_eq!(
            open(&mut line.clone()).unwrap(),
            br#"{"depth":3,"job":"a"}"#
        );
        for at in 0..line.len() {
            let mut damaged = line.clone();
            damaged[at] ^= 1;
            assert_eq!(open(&mut damaged), None, "byte {at}");
            assert_eq!(open(&mut line[..at].to_vec()), None, "cut at {at}");
        }
        assert!(checksummed(&3).is_err());
    }
}
