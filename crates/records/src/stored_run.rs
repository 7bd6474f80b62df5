//! A run's records, opened for reading. Every command reads them in this way.
//!
//! Whole jobs are returned in the experiment's order, each once, to the depth that the experiment asks for. A file that is
//! damaged, or has jobs with other settings or limits, is refused. [`StoredRun::has`] tells which jobs are missing, and
//! [`StoredRun::remarks`] what the file has besides. If the run is still going on, the job that it is writing is missing.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    Contents, Depths, Ended, JobList, JobRecord, RECORDS, RunError, SearcherRecord, lines,
    lock::holder, run_file::RunFile, spans::SpanReader, stored_job::StoredJob, timings,
};

/// What the user can do if a run does not match its experiment file.
const READ_HINT: &str = "restore the experiment file, or run it again with --discard";

/// Jobs, each read when it is asked for. A list of known type, so that what reads it is compiled where it is defined, not where it is
/// called.
pub type Jobs<'r> = Box<dyn Iterator<Item = Result<JobRecord, RunError>> + 'r>;

/// The records of a run.
#[derive(Debug)]
pub struct StoredRun {
    directory: PathBuf,
    file: RunFile,
    contents: Contents,
    depths: Depths,
    holder: Option<String>,
}

impl StoredRun {
    /// Opens the records in a directory.
    ///
    /// # Errors
    /// If they cannot be read, are damaged, or are not what the experiment asks for.
    pub fn open(directory: &Path, wanted: &impl JobList) -> Result<Self, RunError> {
        let holder = holder(directory);
        let file = RunFile::open(directory.join(RECORDS))?;
        let contents = Contents::of(&file, wanted)?;
        if let Some(damage) = contents.damage
            && !(damage.is_at_end && holder.is_some())
        {
            let (path, line) = (file.path, damage.line);
            return Err(RunError::Damaged { path, line });
        }
        let own = contents.searcher.clone();
        contents.refuse_unmatched(&file.path, &own, READ_HINT)?;
        Ok(StoredRun {
            directory: directory.to_owned(),
            file,
            contents,
            depths: wanted.depths(),
            holder,
        })
    }

    /// The searcher that its records name.
    #[must_use]
    pub fn searcher(&self) -> &SearcherRecord {
        &self.contents.searcher
    }

    /// The process that works on the run, so that more jobs may come; none if there is none.
    #[must_use]
    pub fn holder(&self) -> Option<&str> {
        self.holder.as_deref()
    }

