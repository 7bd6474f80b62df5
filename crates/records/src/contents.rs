//! The contents of a file of records, matched against an experiment: which of its jobs are stored, and what else.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fmt,
    path::Path,
};

use plybench_text::plural::count;

use super::{
    RECORDS, RunError, SearcherRecord,
    error::writing,
    job_list::{Depths, JobList},
    lines,
    replaceable::begins_as,
    run_file::RunFile,
    schema::{self, Header, OPENING},
    spans::{Span, copy_in_order},
    stored_job::StoredJob,
    timings,
};

/// How many names a remark lists before the rest is only counted.
const NAMES_SHOWN: usize = 5;

/// What the user can do if a run would lose results.
const RESUME_HINT: &str = "give another directory with --out, or discard them with --discard";

/// What to do with results that no longer match the experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Refuse to run if one would be lost; keep those of variants or positions that were removed.
    Keep,
    /// Discard results of removed variants and positions, of other settings, and of other formats.
    Discard,
}

/// The damaged lines of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first one, from 1.
    pub line: u64,
    /// How many there are. Each costs the job that it has.
    pub lost: u64,
    /// Whether only the end of the file is missing, as if a writer was stopped or is still writing.
    pub is_at_end: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { line, lost, .. } = self;
        let lines = if *lost == 1 { "line is" } else { "lines are" };
        write!(
            f,
            "damaged or cut short at line {line}; {lost} {lines} lost"
        )
    }
}

/// The contents of a file of records, matched against an experiment.
#[derive(Debug, Default)]
pub struct Contents {
    /// The searcher whose records they are.
    pub searcher: SearcherRecord,
    /// The jobs of the experiment, by number, including those that are less deep than it asks for now.
    pub(super) jobs: BTreeMap<usize, StoredJob>,
    /// Jobs of variants or on positions that the experiment does not have, by both names. They stay where they are.
    pub(super) removed: BTreeMap<(String, String), StoredJob>,
    /// The names that the experiment lacks, by kind: `variant` or `position`.
    removed_names: BTreeMap<&'static str, BTreeSet<String>>,
    /// How many jobs have other settings or limits than in the experiment, by variant.
    outdated: BTreeMap<String, usize>,
    /// How many jobs are stored once more, with the same lines.
    pub repeated: usize,
    /// The damaged lines, if there are any.
    pub damage: Option<Damage>,
    /// The file's length up to the last line feed.
    pub(super) whole: u64,
    depths: Depths,
}

impl Contents {
    /// The contents of an empty file.
    pub(super) fn empty(wanted: &impl JobList) -> Self {
        Contents {
            depths: wanted.depths(),
            ..Contents::default()
        }
    }

    /// Reads a file from its beginning.
    ///
    /// # Errors
    /// If it cannot be read, is of another format, or was not written by a run.
    pub(super) fn of(file: &RunFile, wanted: &impl JobList) -> Result<Self, RunError> {
        let (mut contents, mut lines) = (Contents::empty(wanted), lines::Lines::of_file(file));
        let mut is_of_a_run = true;
        while let Some(mut line) = lines.next()? {
            let (number, is_torn) = (line.number, line.is_torn());
            if !is_torn {
                // A writer may still be writing the rest of a line that is torn.
                contents.whole = line.span().end();
            }
            if number == 1 {
                // A first line that begins correctly but is damaged later on is a run's, too. This build's search is then assumed: the
                // ids of the jobs tell whether that is right.
                is_of_a_run = begins_as(line.bytes, OPENING);
                if let Some(searcher) = schema::searcher(&line, &file.path)? {
                    contents.searcher = searcher;
                    continue;
                }
            }
            match StoredJob::read(&mut line) {
                Some((job, variant, position)) => {
                    is_of_a_run = true;
                    contents.receive(job, &variant, &position, wanted);
                }
                None => contents.lose(number, 1, is_torn),
            }
        }
        if !is_of_a_run {
            return Err(RunError::Foreign(file.path.clone()));
        }
        Ok(contents)
    }

