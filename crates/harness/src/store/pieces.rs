//! Lines of some files, put into another in a given order.

use std::{
    fs::File,
    io::{BufReader, Read, Seek, Write},
    path::Path,
};

use plybench_oracle::whole_file::WholeFile;

use super::{StoreError, error::writing};

/// A piece of one of several files.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The file, by its place among them.
    pub(super) file: usize,
    pub(super) offset: u64,
    pub(super) length: u64,
}

/// Whether pieces are all of a first file of this length, in its order, from `offset` on.
pub(super) fn is_in_order(pieces: &[Piece], offset: u64, length: u64) -> bool {
    let mut end = offset;
    let follow = pieces.iter().all(|piece| {
        let follows = piece.file == 0 && piece.offset == end;
        end = piece.offset + piece.length;
        follows
    });
    follow && end == length
}

/// Writes `opening` and then the pieces to a file, which appears whole. The files are those that the pieces were found
/// in: another may have taken the name of one by now.
pub(super) fn copy_in_order(
    path: &Path,
    opening: &[u8],
    files: &[&File],
    pieces: &[Piece],
) -> Result<(), StoreError> {
    let mut sources: Vec<_> = files.iter().map(|&file| BufReader::new(file)).collect();
    let mut copy = || {
        let mut out = WholeFile::create(path)?;
        out.write_all(opening)?;
        let mut bytes = Vec::new();
        for source in &mut sources {
            source.rewind()?;
        }
        for piece in pieces {
            let source = &mut sources[piece.file];
            // Within the buffer where it can be: pieces that follow each other are read in one go.
            let here = source.stream_position()?;
            source.seek_relative(piece.offset as i64 - here as i64)?;
            bytes.resize(piece.length as usize, 0);
            source.read_exact(&mut bytes)?;
            out.write_all(&bytes)?;
        }
        out.finish()
    };
    copy().map_err(writing(path))
}
