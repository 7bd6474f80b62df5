//! What a file of records holds for an experiment: which of its jobs, and what else.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fs::File,
    io,
    path::Path,
};

use super::{
    Damage, RECORDS, RunError, SearcherRecord,
    error::{reading, writing},
    pieces::{Piece, Source, copy_in_order},
    roster::Roster,
    scan::scan,
    schema::Header,
    sealed,
    stored_job::StoredJob,
    timings,
};

/// How many names are told before the rest is only counted.
const NAMES_TOLD: usize = 5;

/// How to go on where results would be lost.
const GO_ON_OTHERWISE: &str = "give another directory with --out, or discard them with --discard";

/// What to do with results that do not match the experiment any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Refuse to go on where one would be lost; keep what is of variants or positions that were removed.
    Keep,
    /// Drop them.
    Discard,
}

/// A file of records, held against an experiment.
#[derive(Debug, Default)]
pub struct Contents {
    /// What searched.
    pub searcher: SearcherRecord,
    /// The jobs of the experiment, by number. Those that are not as deep as it asks for now are there, too.
    pub(super) jobs: BTreeMap<usize, StoredJob>,
    /// Jobs of variants or on positions that the experiment does not have, by both names. They stay where they are.
    pub(super) removed: BTreeMap<(String, String), StoredJob>,
    /// What the experiment lacks of them, `variant` or `position`, with the names.
    removed_names: BTreeMap<&'static str, BTreeSet<String>>,
    /// How many jobs have other settings or limits than the experiment gives them.
    pub outdated: usize,
    /// How many jobs are there once more, with the same lines.
    pub repeated: usize,
    /// What belongs to no whole job, if anything does.
    pub damage: Option<Damage>,
    /// The file's length up to the last line feed.
    pub(super) whole: u64,
    depth: u8,
}

impl Contents {
    /// Nothing yet.
    pub(super) fn empty(roster: &impl Roster) -> Self {
        Contents {
            depth: roster.depth(),
            ..Contents::default()
        }
    }

    /// Reads a file from its beginning.
    ///
    /// # Errors
    /// If it cannot be read, is of another format, or was not written by a run.
    pub(super) fn of(file: &File, path: &Path, roster: &impl Roster) -> Result<Self, RunError> {
        let mut contents = Contents::empty(roster);
        let mut conflicts = Vec::new();
        let scanned = scan(file, path, |searcher, job, variant, position| {
            match roster.number(variant, position) {
                Some(number) if job.job == roster.id(number, searcher) => {
                    let (line, lines) = (job.line, job.lines());
                    let Err(other) = contents.add(number, job) else {
                        return;
                    };
                    // Neither can be believed: the job is searched anew.
                    contents.jobs.remove(&number);
                    conflicts.push(Damage {
                        line,
                        lost: lines + other.lines(),
                        is_at_end: false,
                    });
                }
                Some(_) => contents.outdated += 1,
                None => {
                    let (what, name) = match roster.has_variant(variant) {
                        true => ("position", position),
                        false => ("variant", variant),
                    };
                    let removed = contents.removed_names.entry(what).or_default();
                    removed.insert(name.to_owned());
                    contents.add_removed((variant.to_owned(), position.to_owned()), job);
                }
            }
        })?;
        contents.searcher = scanned.searcher.unwrap_or_else(SearcherRecord::own);
        contents.whole = scanned.whole;
        contents.damage = scanned
            .damage
            .into_iter()
            .chain(conflicts)
            .reduce(Damage::and);
        Ok(contents)
    }

    /// What a run goes on from that finds this file.
    ///
    /// # Errors
    /// As [`Contents::of`]; also if results would be lost.
    pub(super) fn to_go_on(
        file: &File,
        path: &Path,
        roster: &impl Roster,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        let mut contents = match (Contents::of(file, path, roster), unmatched) {
            (Err(RunError::Schema { .. }), Unmatched::Discard) => Contents::empty(roster),
            (read, _) => read?,
        };
        match unmatched {
            Unmatched::Keep => {
                contents.refuse_unmatched(path, &SearcherRecord::own(), GO_ON_OTHERWISE)?;
            }
            Unmatched::Discard => contents.forget_removed(),
        }
        if contents.searcher != SearcherRecord::own() {
            // It has no jobs, or they are to be discarded.
            return Ok(Contents::empty(roster));
        }
        Ok(contents)
    }

