//! A job in a file of records: a few bytes, enough to tell what it answers and where it is.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, de::IgnoredAny};

use super::{Ended, JobId, lines::Line, spans::Span};

/// A job in a file of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredJob {
    pub(super) job: JobId,
    pub(super) ended: Ended,
    /// The depth of its last completed iteration, in plies.
    pub(super) depth: u8,
    /// How many notes its iterations have.
    pub(super) notes: u32,
    /// The number of its line, from 1.
    pub(super) line: u64,
    pub(super) span: Span,
    /// The checksum of its line.
    pub(super) sum: u64,
}

impl StoredJob {
    /// The job of a line, with the names of its variant and position; none if the line is damaged.
    pub(super) fn read<'l>(line: &'l mut Line<'_>) -> Option<(Self, Cow<'l, str>, Cow<'l, str>)> {
        let (number, span, sum) = (line.number, line.span(), line.sum());
        let outline: Outline = line.read()?;
        let depths = outline.iterations.iter().map(|iteration| iteration.depth);
        let is_without_gap = (1..).take(depths.len()).eq(depths.map(usize::from));
        let job = StoredJob {
            job: outline.job,
            ended: outline.ended,
            depth: outline.iterations.len() as u8,
            notes: outline.iterations.iter().map(|one| one.notes.0).sum(),
            line: number,
            span,
            sum,
        };
        is_without_gap.then_some((job, outline.variant, outline.position))
    }

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

/// The fields of a job's line that an index needs.
#[derive(Deserialize)]
struct Outline<'l> {
    job: JobId,
    #[serde(borrow)]
    variant: Cow<'l, str>,
    #[serde(borrow)]
    position: Cow<'l, str>,
    ended: Ended,
    iterations: Vec<AtDepth>,
}

/// The depth of an iteration, in plies, and its notes.
#[derive(Deserialize)]
struct AtDepth {
    depth: u8,
    #[serde(default)]
    notes: Counted,
}

/// How many values a list has.
#[derive(Default)]
struct Counted(u32);

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<IgnoredAny>::deserialize(deserializer)?;
        Ok(Counted(values.len() as u32))
    }
}
