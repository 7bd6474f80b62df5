//! The blocks of a trace. Each has a checksum of itself and of all before it, so that a changed, cut, repeated or moved part of a
//! file is found before its steps are used, and its place can be named.

use std::io::{self, Read, Write};

use super::{LONGEST_LINE, TraceError};

/// The bytes before the content of a block: its length in four, its checksum in eight, lowest byte first.
const FRAME: usize = 12;

/// A checksum of the header and of all blocks so far.
///
/// It finds accidents, not forgery: whoever alters a trace on purpose can compute it, and the checker judges what the steps say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum(u64);

impl Checksum {
    /// Includes the header's line and returns what follows it in the file.
    pub fn of_header(&mut self, line: &[u8]) -> [u8; 8] {
        self.include(line);
        self.0.to_le_bytes()
    }

    /// Writes a block with this content. A reader refuses one that is empty or longer than 16 MiB.
    ///
    /// # Errors
    /// The writer's, or if the content is longer than a block can be.
    pub fn write_block(&mut self, content: &[u8], to: &mut dyn Write) -> io::Result<()> {
        let length = u32::try_from(content.len()).map_err(io::Error::other)?;
        self.include(content);
        let mut frame = [0; FRAME];
        frame[..4].copy_from_slice(&length.to_le_bytes());
        frame[4..].copy_from_slice(&self.0.to_le_bytes());
        to.write_all(&frame)?;
        to.write_all(content)
    }

    /// Reads the next block, which begins at this byte of the file, in place of the last one. Returns the length of its frame.
    pub(super) fn read_block(
        &mut self,
        from: &mut impl Read,
        offset: u64,
        content: &mut Vec<u8>,
    ) -> Result<u64, TraceError> {
        content.clear();
        let (mut length, mut checksum) = ([0; 4], [0; FRAME - 4]);
        fill(&mut length, offset, from)?;
        fill(&mut checksum, offset, from)?;
        let length = u32::from_le_bytes(length).into();
        if length == 0 || length > LONGEST_LINE {
            return Err(TraceError::Damaged { offset });
        }
        from.take(length).read_to_end(content)?;
        if content.len() as u64 != length {
            return Err(TraceError::Truncated { offset });
        }
        self.include(content);
        match self.0.to_le_bytes() == checksum {
            true => Ok(FRAME as u64),
            false => Err(TraceError::Damaged { offset }),
        }
    }

    /// Each word changes the sum by a bijection, so one changed word is always found.
    fn include(&mut self, bytes: &[u8]) {
        let mut mix = |word: u64| {
            let product = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 = product ^ product >> 32;
        };
        mix(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| mix(u64::from_le_bytes(word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        mix(u64::from_le_bytes(last));
    }
}

/// Fills a buffer. The end of the file before that is a truncated trace.
pub(super) fn fill(bytes: &mut [u8], offset: u64, from: &mut impl Read) -> Result<(), TraceError> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => TraceError::Truncated { offset },
        _ => TraceError::Read(error),
    })
}
