//! The times of a run's jobs, and where they were measured. They differ from run to run, so that nothing exact is derived from
//! them; they are kept as long as the records that they are of.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufReader},
    path::{Path, PathBuf},
    sync::LazyLock,
    thread,
};

use serde::{Deserialize, Serialize};

use super::{
    JobId, RunError,
    copy::{Piece, copy_in_order, is_in_order},
    error::reading,
    scan::Block,
    sealed,
};

/// The file of times in a run's directory.
pub const TIMINGS: &str = "timings.jsonl";

/// How long a job took, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The job.
    pub job: JobId,
    /// Seconds since the search began, at the end of iteration 1, 2, ….
    pub seconds: Vec<f64>,
    /// Where it was measured.
    #[serde(flatten)]
    pub machine: Machine,
}

/// A build on a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system and processor family.
    pub host: String,
    /// The processor's name; empty where the system does not tell.
    pub cpu: String,
    /// How many cores this process could use.
    pub cores: usize,
    /// The version of Plybench.
    pub build: String,
    /// The commit that it was built from, with `-dirty` if files were changed since; `unknown` outside of a repository.
    pub commit: String,
}

impl Machine {
    /// This build on this machine.
    #[must_use]
    pub fn own() -> &'static Self {
        static OWN: LazyLock<Machine> = LazyLock::new(|| Machine {
            host: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: cpu(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            build: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("PLYBENCH_COMMIT").to_owned(),
        });
        &OWN
    }
}

/// The name of the first processor in Linux's list.
fn cpu(list: &str) -> String {
    let names = ["model name", "Hardware", "cpu model"];
    let mut lines = list.lines().filter_map(|line| line.split_once(':'));
    let found = lines.find(|(key, _)| names.contains(&key.trim()));
    found.map_or_else(String::new, |(_, name)| name.trim().to_owned())
}

/// A line of one of some files of times.
struct Line {
    /// The job and depth that it is of.
    key: (JobId, usize),
    place: Piece,
}

/// The lines of some files, by what they are of and then in the files' order. A line that is damaged is of nothing, and is left
/// out.
fn lines_of(files: &[&File]) -> io::Result<Vec<Line>> {
    let mut found = Vec::new();
    let mut line = Vec::new();
    for (number, &file) in files.iter().enumerate() {
        let (mut reader, mut offset) = (BufReader::new(file), 0);
        loop {
            let length = sealed::read_line(&mut reader, &mut line)?;
            if length == 0 {
                break;
            }
            if let Some(timing) = read(&line) {
                found.push(Line {
                    key: (timing.job, timing.seconds.len()),
                    place: Piece {
                        file: number,
                        offset,
                        length,
                    },
                });
            }
            offset += length;
        }
    }
    found.sort_by_key(|line| line.key);
    Ok(found)
}

fn read(line: &[u8]) -> Option<Timing> {
    serde_json::from_slice(&sealed::open(line)?).ok()
}

/// Keeps of the times in some files, the directory's own first, those of these jobs, one a job, in their order: where a job
/// was run again, the last.
pub(super) fn keep(directory: &Path, sources: &[PathBuf], jobs: &[&Block]) -> Result<(), RunError> {
    let path = directory.join(TIMINGS);
    let mut files = Vec::new();
    for source in sources {
        match File::open(source) {
            Ok(file) => files.push(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(reading(source)(error)),
        }
    }
    let files: Vec<&File> = files.iter().collect();
    if files.is_empty() {
        return Ok(());
    }
    let lines = lines_of(&files).map_err(reading(&path))?;
    // Variants with the same settings share their ids: each takes a line of its own, from the last on.
    let mut is_taken = vec![false; lines.len()];
    let mut pieces = Vec::new();
    for job in jobs {
        let key = (job.job, usize::from(job.depth));
        let begin = lines.partition_point(|line| line.key < key);
        let end = lines.partition_point(|line| line.key <= key);
        if let Some(at) = (begin..end).rev().find(|&at| !is_taken[at]) {
            is_taken[at] = true;
            pieces.push(lines[at].place);
        }
    }
    let is_own = sources.first() == Some(&path) && sources[0].is_file();
    let length = files[0].metadata().map_err(reading(&path))?.len();
    if is_own && is_in_order(&pieces, 0, length) {
        return Ok(());
    }
    Ok(copy_in_order(&path, b"", &files, &pieces)?)
}

/// Seconds by job: the last line of each counts.
///
/// # Errors
/// If the file cannot be read; without one there are none.
pub fn read_seconds(directory: &Path) -> Result<BTreeMap<JobId, Vec<f64>>, RunError> {
    let path = directory.join(TIMINGS);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(reading(&path)(error)),
    };
    let mut seconds = BTreeMap::new();
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        if sealed::read_line(&mut reader, &mut line).map_err(reading(&path))? == 0 {
            return Ok(seconds);
        }
        if let Some(timing) = read(&line) {
            seconds.insert(timing.job, timing.seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_is_named_where_the_system_tells() {
        let list =
            "processor\t: 0\nvendor_id\t: X\nmodel name\t: A 9 CPU: 2 GHz\n\nmodel name\t: other\n";
        assert_eq!(cpu(list), "A 9 CPU: 2 GHz");
        assert_eq!(cpu(""), "");
    }
}