    /// What a run in a directory would go on from.
    ///
    /// # Errors
    /// If its records cannot be read, were not written by a run, or would be lost.
    pub fn in_directory(
        directory: &Path,
        roster: &impl Roster,
        unmatched: Unmatched,
    ) -> Result<Self, RunError> {
        let path = directory.join(RECORDS);
        match File::open(&path) {
            Ok(file) => Contents::to_go_on(&file, &path, roster, unmatched),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Contents::empty(roster)),
            Err(error) => Err(reading(&path)(error)),
        }
    }

    /// Takes a job in.
    ///
    /// # Errors
    /// The job that is there, if both cannot be of one search.
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

    /// Takes in a job that the experiment does not have: of several the last or the deepest, since nothing says which of
    /// them its experiment asked for.
    fn add_removed(&mut self, names: (String, String), job: StoredJob) {
        let there = self.removed.get(&names);
        if !there.is_some_and(|there| there.goes_beyond(&job)) {
            self.removed.insert(names, job);
        }
    }

    /// Takes in the jobs of another file, which is number `file` of several.
    ///
    /// # Errors
    /// The number of the first job that is there with other results, and the number of the file that has it.
    pub(super) fn absorb(&mut self, other: Contents, file: usize) -> Result<(), (usize, usize)> {
        let of_file = |mut job: StoredJob| {
            job.piece.file = file;
            job
        };
        for (number, job) in other.jobs {
            let added = self.add(number, of_file(job));
            added.map_err(|there| (number, there.piece.file))?;
        }
        for (names, job) in other.removed {
            self.add_removed(names, of_file(job));
        }
        Ok(())
    }

    /// Whether a job is there, as deep as it is asked for.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.jobs.get(&number).is_some_and(|job| self.answers(job))
    }

    /// How many jobs are there, as deep as they are asked for.
    pub(super) fn done(&self) -> usize {
        self.jobs.values().filter(|job| self.answers(job)).count()
    }

    fn answers(&self, job: &StoredJob) -> bool {
        job.ended.answers(job.depth, self.depth)
    }

    /// Writes the records of a directory: the jobs that are there, in their order, those of removed variants and positions last.
    /// They are copied from `files`, and their times from the directories `parts`.
    ///
    /// # Errors
    /// If a file cannot be read or written. Each file of the directory is then whole, old or new.
    pub(super) fn write(
        &self,
        directory: &Path,
        files: &[Source],
        parts: &[&Path],
    ) -> Result<(), RunError> {
        let path = directory.join(RECORDS);
        let header = sealed::seal(&Header::of(&self.searcher)).map_err(writing(&path))?;
        let jobs: Vec<&StoredJob> = self.jobs.values().chain(self.removed.values()).collect();
        let pieces: Vec<Piece> = jobs.iter().map(|job| job.piece).collect();
        copy_in_order(&path, &header, files, &pieces)?;
        // A million of them take as much memory as those of the times, which are found next.
        drop(pieces);
        timings::keep(directory, parts, &jobs)
    }

    /// Refuses a file that cannot be taken for one of this searcher and experiment; `mend` says what to do about it.
    ///
    /// # Errors
    /// If it has jobs of another searcher, or with other settings or limits.
    pub fn refuse_unmatched(
        &self,
        path: &Path,
        searcher: &SearcherRecord,
        mend: &'static str,
    ) -> Result<(), RunError> {
        if self.searcher != *searcher && !self.is_empty() {
            return Err(RunError::Searcher {
                path: path.to_owned(),
                found: self.searcher.with_counts(),
                wanted: searcher.with_counts(),
                mend,
            });
        }
        if self.outdated > 0 {
            return Err(RunError::Outdated {
                path: path.to_owned(),
                jobs: self.outdated,
                mend,
            });
        }
        Ok(())
    }

    /// Whether there is no job of any kind.
    fn is_empty(&self) -> bool {
        self.outdated == 0 && self.jobs.is_empty() && self.removed.is_empty()
    }

    /// Drops what is of removed variants and positions.
    fn forget_removed(&mut self) {
        self.removed.clear();
        self.removed_names.clear();
    }

    /// What a run that goes on from this file does about what it holds, a sentence each.
    #[must_use]
    pub fn remarks_of_run(&self, directory: &Path) -> Vec<String> {
        let path = directory.join(RECORDS);
        let again = |damage| format!("{}: {damage}, to be run again", path.display());
        let damage = self.damage.map(again);
        damage.into_iter().chain(self.remarks(&path)).collect()
    }

    /// What else a file holds, a sentence each: it is left alone, and counts for nothing.
    #[must_use]
    pub fn remarks(&self, path: &Path) -> Vec<String> {
        let path = path.display();
        let repeated = (self.repeated > 0).then(|| {
            let jobs = if self.repeated == 1 {
                "job is"
            } else {
                "jobs are"
            };
            format!(
                "{path}: {} {jobs} there more than once; each counts once",
                self.repeated
            )
        });
        let removed = self.removed_names.iter().map(|(what, names)| {
            let quoted = names.iter().take(NAMES_TOLD).map(|name| format!("{name:?}"));
            let mut told: Vec<String> = quoted.collect();
            if names.len() > NAMES_TOLD {
                told.push(format!("{} more", names.len() - NAMES_TOLD));
            }
            let s = if names.len() == 1 { "" } else { "s" };
            let told = told.join(", ");
            format!("{path} has results of {what}{s} {told}, which the experiment no longer has; they are kept and not used")
        });
        repeated.into_iter().chain(removed).collect()
    }
}
