//! Writing: logs that grow line by line, and files that appear whole.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use thiserror::Error;

/// Something could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {source}; give a directory that can be written with --out", path.display())]
pub struct StoreError {
    /// The file or directory.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |source| StoreError {
        path: path.to_owned(),
        source,
    }
}

/// A file of JSON Lines that grows by whole lines: each is written in one piece, so an
/// interrupted run leaves whole records.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Starts an empty log, in place of one that may be there.
    ///
    /// # Errors
    /// If the directory or file cannot be made.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(at(directory))?;
        }
        let file = File::create(path).map_err(at(path))?;
        Ok(Log {
            file,
            path: path.to_owned(),
        })
    }

    /// Goes on with a log, or starts one where there is none. What comes after the last line feed was cut
    /// short, and is cut off.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append_to(path: &Path) -> Result<Self, StoreError> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .map_err(at(path))?;
        whole_lines(&mut file)
            .and_then(|length| file.set_len(length))
            .map_err(at(path))?;
        Ok(Log {
            file,
            path: path.to_owned(),
        })
    }

    /// Adds one record as one line.
    ///
    /// # Errors
    /// If the line cannot be written whole; a line of which only a part went to disk is taken back.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        self.append_all(std::slice::from_ref(record))
    }

    /// Adds some records, a line each.
    ///
    /// # Errors
    /// If the lines cannot be written whole; what went to disk of them is taken back.
    pub fn append_all(&mut self, records: &[impl Serialize]) -> Result<(), StoreError> {
        let mut lines = Vec::new();
        for record in records {
            serde_json::to_writer(&mut lines, record)
                .map_err(|error| at(&self.path)(io::Error::other(error)))?;
            lines.push(b'\n');
        }
        let before = self.file.metadata().map_err(at(&self.path))?.len();
        if let Err(error) = self.file.write_all(&lines) {
            // Best effort: the disk may be full, but shortening a file needs no room.
            let _ = self.file.set_len(before);
            return Err(at(&self.path)(error));
        }
        Ok(())
    }

    /// Makes sure that everything is on disk.
    ///
    /// # Errors
    /// If the system reports a failed write only now.
    pub fn finish(self) -> Result<(), StoreError> {
        self.file.sync_all().map_err(at(&self.path))
    }
}

/// How long a file is up to its last line feed.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let mut end = file.metadata()?.len();
    let mut bytes = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(start))?;
        bytes.clear();
        Read::by_ref(file)
            .take(end - start)
            .read_to_end(&mut bytes)?;
        if let Some(feed) = bytes.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + feed as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Makes a directory, with those above it, where it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(at(path))
}

/// A file in the making: it is either there in full or, if anything fails, as it was before. What is no
/// regular file, such as a pipe, is written as it is.
#[derive(Debug)]
pub struct WholeFile {
    out: BufWriter<File>,
    path: PathBuf,
    /// Where it is written before it has its name.
    beside: Option<PathBuf>,
}

impl WholeFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let is_special = fs::metadata(path).is_ok_and(|there| !there.is_file());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let file = File::create(if is_special { path } else { &beside }).map_err(at(path))?;
        Ok(WholeFile {
            out: BufWriter::new(file),
            path: path.to_owned(),
            beside: (!is_special).then_some(beside),
        })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If anything of it could not be written.
    pub fn finish(mut self) -> Result<(), StoreError> {
        let written = self.out.flush().and_then(|()| match &self.beside {
            Some(beside) => {
                self.out.get_ref().sync_all()?;
                fs::rename(beside, &self.path)
            }
            None => Ok(()),
        });
        written.map_err(at(&self.path))?;
        self.beside = None;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}

/// Writes a file that is either there in full or, if anything fails, as it was before.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes).map_err(at(path))?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_file_replaces_the_old_one_and_leaves_nothing_beside() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table.md");
        write_whole(&path, b"long text").unwrap();
        write_whole(&path, b"short").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"short");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        assert!(write_whole(&directory.path().join("no/file"), b"x").is_err());
    }

    #[test]
    fn a_file_that_is_given_up_leaves_the_old_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.csv");
        write_whole(&path, b"old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half of the").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let link = directory.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        write_whole(&link, b"gone").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_log_has_a_line_a_record() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new/records.jsonl");
        let mut log = Log::create(&path).unwrap();
        log.append(&[1, 2]).unwrap();
        log.append(&"x").unwrap();
        log.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "[1,2]\n\"x\"\n");
    }

    #[test]
    fn a_half_written_line_does_not_spoil_the_next() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("timings.jsonl");
        let long = "9".repeat(100_000);
        for torn in ["", "[1,", &long] {
            fs::write(&path, format!("[1]\n{torn}")).unwrap();
            let mut log = Log::append_to(&path).unwrap();
            log.append_all(&[[2], [3]]).unwrap();
            log.finish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "[1]\n[2]\n[3]\n");
        }
        fs::write(&path, "[1,").unwrap();
        Log::append_to(&path).unwrap().append(&[2]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "[2]\n");
    }
}
