//! The only reader of files of records: it finds the whole jobs, and the lines that belong to none.
//!
//! A job is a sequence of lines: its iterations from depth 1 without a gap, then its end, all sealed and with one id. Any other
//! line counts as damaged, and costs only the lines of its own job.

use std::{borrow::Cow, fmt, fs::File, io::BufReader, path::Path};

use serde::Deserialize;

use super::{
    Ended, JobId, RunError, SearcherRecord,
    error::reading,
    replaceable::begins_as,
    schema::{self, OPENING},
    sealed::Lines,
    stored_job::{BegunJob, StoredJob},
};

/// The lines of a file of records that belong to no whole job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first damaged line or, of an incomplete job, its first line, from 1.
    pub line: u64,
    /// How many lines are lost: a damaged line costs all lines of its job.
    pub lost: u64,
    /// Whether only the end of the file is missing, as if a writer was stopped or is still writing.
    pub is_at_end: bool,
}

impl Damage {
    /// This and another damage of the same file.
    pub(super) fn and(self, other: Damage) -> Self {
        Damage {
            line: self.line.min(other.line),
            lost: self.lost + other.lost,
            is_at_end: self.is_at_end && other.is_at_end,
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { line, lost, .. } = self;
        let lines = if *lost == 1 {
            "line belongs"
        } else {
            "lines belong"
        };
        write!(
            f,
            "damaged or cut short at line {line}; {lost} {lines} to no whole job"
        )
    }
}

/// What a scan finds in a file of records besides its jobs.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    /// The searcher that the first line names; none if that line is missing or damaged.
    pub(super) searcher: Option<SearcherRecord>,
    pub(super) damage: Option<Damage>,
    /// Its length up to the last line feed.
    pub(super) whole: u64,
}

/// The fields of a line that a scan needs.
#[derive(Deserialize)]
struct Outline<'l> {
    job: JobId,
    #[serde(borrow)]
    variant: Cow<'l, str>,
    #[serde(borrow)]
    position: Cow<'l, str>,
    depth: u8,
    ended: Option<Ended>,
}

impl Outline<'_> {
    /// How many records of its job come before this line.
    fn records_before(&self) -> Option<u64> {
        let own = u8::from(self.ended.is_none());
        self.depth.checked_sub(own).map(u64::from)
    }
}

/// Reads a file from its beginning and passes each whole job to `receive`, with its searcher and the names of its variant and
/// position. If the first line is damaged, this build's search is assumed: the job's id tells whether that is right.
///
/// # Errors
/// If it cannot be read, is of another format, or was not written by a run.
pub(super) fn scan(
    file: &File,
    path: &Path,
    mut receive: impl FnMut(&SearcherRecord, StoredJob, &str, &str),
) -> Result<Scanned, RunError> {
    let mut lines = Lines::of(BufReader::new(file));
    let (mut scanned, own) = (Scanned::default(), SearcherRecord::own());
    let mut begun: Option<BegunJob> = None;
    let (mut last, mut sound, mut is_of_a_run) = (0, 0, false);
    // The first lines that belong to no job: within the file, and at its end.
    let (mut fault, mut cut) = (None, None);
    while let Some(line) = lines.next().map_err(reading(path))? {
        last = line.number;
        if line.is_torn() {
            // A writer may still be writing the rest.
            cut = Some(last);
        } else {
            scanned.whole = line.end();
        }
        if last == 1 {
            // A first line that begins correctly but is damaged later on is a run's, too.
            is_of_a_run = begins_as(line.bytes, OPENING);
            scanned.searcher = schema::searcher(&line, path)?;
            if scanned.searcher.is_some() {
                sound += 1;
                continue;
            }
        }
        let json = line.open();
        let outline = json.as_deref();
        let outline = outline.and_then(|json| serde_json::from_slice::<Outline>(json).ok());
        is_of_a_run |= outline.is_some();
        if let Some(outline) = &outline
            && outline.records_before() == Some(0)
        {
            let new = BegunJob::at(outline.job, line.number, line.offset);
            if let Some(unended) = begun.replace(new) {
                fault.get_or_insert(unended.line);
            }
        }
        let follows = |outline: &Outline| {
            let before = outline.records_before();
            let is_next = |job: &BegunJob| job.job == outline.job && before == Some(job.lines);
            begun.as_ref().is_some_and(is_next)
        };
        let (Some(outline), Some(job)) = (outline.filter(follows), &mut begun) else {
            begun = None;
            if !line.is_torn() {
                fault.get_or_insert(last);
            }
            continue;
        };
        job.add(line.bytes);
        if let Some(ended) = outline.ended {
            let job = job.ended(ended, outline.depth, line.end());
            begun = None;
            sound += job.lines();
            let searcher = scanned.searcher.as_ref().unwrap_or(&own);
            receive(searcher, job, &outline.variant, &outline.position);
        }
    }
    if last > 0 && !is_of_a_run {
        return Err(RunError::Foreign(path.to_owned()));
    }
    let first = fault.or(cut).or(begun.map(|unended| unended.line));
    scanned.damage = first.map(|line| Damage {
        line,
        lost: last - sound,
        is_at_end: fault.is_none(),
    });
    Ok(scanned)
}
