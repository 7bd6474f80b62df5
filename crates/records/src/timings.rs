//! The times of a run's jobs, and where they were measured. They differ from run to run, so nothing exact is derived from
//! them. They are kept as long as the records of their jobs.

use std::{
    fs,
    path::Path,
    sync::{LazyLock, OnceLock},
    thread,
};

use serde::{Deserialize, Serialize};

use super::{
    JobId, RunError, lines,
    run_file::RunFile,
    spans::{Span, SpanReader, copy_in_order},
    stored_job::StoredJob,
};

/// The file of times in a run's directory.
pub const TIMINGS: &str = "timings.jsonl";

/// How long a job took, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The id of the job that was timed.
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
    /// The processor's name; empty if the system does not tell.
    pub cpu: String,
    /// How many cores this process could use.
    pub cores: usize,
    /// The version of Plybench.
    pub build: String,
    /// The commit that it was built from, with `-dirty` if files were changed since; `unknown` if neither a repository nor a
    /// package tells.
    pub commit: String,
}

/// The commit that this program was built from.
static COMMIT: OnceLock<&str> = OnceLock::new();

/// Names the commit that this program was built from, which timings are recorded with. The program knows it, and this library
/// does not: it would be compiled again after every commit. Only the first call counts.
pub fn name_commit(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

impl Machine {
    /// This build on this machine.
    #[must_use]
    pub fn this() -> &'static Self {
        static OWN: LazyLock<Machine> = LazyLock::new(|| Machine {
            host: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: cpu(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            build: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.get().copied().unwrap_or("unknown").to_owned(),
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

/// The lines of some files of times.
struct Times {
    files: Vec<RunFile>,
    /// Each line's job and depth, with its place; sorted by job and depth.
    lines: Vec<((JobId, usize), Span)>,
}

impl Times {
    /// Finds the lines in some directories. Damaged lines are left out.
    fn find(directories: &[&Path]) -> Result<Self, RunError> {
        let (mut files, mut found) = (Vec::new(), Vec::new());
        for directory in directories {
            let Some(file) = RunFile::open_if_present(directory.join(TIMINGS))? else {
                continue;
            };
            let mut lines = lines::Lines::of_file(&file);
            while let Some(mut line) = lines.next()? {
                let span = Span {
                    file: files.len(),
                    ..line.span()
                };
                if let Some(timing) = line.read::<Timing>() {
                    found.push(((timing.job, timing.seconds.len()), span));
                }
            }
            files.push(file);
        }
        found.sort_by_key(|(key, _)| *key);
        Ok(Times {
            files,
            lines: found,
        })
    }

    /// The line of each of these jobs: the last one if a job was run again. Variants with the same settings share their ids, and
    /// each takes a line of its own. Lines are assigned from the last job on, so that lines in the jobs' order stay so.
    fn of(&self, jobs: &[&StoredJob]) -> Vec<Option<Span>> {
        let mut is_taken = vec![false; self.lines.len()];
        let from_last = jobs.iter().rev().map(|job| {
            let wanted = (job.job, usize::from(job.depth));
            let begin = self.lines.partition_point(|(key, _)| *key < wanted);
            let end = self.lines.partition_point(|(key, _)| *key <= wanted);
            let at = (begin..end).rev().find(|&at| !is_taken[at])?;
            is_taken[at] = true;
            Some(self.lines[at].1)
        });
        let mut lines: Vec<_> = from_last.collect();
        lines.reverse();
        lines
    }
}

/// Writes the times of these jobs to a directory, one line per job in their order. They are read from the
/// directories `parts`, of which the first is `directory` itself.
pub(super) fn keep(directory: &Path, parts: &[&Path], jobs: &[&StoredJob]) -> Result<(), RunError> {
    let times = Times::find(parts)?;
    if times.files.is_empty() {
        return Ok(());
    }
    let spans: Vec<Span> = times.of(jobs).into_iter().flatten().collect();
    let files: Vec<&RunFile> = times.files.iter().collect();
    copy_in_order(&directory.join(TIMINGS), b"", &files, &spans)
}

/// The seconds of each of these jobs at the end of iteration 1, 2, …; none for jobs without recorded times.
pub(super) fn seconds(
    directory: &Path,
    jobs: &[&StoredJob],
) -> Result<Vec<Option<Vec<f64>>>, RunError> {
    let times = Times::find(&[directory])?;
    let mut reader = SpanReader::of(&times.files);
    let read = times.of(jobs).into_iter().map(|line| {
        let Some(span) = line else { return Ok(None) };
        let timing: Option<Timing> = lines::read(reader.read(span)?);
        Ok(timing.map(|timing| timing.seconds))
    });
    read.collect()
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
