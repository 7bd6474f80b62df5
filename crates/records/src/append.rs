//! Files that grow by whole lines. If a writer is interrupted within a line, the next one cuts the partial line off.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use serde::Serialize;

use super::{
    RunError, StoreError,
    error::{reading, writing},
    lines,
    run_file::RunFile,
    spans::Span,
};

/// A file that lines are added to.
#[derive(Debug)]
pub(super) struct Appender {
    pub(super) file: RunFile,
    pub(super) length: u64,
}

impl Appender {
    /// Opens a file without changing it, or creates an empty one.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true).read(true);
        let file = options.open(path).map_err(writing(path))?;
        let length = file.metadata().map_err(writing(path))?.len();
        let path = path.to_owned();
        Ok(Appender {
            file: RunFile { path, file },
            length,
        })
    }

    /// Cuts the file off at `length`, in bytes.
    pub(super) fn cut(&mut self, length: u64) -> Result<(), StoreError> {
        if length < self.length {
            let RunFile { path, file } = &self.file;
            file.set_len(length).map_err(writing(path))?;
            self.length = length;
        }
        Ok(())
    }

    /// Cuts off what comes after the last line feed.
    pub(super) fn cut_half_line(&mut self) -> Result<(), RunError> {
        let whole = whole_lines(&self.file.file, self.length).map_err(reading(&self.file.path))?;
        Ok(self.cut(whole)?)
    }

    /// Adds a line with its checksum, whole or not at all. Returns its place in the file and its checksum.
    pub(super) fn add_line(&mut self, line: &impl Serialize) -> Result<(Span, u64), StoreError> {
        let line = lines::checksummed(line).map_err(writing(&self.file.path))?;
        let span = Span {
            file: 0,
            offset: self.length,
            length: line.len() as u64,
        };
        self.add(&line)?;
        Ok((span, lines::sum_of(&line)))
    }

    /// Adds lines, all of them or, if anything fails, none.
    fn add(&mut self, lines: &[u8]) -> Result<(), StoreError> {
        let RunFile { path, file } = &mut self.file;
        let sought = file.seek(SeekFrom::Start(self.length));
        sought
            .and_then(|_| file.write_all(lines))
            .map_err(|error| {
                // Best effort: shortening a file needs no room on a full disk.
                let _ = file.set_len(self.length);
                writing(path)(error)
            })?;
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Forces everything to the disk.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.file.file.sync_data().map_err(writing(&self.file.path))
    }
}

/// The length of a file up to its last line feed, which is searched from the end so that a long file is not read whole.
fn whole_lines(mut file: &File, length: u64) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let (mut end, mut bytes) = (length, Vec::new());
    while end > 0 {
        let start = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(start))?;
        bytes.resize((end - start) as usize, 0);
        file.read_exact(&mut bytes)?;
        if let Some(feed) = bytes.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + feed as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_half_written_line_does_not_spoil_the_next() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("timings.jsonl");
        let long = "9".repeat(20_000_000);
        for torn in ["", "[1,", &long] {
            fs::write(&path, format!("[1]\n{torn}")).unwrap();
            let mut file = Appender::open(&path).unwrap();
            file.cut_half_line().unwrap();
            file.add(b"[2]\n[3]\n").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "[1]\n[2]\n[3]\n");
        }
        fs::write(&path, "[1,").unwrap();
        let mut file = Appender::open(&path).unwrap();
        file.cut_half_line().unwrap();
        file.add(b"[2]\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "[2]\n");
    }
}
