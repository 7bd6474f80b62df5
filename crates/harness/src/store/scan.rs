//! The one reader of a file of records: whole jobs and where they stand, and what is no part of one.
//!
//! A job is a block of lines: its iterations from depth 1 without a gap, then its end, all sealed and with one id. Whatever else
//! there is counts as damaged, and costs the lines of its own job alone.

use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io::{self, BufReader},
};

use serde::{Deserialize, de::IgnoredAny};

use super::{
    Ended, JobId, Searcher,
    schema::{Header, OPENING, SCHEMA},
    sealed,
};

/// A whole job in a file: its records and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) job: JobId,
    /// How it ended.
    pub(super) ended: Ended,
    /// Its last completed iteration.
    pub(super) depth: u8,
    pub(super) offset: u64,
    pub(super) length: u64,
    /// Its first line, from 1.
    pub(super) line: u64,
    /// Checksum of its lines' checksums.
    sum: [u8; 16],
}

impl Block {
    /// How many lines it has.
    pub(super) fn lines(&self) -> u64 {
        u64::from(self.depth) + 1
    }

    /// Whether two blocks have the same lines.
    pub(super) fn is_same(&self, other: &Block) -> bool {
        (self.job, self.sum) == (other.job, other.sum)
    }
}

/// The checksum of a block, gathered line by line.
#[derive(Default)]
pub(super) struct Seals(blake3::Hasher);

impl Seals {
    pub(super) fn add(&mut self, line: &[u8]) {
        self.0.update(sealed::seal_of(line));
    }

    pub(super) fn sum(&self) -> [u8; 16] {
        let mut sum = [0; 16];
        sum.copy_from_slice(&self.0.finalize().as_bytes()[..16]);
        sum
    }
}

impl Block {
    pub(super) fn new(
        (job, ended, depth): (JobId, Ended, u8),
        seals: &Seals,
        (offset, length, line): (u64, u64, u64),
    ) -> Self {
        Block {
            job,
            ended,
            depth,
            offset,
            length,
            line,
            sum: seals.sum(),
        }
    }
}

/// What of a file of records belongs to no whole job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first line that is damaged or, of a job that is not all there, its first, from 1.
    pub line: u64,
    /// How many lines are lost: one that is damaged costs those of its job.
    pub lost: u64,
    /// Whether only the end of the file is missing, as where a writer was stopped or is still at work.
    pub is_at_end: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { line, lost, .. } = self;
        let lines = if *lost == 1 { "line is" } else { "lines are" };
        write!(
            f,
            "damaged or cut short at line {line}; {lost} {lines} part of no whole job"
        )
    }
}

/// What a file of records is, besides its jobs.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// What its first line says; none if that is missing or damaged.
    pub(super) searcher: Option<Searcher>,
    pub(super) damage: Option<Damage>,
    /// Its length up to the last line feed.
    pub(super) whole: u64,
}

/// Why a file cannot be scanned.
#[derive(Debug)]
pub(super) enum Unscanned {
    Io(io::Error),
    /// No run wrote it.
    Strange,
    /// It is of another version of the format.
    Schema(u32),
}

impl From<io::Error> for Unscanned {
    fn from(error: io::Error) -> Self {
        Unscanned::Io(error)
    }
}

/// What a scan needs to know of a line.
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

/// A job whose end has yet to be read.
struct Open {
    job: JobId,
    depth: u8,
    offset: u64,
    line: u64,
}

