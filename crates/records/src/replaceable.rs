//! Which files of a directory a command may replace: those that it wrote itself.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{ENGINES, POSITIONS, RECORDS, TIMINGS};

/// The most bytes that are read of a file.
const LONGEST_OPENING: u64 = 1 << 16;
/// How pictures begin, whatever program wrote them.
const PICTURES: [&[u8]; 3] = [b"<svg", b"\x89PNG", b"%PDF"];
/// What every picture of ours has near its beginning: in the description of SVG, in a text of PNG, as the producer of PDF.
const MARK: &[u8] = b"Plybench";

/// Whether a file may be written at a path: there is none yet, or it has the same opening as the new one and, if that is a
/// picture, the program's mark, so the same command wrote it. A file's opening is its first line up to an `=`, after which a
/// title has its names.
///
/// # Errors
/// If the present file cannot be read.
pub fn is_replaceable(path: &Path, new: &[u8]) -> io::Result<bool> {
    let is_same = |old: &[u8]| opening(old) == opening(new) && (!is_picture(new) || is_marked(old));
    Ok(beginning(path)?.is_none_or(|old| is_same(&old)))
}

/// Whether a picture may be written at a path, before it is drawn: there is nothing yet, or a picture with the program's mark.
///
/// # Errors
/// If the present file cannot be read.
pub fn is_own_picture(path: &Path) -> io::Result<bool> {
    Ok(beginning(path)?.is_none_or(|old| is_picture(&old) && is_marked(&old)))
}

fn is_picture(bytes: &[u8]) -> bool {
    PICTURES.iter().any(|begin| bytes.starts_with(begin))
}

fn is_marked(bytes: &[u8]) -> bool {
    bytes.windows(MARK.len()).any(|bytes| bytes == MARK)
}

/// The first bytes of a file, if there is one.
fn beginning(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(LONGEST_OPENING).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(bytes))
}

/// How the lines of times begin.
const LINE_OF_A_JOB: &[u8] = b"{\"job\":\"";
/// How the lines of engines begin.
const LINE_OF_AN_ENGINE: &[u8] = b"{\"engine\":\"";
/// How the lines of positions begin.
const LINE_OF_A_POSITION: &[u8] = b"{\"position\":\"";

/// A file in a directory without records that has the name of a file of a run but was not written by a run; none if
/// there is no such file.
#[must_use]
pub fn foreign_file(directory: &Path) -> Option<PathBuf> {
    let begins = |name: &str, opening: &[u8]| {
        let bytes = beginning(&directory.join(name)).ok()??;
        Some(begins_as(&bytes, opening))
    };
    let has_records = fs::metadata(directory.join(RECORDS)).is_ok_and(|file| file.len() > 0);
    let others = [
        (POSITIONS, LINE_OF_A_POSITION),
        (ENGINES, LINE_OF_AN_ENGINE),
        (TIMINGS, LINE_OF_A_JOB),
    ];
    let mut foreign = others
        .iter()
        .filter(|(name, opening)| !has_records && begins(name, opening) == Some(false));
    foreign.next().map(|(name, _)| directory.join(name))
}

/// Whether some bytes begin with `opening`, as far as they go.
pub(super) fn begins_as(bytes: &[u8], opening: &[u8]) -> bool {
    bytes.starts_with(opening) || opening.starts_with(bytes)
}

fn opening(bytes: &[u8]) -> &[u8] {
    let ends = |byte: &u8| matches!(byte, b'\n' | b'=');
    bytes.split(ends).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("table.md");
        let is_replaced = |new: &str| is_replaceable(&path, new.as_bytes()).unwrap();
        assert!(is_replaced("# Variants against A = off\n"));
        std::fs::write(&path, "# Variants against A = on: nodes\n\nold").unwrap();
        assert!(is_replaced("# Variants against A = off: nodes\n\nnew"));
        assert!(!is_replaced("# Mate distance pruning\n"));
        assert!(!is_replaced(""));
        assert!(is_replaceable(home.path(), b"").is_err());
        // Pictures begin alike, whatever program wrote them.
        for begin in ["<svg xmlns=\"\">\n", "%PDF-1.7\n"] {
            std::fs::write(&path, format!("{begin}of another program")).unwrap();
            assert!(!is_replaced(&format!("{begin}Plybench")));
            std::fs::write(&path, format!("{begin}older, Plybench")).unwrap();
            assert!(is_replaced(&format!("{begin}Plybench")));
        }
    }
}
