//! Byte ranges of files, read and copied to another file in a given order.

use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom, Write},
    mem,
    path::Path,
};

use plybench_files::whole_file::WholeFile;

use super::{
    RunError,
    error::{reading, writing},
    run_file::RunFile,
};

/// A byte range of one of several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The index of the file.
    pub(super) file: usize,
    pub(super) offset: u64,
    pub(super) length: u64,
}

impl Span {
    /// The offset of the first byte after it.
    pub(super) fn end(self) -> u64 {
        self.offset + self.length
    }
}

/// Reads spans; those that follow each other are read in one go. Readers of one file must take turns, since they share its
/// position.
pub(super) struct SpanReader<'f> {
    /// Each with its position, once it has been read.
    sources: Vec<(&'f Path, BufReader<&'f File>, Option<u64>)>,
    bytes: Vec<u8>,
}

impl<'f> SpanReader<'f> {
    pub(super) fn of(files: impl IntoIterator<Item = &'f RunFile>) -> Self {
        let open = |of: &'f RunFile| (of.path.as_path(), BufReader::new(&of.file), None);
        SpanReader {
            sources: files.into_iter().map(open).collect(),
            bytes: Vec::new(),
        }
    }

    pub(super) fn read(&mut self, span: Span) -> Result<&mut [u8], RunError> {
        let (path, reader, position) = &mut self.sources[span.file];
        self.bytes.resize(span.length as usize, 0);
        let sought = match position.replace(span.end()) {
            // A relative seek stays within the buffer if it can.
            Some(before) => reader.seek_relative(span.offset as i64 - before as i64),
            None => reader.seek(SeekFrom::Start(span.offset)).map(drop),
        };
        sought
            .and_then(|()| reader.read_exact(&mut self.bytes))
            .map_err(reading(path))?;
        Ok(&mut self.bytes)
    }
}

/// Writes `opening` and then the spans to a file, which appears whole. Nothing is written if the file is the first source
/// and has just these in this order.
pub(super) fn copy_in_order(
    path: &Path,
    opening: &[u8],
    sources: &[&RunFile],
    spans: &[Span],
) -> Result<(), RunError> {
    let mut reader = SpanReader::of(sources.iter().copied());
    if let Some(own) = sources.first().filter(|own| own.path == path) {
        let mut end = opening.len() as u64;
        let begin = Span {
            file: 0,
            offset: 0,
            length: end,
        };
        let follows = |span: &Span| {
            let before = mem::replace(&mut end, span.end());
            span.file == 0 && span.offset == before
        };
        let length = own.file.metadata().map_err(reading(path))?.len();
        if spans.iter().all(follows) && end == length && reader.read(begin)? == opening {
            return Ok(());
        }
    }
    let mut out = WholeFile::create(path).map_err(writing(path))?;
    out.write_all(opening).map_err(writing(path))?;
    for &span in spans {
        out.write_all(reader.read(span)?).map_err(writing(path))?;
    }
    Ok(out.finish().map_err(writing(path))?)
}
