//! Reading a trace.

use std::io::{BufRead, Read};

use serde::Serialize;

use super::{
    Checksum, END, FORMAT, Header, LONGEST_LINE, Step, Summary, TraceError, VERSION,
    VERSION_WITH_OWN, blocks::fill,
};

/// Reads a trace step by step.
pub struct Reader<R> {
    from: R,
    /// The root, the settings and the limits of the search.
    pub header: Header,
    /// The place in the file of what follows the block.
    offset: u64,
    checksum: Checksum,
    /// The content of the present block, and how much of it has been read.
    block: Vec<u8>,
    taken: usize,
}

/// The next step of a trace, or its end.
pub enum Next {
    /// One that comes before the summary.
    Step(Step),
    /// There are no more steps.
    Summary(Summary),
}

impl<R: BufRead> Reader<R> {
    /// Begins to read a trace: reads its header and checks it.
    ///
    /// # Errors
    /// If the first line is not a header of this version, or is damaged.
    pub fn new(mut from: R) -> Result<Self, TraceError> {
        let mut line = Vec::new();
        let mut limited = Read::take(&mut from, LONGEST_LINE);
        limited.read_until(b'\n', &mut line)?;
        let not_a_header = |problem: &dyn ToString| TraceError::Header(problem.to_string());
        // The version first: the rest may differ.
        let value: serde_json::Value =
            serde_json::from_slice(&line).map_err(|error| not_a_header(&error))?;
        if value["format"] != FORMAT {
            return Err(not_a_header(&"its format is not plybench-trace"));
        }
        match value["version"].as_u64().map(u32::try_from) {
            Some(Ok(VERSION | VERSION_WITH_OWN)) => {}
            Some(Ok(other)) => return Err(TraceError::Version(other)),
            _ => return Err(not_a_header(&"it has no version")),
        }
        let header: Header = serde_json::from_value(value).map_err(|error| not_a_header(&error))?;
        let version = Header::version_with(&header.own);
        if header.version != version || !is_written_so(&header, &line) {
            return Err(not_a_header(&NOT_SO_WRITTEN));
        }
        let (mut checksum, mut written) = (Checksum::default(), [0; 8]);
        let end = line.len() as u64;
        fill(&mut written, end, &mut from)?;
        if checksum.of_header(&line) != written {
            return Err(TraceError::Damaged { offset: 0 });
        }
        Ok(Reader {
            from,
            header,
            offset: end + written.len() as u64,
            checksum,
            block: Vec::new(),
            taken: 0,
        })
    }

    /// The place of the next step in the file, or of the block that it begins.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset - (self.block.len() - self.taken) as u64
    }

    /// The next step, or after the last one the summary.
    ///
    /// # Errors
    /// If the block is damaged or its bytes are no step.
    pub fn step(&mut self) -> Result<Next, TraceError> {
        if self.taken == self.block.len() {
            let (from, block) = (&mut self.from, &mut self.block);
            let frame = self.checksum.read_block(from, self.offset, block)?;
            self.offset += frame + block.len() as u64;
            self.taken = 0;
        }
        let offset = self.offset();
        let (tag, fields) = (self.block[self.taken], &self.block[self.taken + 1..]);
        if tag == END {
            return self.summary().map(Next::Summary);
        }
        let step = Step::read(tag, offset, fields)?;
        self.taken += step.length() as usize;
        Ok(Next::Step(step))
    }

    /// The last line, and the end of the file.
    fn summary(&mut self) -> Result<Summary, TraceError> {
        let offset = self.offset() + 1;
        let text = &self.block[self.taken + 1..];
        let problem = |problem: String| TraceError::Summary { offset, problem };
        let summary = serde_json::from_slice(text).map_err(|error| problem(error.to_string()))?;
        if !is_written_so(&summary, text) {
            return Err(problem(NOT_SO_WRITTEN.to_owned()));
        }
        if self.from.read(&mut [0])? > 0 {
            return Err(problem("the file goes on after it".to_owned()));
        }
        Ok(summary)
    }
}

const NOT_SO_WRITTEN: &str = "it is not as a recorder writes it";

/// Whether a recorder writes a line so. It writes it in one way only, so nothing can hide in blanks or in keys that occur twice.
fn is_written_so(line: &impl Serialize, text: &[u8]) -> bool {
    let mut again = serde_json::to_vec(line).unwrap_or_default();
    again.push(b'\n');
    again == text
}