    /// Adds a job of a file to those that it belongs to.
    fn receive(&mut self, job: StoredJob, variant: &str, position: &str, wanted: &impl JobList) {
        match wanted.number(variant, position) {
            Some(number) if job.job == wanted.id(number, &self.searcher) => {
                let line = job.line;
                if self.add(number, job).is_err() {
                    // Neither can be trusted: the job is searched again.
                    self.jobs.remove(&number);
                    self.lose(line, 2, false);
                }
            }
            Some(_) => *self.outdated.entry(variant.to_owned()).or_default() += 1,
            None => {
                let (kind, name) = match wanted.has_variant(variant) {
                    true => ("position", position),
                    false => ("variant", variant),
                };
                let removed = self.removed_names.entry(kind).or_default();
                removed.insert(name.to_owned());
                self.add_removed((variant.to_owned(), position.to_owned()), job);
            }
        }
    }

    /// Notes that a line, and perhaps one before it, is lost. Lines are noted in their order.
    fn lose(&mut self, line: u64, lost: u64, is_at_end: bool) {
        let damage = self.damage.get_or_insert(Damage {
            line,
            lost: 0,
            is_at_end: true,
        });
        damage.lost += lost;
        damage.is_at_end &= is_at_end;
    }

    /// The contents from which a run resumes.
    ///
    /// # Errors
    /// As [`Contents::of`]; also if results would be lost.
    pub(super) fn to_resume(
        file: &RunFile,
        wanted: &impl JobList,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        let mut contents = match (Contents::of(file, wanted), unmatched) {
            (Err(RunError::Schema { .. }), Unmatched::Discard) => Contents::empty(wanted),
            (read, _) => read?,
        };
        match unmatched {
            Unmatched::Keep => {
                contents.refuse_unmatched(&file.path, &SearcherRecord::skeleton(), RESUME_HINT)?;
            }
            Unmatched::Discard => contents.forget_removed(),
        }
        if contents.searcher != SearcherRecord::skeleton() {
            // The file has no jobs, or they are to be discarded.
            return Ok(Contents::empty(wanted));
        }
        Ok(contents)
    }

    /// The contents from which a run in a directory would resume.
    ///
    /// # Errors
    /// If its records cannot be read, were not written by a run, or would be lost.
    pub fn in_directory(
        directory: &Path,
        wanted: &impl JobList,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        match RunFile::open_if_present(directory.join(RECORDS))? {
            Some(file) => Contents::to_resume(&file, wanted, unmatched),
            None => Ok(Contents::empty(wanted)),
        }
    }

    /// Adds a job of the experiment.
    ///
    /// # Errors
    /// The job that is stored already, if the two cannot be results of the same search.
    pub(super) fn add(&mut self, number: usize, job: StoredJob) -> Result<(), StoredJob> {
        match self.jobs.entry(number) {
            Entry::Vacant(place) => {
                place.insert(job);
            }
            Entry::Occupied(place) if place.get().is_same(&job) => self.repeated += 1,
            Entry::Occupied(mut place) if job.goes_beyond(place.get()) => {
                place.insert(job);
            }
            Entry::Occupied(place) if place.get().goes_beyond(&job) => {}
            Entry::Occupied(place) => return Err(place.get().clone()),
        }
        Ok(())
    }

    /// Adds a job that the experiment does not have. Of several, the last or the deepest is kept, since nothing tells which
    /// one its experiment asked for.
    fn add_removed(&mut self, names: (String, String), job: StoredJob) {
        let present = self.removed.get(&names);
        if !present.is_some_and(|present| present.goes_beyond(&job)) {
            self.removed.insert(names, job);
        }
    }

    /// Adds the jobs of another file, which is number `file` of several.
    ///
    /// # Errors
    /// The number of the first job that is stored already with other results, and the number of the file that has it.
    pub(super) fn absorb(&mut self, other: Contents, file: usize) -> Result<(), (usize, usize)> {
        let of_file = |mut job: StoredJob| {
            job.span.file = file;
            job
        };
        for (number, job) in other.jobs {
            let added = self.add(number, of_file(job));
            added.map_err(|present| (number, present.span.file))?;
        }
        for (names, job) in other.removed {
            self.add_removed(names, of_file(job));
        }
        Ok(())
    }

