//! Which jobs a file of records has, and where: found in one pass that keeps a few bytes of each job.

use std::{borrow::Cow, fmt, fs::File, io::BufReader, path::Path};

use serde::{
    Deserialize, Deserializer,
    de::{Error, SeqAccess, Visitor},
};

use super::{
    Ended, JobId, RunError, SearcherRecord,
    error::reading,
    lines::Lines,
    replaceable::begins_as,
    schema::{self, OPENING},
    spans::Span,
};

/// A job in a file of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredJob {
    pub(super) job: JobId,
    pub(super) ended: Ended,
    /// The depth of its last completed iteration, in plies.
    pub(super) depth: u8,
    /// The number of its line, from 1.
    pub(super) line: u64,
    pub(super) span: Span,
    /// The checksum of its line.
    pub(super) sum: u64,
}

impl StoredJob {
    /// Whether two jobs have the same line.
    pub(super) fn is_same(&self, other: &StoredJob) -> bool {
        (self.job, self.sum) == (other.job, other.sum)
    }

    /// Whether this job supersedes the other: it is the same one, searched again, and the other had failed, or had ended at its
    /// depth and this one went on to a greater depth, a mate, or its node limit, which may stop it within the next iteration.
    /// A job that ended otherwise ends the same way at every depth.
    pub(super) fn goes_beyond(&self, other: &StoredJob) -> bool {
        let is_deeper = match self.ended {
            Ended::Failed => false,
            Ended::Nodes => other.depth <= self.depth,
            _ => other.depth < self.depth,
        };
        let goes_on = other.ended == Ended::Depth && is_deeper;
        self.job == other.job && (other.ended == Ended::Failed || goes_on)
    }
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
        let lines = if *lost == 1 { "line is" } else { "lines are" };
        write!(
            f,
            "damaged or cut short at line {line}; {lost} {lines} lost"
        )
    }
}

/// What a file of records has besides its jobs.
#[derive(Debug, Default)]
pub(super) struct Indexed {
    /// The searcher that the first line names; none if that line is missing or damaged.
    pub(super) searcher: Option<SearcherRecord>,
    pub(super) damage: Option<Damage>,
    /// Its length up to the last line feed.
    pub(super) whole: u64,
}

/// The fields of a job's line that an index needs.
#[derive(Deserialize)]
struct Outline<'l> {
    job: JobId,
    #[serde(borrow)]
    variant: Cow<'l, str>,
    #[serde(borrow)]
    position: Cow<'l, str>,
    ended: Ended,
    iterations: LastDepth,
}

/// The depth of the last of some iterations, which follow each other from depth 1.
struct LastDepth(u8);

impl<'de> Deserialize<'de> for LastDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Iteration {
            depth: u8,
        }
        struct Iterations;
        impl<'de> Visitor<'de> for Iterations {
            type Value = LastDepth;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("iterations from depth 1 without a gap")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<LastDepth, A::Error> {
                let mut last = 0_u8;
                while let Some(Iteration { depth }) = all.next_element()? {
                    if last.checked_add(1) != Some(depth) {
                        return Err(A::Error::custom("an iteration is missing"));
                    }
                    last = depth;
                }
                Ok(LastDepth(last))
            }
        }
        deserializer.deserialize_seq(Iterations)
    }
}

/// Reads a file from its beginning and passes each job to `receive`, with its searcher and the names of its variant and position.
/// If the first line is damaged, this build's search is assumed: the job's id tells whether that is right.
///
/// # Errors
/// If it cannot be read, is of another format, or was not written by a run.
pub(super) fn index(
    file: &File,
    path: &Path,
    mut receive: impl FnMut(&SearcherRecord, StoredJob, &str, &str),
) -> Result<Indexed, RunError> {
    let mut lines = Lines::of(BufReader::new(file));
    let (mut indexed, own) = (Indexed::default(), SearcherRecord::skeleton());
    let (mut last, mut sound, mut is_of_a_run) = (0, 0, false);
    // The first damaged lines: within the file, and at its end.
    let (mut fault, mut cut) = (None, None);
    while let Some(mut line) = lines.next().map_err(reading(path))? {
        last = line.number;
        if line.is_torn() {
            // A writer may still be writing the rest.
            cut = Some(last);
        } else {
            indexed.whole = line.end();
        }
        if last == 1 {
            // A first line that begins correctly but is damaged later on is a run's, too.
            is_of_a_run = begins_as(line.bytes, OPENING);
            indexed.searcher = schema::searcher(&line, path)?;
            if indexed.searcher.is_some() {
                sound += 1;
                continue;
            }
        }
        let (is_torn, sum) = (line.is_torn(), line.sum());
        let span = Span {
            file: 0,
            offset: line.offset,
            length: line.bytes.len() as u64,
        };
        let Some(outline) = line.read::<Outline>() else {
            if !is_torn {
                fault.get_or_insert(last);
            }
            continue;
        };
        (is_of_a_run, sound) = (true, sound + 1);
        let job = StoredJob {
            job: outline.job,
            ended: outline.ended,
            depth: outline.iterations.0,
            line: last,
            span,
            sum,
        };
        let searcher = indexed.searcher.as_ref().unwrap_or(&own);
        receive(searcher, job, &outline.variant, &outline.position);
    }
    if last > 0 && !is_of_a_run {
        return Err(RunError::Foreign(path.to_owned()));
    }
    indexed.damage = fault.or(cut).map(|line| Damage {
        line,
        lost: last - sound,
        is_at_end: fault.is_none(),
    });
    Ok(indexed)
}
