//! Whole jobs in a file of records: where they stand, and whether they are sound.

use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use super::{
    Ended, JobEnd, JournalError, Line,
    journal::at,
    replaceable::{LINE_OF_A_JOB, begins_as},
    sealed,
};

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
    /// What of it belongs to no whole job, if anything does.
    pub damage: Option<Damage>,
    /// How long the file is up to its last line feed.
    pub(super) whole: u64,
}

/// What of a file of records belongs to no whole job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first line that is damaged or, of a job that is not all there, its first, from 1.
    pub line: u64,
    /// How many lines are lost: one that is damaged costs those of its job.
    pub lost: u64,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { line, lost } = self;
        let lines = if *lost == 1 { "line is" } else { "lines are" };
        write!(
            f,
            "damaged or cut short at line {line}; {lost} {lines} part of no whole job"
        )
    }
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
    match File::open(path) {
        Ok(file) => read_blocks_of(&file, path, roster),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Blocks::default()),
        Err(error) => Err(at(path)(error)),
    }
}

/// A job whose end has yet to be read.
struct Open {
    job: String,
    depth: u8,
    /// Where it begins.
    offset: u64,
    line: u64,
}

/// The same with a file that is open, from its beginning.
pub(super) fn read_blocks_of(
    file: &File,
    path: &Path,
    roster: &impl Roster,
) -> Result<Blocks, JournalError> {
    let mut reader = BufReader::new(file);
    let mut blocks = Blocks::default();
    let mut open: Option<Open> = None;
    let (mut offset, mut bytes, mut hasher) = (0, Vec::new(), blake3::Hasher::new());
    let (mut lines, mut sound, mut fault) = (0, 0, None);
    let mut is_of_a_run = false;
    loop {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(at(path))? as u64;
        if length == 0 {
            break;
        }
        lines += 1;
        if open.is_none() {
            hasher.reset();
        }
        hasher.update(sealed::seal_of(&bytes));
        let content = Line::open(&bytes);
        // One sound line shows it, or a first one that began as they do and was damaged later on.
        is_of_a_run |= content.is_some() || (lines == 1 && begins_as(&bytes, LINE_OF_A_JOB));
        match (content, open.take()) {
            (Some(Line::Record(record)), before) if record.depth == 1 => {
                if let Some(before) = before {
                    // It lacks its end; this one may be whole.
                    fault.get_or_insert(before.line);
                    hasher.reset();
                    hasher.update(sealed::seal_of(&bytes));
                }
                open = Some(Open {
                    job: record.job,
                    depth: 1,
                    offset,
                    line: lines,
                });
            }
            (Some(Line::Record(record)), Some(before))
                if record.job == before.job && record.depth == before.depth + 1 =>
            {
                open = Some(Open {
                    depth: record.depth,
                    ..before
                });
            }
            // A job that ended before its first iteration has no records.
            (Some(Line::End(end)), before)
                if before.as_ref().map_or(end.depth == 0, |before| {
                    before.job == end.job && before.depth == end.depth
                }) =>
            {
                let (start, line) = before.map_or((offset, lines), |open| (open.offset, open.line));
                sound += lines + 1 - line;
                let block = Block::of(&end, &hasher, (start, offset + length - start));
                match roster.number(&end.variant, &end.position) {
                    Some(number) => {
                        blocks.jobs.insert(number, block);
                    }
                    None => blocks.strangers += 1,
                }
            }
            _ => {
                fault.get_or_insert(lines);
            }
        }
        offset += length;
        if bytes.ends_with(b"\n") {
            blocks.whole = offset;
        }
    }
    if lines > 0 && !is_of_a_run {
        return Err(JournalError::Strange(path.to_owned()));
    }
    let fault = fault.or(open.map(|open| open.line));
    blocks.damage = fault.map(|line| Damage {
        line,
        lost: lines - sound,
    });
    Ok(blocks)
}
