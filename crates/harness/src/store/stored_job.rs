//! A whole job in a file of records: its records and its end, as lines that follow each other.

use super::{Ended, JobId, pieces::Piece, sealed};

/// Where a job stands, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredJob {
    pub(super) job: JobId,
    /// How it ended.
    pub(super) ended: Ended,
    /// Its last completed iteration.
    pub(super) depth: u8,
    /// Its first line, from 1.
    pub(super) line: u64,
    pub(super) piece: Piece,
    /// Checksum of its lines' checksums.
    sum: [u8; 16],
}

impl StoredJob {
    /// How many lines it has.
    pub(super) fn lines(&self) -> u64 {
        u64::from(self.depth) + 1
    }

    /// Whether two jobs have the same lines.
    pub(super) fn is_same(&self, other: &StoredJob) -> bool {
        (self.job, self.sum) == (other.job, other.sum)
    }

    /// Whether it is the other one, searched anew. Either that had failed, or it had ended at its depth and this one went on to a
    /// greater depth, a mate, or its node limit, which may stop it within the next iteration. What ended otherwise ends so
    /// at every depth.
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

/// A job whose end has yet to come.
pub(super) struct BegunJob {
    pub(super) job: JobId,
    /// Its first line, from 1.
    pub(super) line: u64,
    offset: u64,
    /// How many lines it has so far, and the checksum of their checksums.
    pub(super) lines: u64,
    seals: blake3::Hasher,
}

impl BegunJob {
    /// One that begins with line number `line` at a place in a file.
    pub(super) fn at(job: JobId, line: u64, offset: u64) -> Self {
        BegunJob {
            job,
            line,
            offset,
            lines: 0,
            seals: blake3::Hasher::new(),
        }
    }

    /// Its next line.
    pub(super) fn add(&mut self, line: &[u8]) {
        self.lines += 1;
        self.seals.update(sealed::seal_of(line));
    }

    /// The job, whose last line ends at a place in the file.
    pub(super) fn ended(&self, ended: Ended, depth: u8, end: u64) -> StoredJob {
        let mut sum = [0; 16];
        sum.copy_from_slice(&self.seals.finalize().as_bytes()[..16]);
        StoredJob {
            job: self.job,
            ended,
            depth,
            line: self.line,
            piece: Piece {
                file: 0,
                offset: self.offset,
                length: end - self.offset,
            },
            sum,
        }
    }
}