    /// Whether a job is stored, as deep as the experiment asks for.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.contents.has(number)
    }

    /// What the file has besides the experiment's jobs, a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.contents.remarks(&self.file.path)
    }

    /// The stored jobs whose numbers are `wanted`, in the experiment's order.
    pub fn jobs<'r>(&'r self, wanted: impl Fn(usize) -> bool + 'r) -> Jobs<'r> {
        let mut reader = SpanReader::of([&self.file]);
        let stored = self.contents.jobs.iter();
        let stored = stored.filter(move |(number, _)| self.has(**number) && wanted(**number));
        let to_depth = move |(&number, job): (&usize, &StoredJob)| {
            Ok(self
                .read(&mut reader, job)?
                .to_depth(self.depths.of(number)))
        };
        Box::new(stored.map(to_depth))
    }

    /// Reads a job again. Its checksum was right when the file was opened.
    fn read(&self, reader: &mut SpanReader, job: &StoredJob) -> Result<JobRecord, RunError> {
        let line = reader.read(job.span)?;
        lines::read_again(line).ok_or_else(|| RunError::Damaged {
            path: self.file.path.clone(),
            line: job.line,
        })
    }

    /// The numbers of the jobs that failed, with the reasons. They count as missing.
    #[must_use]
    pub fn failures(&self) -> Vec<(usize, String)> {
        let mut reader = SpanReader::of([&self.file]);
        let jobs = self.contents.jobs.iter();
        let failed = jobs.filter(|(_, job)| job.ended == Ended::Failed);
        let reasons = failed.filter_map(|(&number, job)| {
            let job = self.read(&mut reader, job).ok()?;
            Some((number, job.reason?))
        });
        reasons.collect()
    }

    /// How many notes the stored jobs have on their iterations, and the first one with its job's number and its depth; none if
    /// there is none.
    #[must_use]
    pub fn doubts(&self) -> Option<(u64, usize, String)> {
        let jobs = || self.contents.jobs.iter().filter(|(_, job)| job.notes > 0);
        let (&number, first) = jobs().next()?;
        let all = jobs().map(|(_, job)| u64::from(job.notes)).sum();
        let first = self.read(&mut SpanReader::of([&self.file]), first).ok()?;
        Some((all, number, first.first_doubt()?))
    }

    /// The seconds of the stored jobs, by number, at the end of iteration 1, 2, …. A job without recorded times has none.
    ///
    /// # Errors
    /// If the times cannot be read.
    pub fn seconds(&self) -> Result<BTreeMap<usize, Vec<f64>>, RunError> {
        let jobs: Vec<&StoredJob> = self.contents.jobs.values().collect();
        let seconds = timings::seconds(&self.directory, &jobs)?;
        let numbered = self.contents.jobs.keys().zip(seconds);
        Ok(numbered
            .filter_map(|(&number, seconds)| Some((number, seconds?)))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        JobId, Journal, Machine, SearcherRecord, TIMINGS, Timing, Unmatched, samples::job,
    };

    /// Two variants on three positions.
    struct Six;

    const VARIANTS: [&str; 2] = ["off", "on"];
    const POSITIONS: [&str; 3] = ["a", "b", "c"];

    impl JobList for Six {
        fn number(&self, variant: &str, position: &str) -> Option<usize> {
            let variant = VARIANTS.iter().position(|name| *name == variant)?;
            let position = POSITIONS.iter().position(|name| *name == position)?;
            Some(variant * POSITIONS.len() + position)
        }

        fn names(&self, number: usize) -> (&str, &str) {
            (
                VARIANTS[number / POSITIONS.len()],
                POSITIONS[number % POSITIONS.len()],
            )
        }

        fn has_variant(&self, name: &str) -> bool {
            VARIANTS.contains(&name)
        }

        fn id(&self, number: usize, searcher: &SearcherRecord) -> JobId {
            JobId::of(searcher, &number.to_string(), "", None, false)
        }

        fn depths(&self) -> Depths {
            [(6, 3)].into_iter().collect()
        }
    }

    fn all_jobs() -> Vec<JobRecord> {
        let jobs = (0..6).map(|number| {
            let (variant, position) = Six.names(number);
            let ended = if number % 2 == 0 {
                Ended::Depth
            } else {
                Ended::Nodes
            };
            let depths = [3, 2, 3, 0, 3, 1][number];
            let nodes: Vec<u64> = (1..=depths)
                .map(|depth| 10 * depth + number as u64)
                .collect();
            let mut job = job(variant, position, &nodes, ended);
            job.job = Six.id(number, &SearcherRecord::skeleton());
            job
        });
        jobs.collect()
    }

    /// A finished run in a directory.
    fn write(directory: &Path, jobs: &[JobRecord]) {
        let mut journal = Journal::open(directory, &Six, Unmatched::Keep).unwrap();
        for job in jobs {
            let number = Six.number(&job.variant, &job.position).unwrap();
            let timing = Timing {
                job: job.job,
                seconds: vec![0.5; job.iterations.len()],
                machine: Machine::this().clone(),
            };
            journal.append(number, job, &timing).unwrap();
        }
        journal.finish().unwrap();
    }

    fn read(directory: &Path) -> Result<Vec<JobRecord>, RunError> {
        StoredRun::open(directory, &Six)?.jobs(|_| true).collect()
    }

    /// Something that happens to a file.
    #[derive(Clone, Debug)]
    enum Accident {
        Flip(usize, u8),
        Cut(usize),
        Drop(usize),
        Double(usize),
        Swap(usize, usize),
    }

    fn accident() -> impl Strategy<Value = Accident> {
        let at = 0..10_000usize;
        prop_oneof![
            (at.clone(), 0..8u8).prop_map(|(at, bit)| Accident::Flip(at, bit)),
            at.clone().prop_map(Accident::Cut),
            at.clone().prop_map(Accident::Drop),
            at.clone().prop_map(Accident::Double),
            (at.clone(), at).prop_map(|(one, other)| Accident::Swap(one, other)),
        ]
    }

    fn befall(bytes: &mut Vec<u8>, accident: &Accident) {
        let mut lines: Vec<Vec<u8>> = bytes
            .split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect();
        let (length, count) = (bytes.len().max(1), lines.len().max(1));
        match *accident {
            _ if lines.is_empty() => {}
            Accident::Flip(at, bit) => bytes[at % length] ^= 1 << bit,
            Accident::Cut(at) => bytes.truncate(at % length),
            Accident::Drop(at) => {
                lines.remove(at % count);
                *bytes = lines.concat();
            }
            Accident::Double(at) => {
                let line = lines[at % count].clone();
                lines.insert(at % count, line);
                *bytes = lines.concat();
            }
            Accident::Swap(one, other) => {
                lines.swap(one % count, other % count);
                *bytes = lines.concat();
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn only_what_was_written_is_read_and_a_run_repairs_the_rest(accidents in prop::collection::vec(accident(), 1..4)) {
            let home = tempfile::tempdir().unwrap();
            let jobs = all_jobs();
            write(home.path(), &jobs);
            let path = home.path().join(RECORDS);
            let sound = fs::read(&path).unwrap();
            let mut bytes = sound.clone();
            for accident in &accidents {
                befall(&mut bytes, accident);
            }
            fs::write(&path, &bytes).unwrap();
            if let Ok(read) = read(home.path()) {
                prop_assert!(read.iter().all(|job| jobs.contains(job)));
                // A file that is not refused may lack whole jobs, but nothing else.
                let mut once = read.clone();
                once.dedup();
                prop_assert_eq!(once.len(), read.len());
            }
            match Journal::open(home.path(), &Six, Unmatched::Keep) {
                Ok(journal) => {
                    let is_stored: Vec<bool> = (0..6).map(|number| journal.contents().has(number)).collect();
                    drop(journal);
                    let missing: Vec<JobRecord> = jobs.iter().zip(is_stored).filter(|(_, has)| !has).map(|(job, _)| job.clone()).collect();
                    write(home.path(), &missing);
                    prop_assert_eq!(fs::read(&path).unwrap(), sound);
                    prop_assert_eq!(read(home.path()).unwrap(), jobs);
                    let times = fs::read_to_string(home.path().join(TIMINGS)).unwrap();
                    prop_assert_eq!(times.lines().count(), 6);
                }
                // A flip may have made the first line one of another format or search, or the file one that no run wrote.
                Err(error) => prop_assert!(error.is_of_input(), "{}", error),
            }
        }
    }
}