/// Reads a file from its beginning and hands over each whole job with what searched it and the names of its variant and
/// position. Where the first line is damaged, this build's search is taken: a job's id tells whether it was.
pub(super) fn scan(
    file: &File,
    mut receive: impl FnMut(&Searcher, Block, &str, &str),
) -> Result<Shape, Unscanned> {
    let mut reader = BufReader::new(file);
    let (mut shape, own) = (Shape::default(), Searcher::own());
    let mut open: Option<Open> = None;
    let (mut offset, mut bytes, mut seals) = (0, Vec::new(), Seals::default());
    let (mut lines, mut sound, mut fault, mut cut) = (0, 0, None, None);
    let mut is_of_a_run = false;
    loop {
        let length = sealed::read_line(&mut reader, &mut bytes)?;
        if length == 0 {
            break;
        }
        lines += 1;
        let is_torn = !bytes.ends_with(b"\n");
        if !is_torn {
            shape.whole = offset + length;
        }
        let json = sealed::open(&bytes);
        if lines == 1 {
            // One that began as they do and was damaged later on is a run's, too.
            is_of_a_run = begins_as(&bytes, OPENING);
            shape.searcher = searcher(&bytes)?;
            if shape.searcher.is_some() {
                sound += 1;
                offset += length;
                continue;
            }
        }
        let outline = json
            .as_deref()
            .and_then(|json| serde_json::from_slice::<Outline>(json).ok());
        is_of_a_run |= outline.is_some();
        match (outline, open.take()) {
            (Some(outline), before) if outline.ended.is_none() && outline.depth == 1 => {
                if let Some(before) = before {
                    // It lacks its end; this one may be whole.
                    fault.get_or_insert(before.line);
                }
                seals = Seals::default();
                seals.add(&bytes);
                open = Some(Open {
                    job: outline.job,
                    depth: 1,
                    offset,
                    line: lines,
                });
            }
            (Some(outline), Some(before))
                if outline.ended.is_none()
                    && outline.job == before.job
                    && before.depth.checked_add(1) == Some(outline.depth) =>
            {
                seals.add(&bytes);
                open = Some(Open {
                    depth: outline.depth,
                    ..before
                });
            }
            // A job that ended before its first iteration has no records.
            (Some(outline), before)
                if outline.ended.is_some()
                    && before.as_ref().map_or(outline.depth == 0, |before| {
                        before.job == outline.job && before.depth == outline.depth
                    }) =>
            {
                if before.is_none() {
                    seals = Seals::default();
                }
                seals.add(&bytes);
                let (start, line) = before.map_or((offset, lines), |open| (open.offset, open.line));
                sound += lines + 1 - line;
                let ended = outline.ended.unwrap_or(Ended::Stopped);
                let block = Block::new(
                    (outline.job, ended, outline.depth),
                    &seals,
                    (start, offset + length - start, line),
                );
                let searcher = shape.searcher.as_ref().unwrap_or(&own);
                receive(searcher, block, &outline.variant, &outline.position);
            }
            // A line without a feed is the last one: what is missing may only be yet to come.
            _ if is_torn => cut = Some(lines),
            _ => {
                fault.get_or_insert(lines);
            }
        }
        offset += length;
    }
    if lines > 0 && !is_of_a_run {
        return Err(Unscanned::Strange);
    }
    let is_at_end = fault.is_none();
    let line = fault.or(cut).or(open.map(|open| open.line));
    shape.damage = line.map(|line| Damage {
        line,
        lost: lines - sound,
        is_at_end,
    });
    Ok(shape)
}

/// What a first line says that searched; none if it is missing or damaged.
fn searcher(line: &[u8]) -> Result<Option<Searcher>, Unscanned> {
    /// A record of version 1 had its counts in fields of their own.
    #[derive(Deserialize)]
    struct Fields {
        ends: Option<IgnoredAny>,
        counts: Option<IgnoredAny>,
    }
    let Some(json) = sealed::open(line) else {
        return Ok(None);
    };
    if let Ok(header) = serde_json::from_slice::<Header>(&json) {
        return match header.schema {
            SCHEMA => Ok(Some(header.searcher)),
            other => Err(Unscanned::Schema(other)),
        };
    }
    let fields = serde_json::from_slice::<Fields>(&json);
    let is_old = fields.is_ok_and(|fields| fields.ends.is_some() && fields.counts.is_none());
    if is_old {
        Err(Unscanned::Schema(1))
    } else {
        Ok(None)
    }
}

/// Refuses a file of another format by its first line.
pub(super) fn check_format(file: &File) -> Result<(), Unscanned> {
    let mut line = Vec::new();
    sealed::read_line(&mut BufReader::new(file), &mut line)?;
    searcher(&line).map(|_| ())
}

/// Whether some bytes begin so, as far as they go.
pub(super) fn begins_as(bytes: &[u8], opening: &[u8]) -> bool {
    bytes.starts_with(opening) || opening.starts_with(bytes)
}
