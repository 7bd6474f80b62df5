//! Reading a trace line by line.

use std::io::{self, BufRead, Read};

use thiserror::Error;

use crate::{
    header::{FORMAT, Header, HeaderError, Lines, VERSION},
    step::{Step, StepError},
};

/// The longest line that is read, in bytes. The longest needed is the root of a header.
const LONGEST_LINE: u64 = 1 << 16;

/// Why a file cannot be read as a text trace.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system could not read the file.
    #[error("cannot read the trace: {0}")]
    Read(#[from] io::Error),
    /// A line of the header is at fault.
    #[error("line {line}: {problem}")]
    Header {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: HeaderError,
    },
    /// A step is at fault.
    #[error("line {line}: {problem}")]
    Step {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: StepError,
    },
    /// A line is no text, or does not end.
    #[error("line {line}: {problem}; a trace has lines of text")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: &'static str,
    },
}

/// Reads a trace line by line.
pub struct Reader<'r> {
    // Not a type parameter: it would be compiled anew, and less optimized, in each crate that reads traces.
    from: Box<dyn BufRead + 'r>,
    /// The first lines.
    pub header: Header,
    /// The number of the last line that was read, from 1.
    line: u64,
    text: Vec<u8>,
    /// Whether the last line was read, and is the next step.
    is_ahead: bool,
}

/// Whether a file begins as a text trace does. Nothing is taken from the reader.
///
/// # Errors
/// If the system cannot read it.
pub fn is_text_trace(from: &mut impl BufRead) -> io::Result<bool> {
    Ok(from.fill_buf()?.starts_with(FORMAT.as_bytes()))
}

impl<'r> Reader<'r> {
    /// Begins to read a trace: reads its header.
    ///
    /// # Errors
    /// If a line of it is at fault.
    pub fn new(from: impl BufRead + 'r) -> Result<Self, ReadError> {
        let mut reader = Reader {
            from: Box::new(from),
            header: Header::default(),
            line: 0,
            text: Vec::new(),
            is_ahead: false,
        };
        let at = |line| move |problem| ReadError::Header { line, problem };
        let first = reader.next_line()?.unwrap_or_default();
        if first.split_whitespace().ne([FORMAT, VERSION]) {
            return Err(at(1)(HeaderError::Format));
        }
        let mut lines = Lines::default();
        while let Some(text) = reader.next_line()? {
            if text.starts_with("iteration") {
                reader.is_ahead = true;
                break;
            }
            let taken = lines.take(text);
            taken.map_err(at(reader.line))?;
        }
        reader.header = lines.header().map_err(at(reader.line))?;
        Ok(reader)
    }

    /// The next line; none at the end. Empty lines and those that begin with `#` are left out.
    fn next_line(&mut self) -> Result<Option<&str>, ReadError> {
        loop {
            self.text.clear();
            let mut limited = Read::take(&mut self.from, LONGEST_LINE);
            if limited.read_until(b'\n', &mut self.text)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            let problem = match self.text.last() {
                Some(b'\n') => None,
                _ if self.text.len() as u64 == LONGEST_LINE => Some("too long"),
                _ => Some("the file ends within it"),
            };
            let line = self.line;
            if let Some(problem) = problem {
                return Err(ReadError::Line { line, problem });
            }
            let begin = self.text.trim_ascii_start().first();
            if begin.is_some_and(|&byte| byte != b'#') {
                break;
            }
        }
        let line = self.line;
        let text = str::from_utf8(&self.text);
        let problem = "not UTF-8";
        let text = text.map_err(|_| ReadError::Line { line, problem })?;
        Ok(Some(text.trim_end_matches(['\n', '\r'])))
    }

    /// The next step, and the number of its line from 1; none at the end of the trace.
    ///
    /// # Errors
    /// If its line is at fault.
    pub fn step(&mut self) -> Result<Option<(u64, Step<'_>)>, ReadError> {
        if !std::mem::take(&mut self.is_ahead) && self.next_line()?.is_none() {
            return Ok(None);
        }
        let line = self.line;
        let text = str::from_utf8(&self.text).unwrap_or_default();
        let step = Step::read(text.trim_end_matches(['\n', '\r']));
        step.map(|step| Some((line, step)))
            .map_err(|problem| ReadError::Step { line, problem })
    }
}
