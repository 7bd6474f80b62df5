//! A whole job in a file of records: the lines of its records, followed by the line of its end.

use super::{Ended, JobId, pieces::Piece, sealed};

/// The place of a job in a file, and how the job ended.
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

/// A job whose end has not been read or written yet.
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
    /// A job that begins with line number `line`, at a byte offset in a file.
    pub(super) fn at(job: JobId, line: u64, offset: u64) -> Self {
        BegunJob {
            job,
            line,
            offset,
            lines: 0,
            seals: blake3::Hasher::new(),
        }
    }

    /// Adds the next line.
    pub(super) fn add(&mut self, line: &[u8]) {
        self.lines += 1;
        self.seals.update(sealed::seal_of(line));
    }

    /// The whole job, whose last line ends at byte `end` of the file.
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
