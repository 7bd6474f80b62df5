//! Files that a user gives, such as experiments, positions and baselines: read whole, from a file or a pipe.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use sha2::{Digest, Sha256};

/// The most bytes that are read of one file: more than the largest useful list of positions, and less than the memory of
/// any machine.
pub const MOST_BYTES: u64 = 256 << 20;

/// The byte order mark of UTF-8, which some Windows editors write before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads a file, and leaves out a byte order mark of UTF-8 before its text. A directory, and a file without an end such as
/// `/dev/zero`, are errors.
///
/// # Errors
/// If it cannot be read, or is longer than [`MOST_BYTES`]; this is [`io::ErrorKind::InvalidData`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    up_to(MOST_BYTES, File::open(path)?)
}

/// Reads a text file.
///
/// # Errors
/// As [`read`]; also if it is not UTF-8, which is [`io::ErrorKind::InvalidData`] with the line.
pub fn read_text(path: &Path) -> io::Result<String> {
    text(read(path)?)
}

/// Whether the path or file that a user gave is at fault, and not the system: it is missing, or not a file of the right kind.
#[must_use]
pub fn is_at_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, NotFound};
    matches!(error.kind(), NotFound | InvalidData) || is_of_wrong_kind(error)
}

/// Whether the path is of a file where a directory is wanted, or the other way round.
#[must_use]
pub fn is_of_wrong_kind(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory};
    matches!(error.kind(), IsADirectory | NotADirectory)
}

/// SHA-256 of a file, however long, in hexadecimal digits.
///
/// # Errors
/// If it cannot be read.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        hasher.update(bytes);
        let count = bytes.len();
        file.consume(count);
    }
    let digits = hasher
        .finalize()
        .into_iter()
        .map(|byte| format!("{byte:02x}"));
    Ok(digits.collect())
}

fn up_to(most: u64, file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let limit = format!(
            "the file is longer than {} MiB, which is the limit",
            most >> 20
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, limit));
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let problem = format!("line {line} is not UTF-8; save it as UTF-8 text");
        io::Error::new(io::ErrorKind::InvalidData, problem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_up_to_the_limit_is_read_and_a_longer_one_is_refused() {
        assert_eq!(up_to(5, &b"12345"[..]).unwrap(), b"12345");
        assert_eq!(
            up_to(9, "\u{feff}\u{feff}1".as_bytes()).unwrap(),
            "\u{feff}1".as_bytes()
        );
        let error = up_to(5, io::repeat(b'x')).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.to_string().contains("longer than"), "{error}");
    }

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "abc").unwrap();
        assert_eq!(
            sha256(file.path()).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn the_line_that_is_not_utf_8_is_named() {
        let error = text(b"a\nb\nM\xfcller".to_vec()).unwrap_err();
        assert!(
            error.to_string().starts_with("line 3 is not UTF-8"),
            "{error}"
        );
    }
}