    /// Whether a job is stored, as deep as the experiment asks for.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        let stored = self.jobs.get(&number);
        stored.is_some_and(|job| self.answers(number, job))
    }

    /// How many jobs are stored, as deep as the experiment asks for.
    pub(super) fn done(&self) -> usize {
        let stored = self.jobs.iter();
        stored
            .filter(|(number, job)| self.answers(**number, job))
            .count()
    }

    fn answers(&self, number: usize, job: &StoredJob) -> bool {
        job.ended.answers(job.depth, self.depths.of(number))
    }

    /// Writes the records of a directory: the stored jobs in the experiment's order, then those of removed variants and
    /// positions. They are copied from `files`, and their times from the directories `parts`.
    ///
    /// # Errors
    /// If a file cannot be read or written. Each file of the directory is then either the old one or the new one, whole.
    pub(super) fn write(
        &self,
        directory: &Path,
        files: &[&RunFile],
        parts: &[&Path],
    ) -> Result<(), RunError> {
        let path = directory.join(RECORDS);
        let header = lines::checksummed(&Header::of(&self.searcher)).map_err(writing(&path))?;
        let jobs: Vec<&StoredJob> = self.jobs.values().chain(self.removed.values()).collect();
        let spans: Vec<Span> = jobs.iter().map(|job| job.span).collect();
        copy_in_order(&path, &header, files, &spans)?;
        // Freed now: the spans of a million jobs take much memory, and those of their times come next.
        drop(spans);
        timings::keep(directory, parts, &jobs)
    }

    /// Refuses a file whose records do not match this searcher and experiment; `hint` tells the user what to do.
    ///
    /// # Errors
    /// If it has jobs of another searcher, or with other settings or limits.
    pub fn refuse_unmatched(
        &self,
        path: &Path,
        searcher: &SearcherRecord,
        hint: &'static str,
    ) -> Result<(), RunError> {
        if self.searcher != *searcher && !self.is_empty() {
            return Err(RunError::Searcher {
                path: path.to_owned(),
                found: self.searcher.with_counts(),
                wanted: searcher.with_counts(),
                hint,
            });
        }
        if !self.outdated.is_empty() {
            return Err(RunError::Outdated {
                path: path.to_owned(),
                jobs: self.outdated.values().sum(),
                variants: self.outdated.keys().cloned().collect(),
                hint,
            });
        }
        Ok(())
    }

    /// Whether there is no job of any kind.
    fn is_empty(&self) -> bool {
        self.outdated.is_empty() && self.jobs.is_empty() && self.removed.is_empty()
    }

    /// Discards the jobs of removed variants and positions.
    fn forget_removed(&mut self) {
        self.removed.clear();
        self.removed_names.clear();
    }

    /// What a run that resumes from this file has to tell the user about it, a sentence each.
    #[must_use]
    pub fn remarks_of_run(&self, directory: &Path) -> Vec<String> {
        let path = directory.join(RECORDS);
        let damaged = |damage| format!("{}: {damage}; lost jobs are run again", path.display());
        let damage = self.damage.map(damaged);
        damage.into_iter().chain(self.remarks(&path)).collect()
    }

    /// What the file has besides the experiment's jobs, a sentence each. It is left alone and not used.
    #[must_use]
    pub fn remarks(&self, path: &Path) -> Vec<String> {
        let path = path.display();
        let repeated = (self.repeated > 0).then(|| {
            let are = if self.repeated == 1 { "is" } else { "are" };
            let jobs = count(self.repeated, "job");
            format!("{path}: {jobs} {are} stored more than once; each counts once")
        });
        let removed = self.removed_names.iter().map(|(kind, names)| {
            let quoted = names.iter().take(NAMES_SHOWN).map(|name| format!("{name:?}"));
            let more = names.len().saturating_sub(NAMES_SHOWN);
            let more = (more > 0).then(|| format!("{more} more"));
            let shown = quoted.chain(more).collect::<Vec<_>>().join(", ");
            let plural = if names.len() == 1 { "" } else { "s" };
            format!("{path} has results of {kind}{plural} {shown}, which the experiment no longer has; they are kept and not used")
        });
        repeated.into_iter().chain(removed).collect()
    }
}
