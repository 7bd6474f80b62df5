//! Whole jobs in a file of records: where they stand, and whether they are sound.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use super::{Ended, JobEnd, JournalError, Line, journal::at, sealed};

/// The jobs that records may belong to, numbered from 0.
pub trait Roster {
    /// The job of a variant on a position, if there is one.
    fn number(&self, variant: &str, position: &str) -> Option<usize>;
    /// The variant and the position of a job.
    fn names(&self, number: usize) -> (&str, &str);
    /// Whether a block is what this job would write.
    fn is_answered_by(&self, number: usize, block: &Block) -> bool;
}

/// A whole job in a file: its records and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its id: see [`super::job_hash`].
    pub job: u64,
    /// How it ended.
    pub ended: Ended,
    /// Its last completed iteration.
    pub depth: u8,
    pub(super) offset: u64,
    pub(super) length: u64,
    /// Checksum of its lines' checksums.
    pub(super) sum: [u8; 16],
}

impl Block {
    pub(super) fn of(end: &JobEnd, seals: &blake3::Hasher, (offset, length): (u64, u64)) -> Self {
        let mut sum = [0; 16];
        sum.copy_from_slice(&seals.finalize().as_bytes()[..16]);
        Block {
            // An id that is none answers no job.
            job: u64::from_str_radix(&end.job, 16).unwrap_or(0),
            ended: end.ended,
            depth: end.depth,
            offset,
            length,
            sum,
        }
    }
}

/// The whole jobs of a file, and what was wrong with it.
#[derive(Debug, Default)]
pub struct Blocks {
    /// The jobs by number; of two with one number the later.
    pub jobs: BTreeMap<usize, Block>,
    /// How many whole jobs are of variants or positions that the roster does not have.
    pub strangers: usize,
    /// Lines that are damaged or belong to no whole job, the first of each run of them, from 1.
    pub damaged: Vec<u64>,
    /// How long the file is up to its last line feed.
    pub(super) whole: u64,
}

impl Blocks {
    /// How many whole jobs are not those of the roster: of others, or with other settings or limits.
    #[must_use]
    pub fn foreign(&self, roster: &impl Roster) -> usize {
        let jobs = self.jobs.iter();
        let others = jobs.filter(|&(&number, block)| !roster.is_answered_by(number, block));
        self.strangers + others.count()
    }
}

/// Reads a file of records; one that is not there has none.
///
/// # Errors
/// If it cannot be read.
pub fn read_blocks(path: &Path, roster: &impl Roster) -> Result<Blocks, JournalError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Blocks::default()),
        Err(error) => return Err(at(path)(error)),
    };
    let mut reader = BufReader::new(file);
    let mut blocks = Blocks::default();
    let mut open: Option<(String, u64, u8)> = None;
    let (mut offset, mut bytes, mut hasher) = (0, Vec::new(), blake3::Hasher::new());
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(at(path))? as u64;
        if length == 0 {
            break;
        }
        if open.is_none() {
            hasher.reset();
        }
        hasher.update(sealed::seal_of(&bytes));
        match (Line::open(&bytes), open.take()) {
            (Some(Line::Record(record)), None) if record.depth == 1 => {
                open = Some((record.job, offset, 1));
            }
            (Some(Line::Record(record)), Some((job, start, depth)))
                if record.job == job && record.depth == depth + 1 =>
            {
                open = Some((job, start, depth + 1));
            }
            // A job that ended before its first iteration has no records.
            (Some(Line::End(end)), before)
                if before.as_ref().map_or(end.depth == 0, |(job, _, depth)| {
                    *job == end.job && *depth == end.depth
                }) =>
            {
                let start = before.map_or(offset, |(_, start, _)| start);
                let block = Block::of(&end, &hasher, (start, offset + length - start));
                match roster.number(&end.variant, &end.position) {
                    Some(number) => {
                        blocks.jobs.insert(number, block);
                    }
                    None => blocks.strangers += 1,
                }
            }
            (Some(Line::Record(record)), Some(_)) if record.depth == 1 => {
                // The job before it lacks its end; this one may be whole.
                blocks.damaged.push(number);
                hasher.reset();
                hasher.update(sealed::seal_of(&bytes));
                open = Some((record.job, offset, 1));
            }
            _ => blocks.damaged.push(number),
        }
        offset += length;
        if bytes.ends_with(b"\n") {
            blocks.whole = offset;
        }
    }
    if open.is_some() {
        blocks.damaged.push(0);
    }
    Ok(blocks)
}
