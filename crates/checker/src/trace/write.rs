//! Writing a trace. Only this file, `observed.rs`, `step.rs` and `summary.rs` know the search's own types.

use std::io::{self, Write};

use plybench_engine::{
    observe::Counters,
    search::{DynamicSearch, Limits, Search, SearchOptions, Sound},
};

use super::{
    Checksum, END, Header, Step, Summary,
    observed::{Observed, Observer},
    summary,
};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Records a search of `root` to a depth and at most a number of nodes.
///
/// # Errors
/// The first error of the writer.
pub fn record<G: Observed, W: Write>(
    root: &G,
    options: &SearchOptions,
    depth: u8,
    nodes: Option<u64>,
    to: W,
) -> io::Result<W> {
    record_after(root, &[], options, depth, nodes, to)
}

/// Records a search of `root` after the positions of a game with these keys, in the order of play.
///
/// # Errors
/// The first error of the writer.
pub fn record_after<G: Observed, W: Write>(
    root: &G,
    past: &[u64],
    options: &SearchOptions,
    depth: u8,
    nodes: Option<u64>,
    mut to: W,
) -> io::Result<W> {
    let settings = serde_json::to_value(options)?;
    let header = Header::new(root.root_text(), settings, depth, nodes).after(root, past);
    let limits = Limits { nodes, stop: None };
    let search = Search::dynamic(root, options, &Sound, &[]).after(past);
    Recorder::new(&mut to, &header).run(search, depth, limits)?;
    Ok(to)
}

/// Searches to a depth and gives each step to `take`, without a recording.
pub fn observe<G: Observed>(
    search: DynamicSearch<'_, G>,
    depth: u8,
    limits: Limits<'_>,
    take: &mut dyn FnMut(Step),
) -> Summary {
    searched(search, depth, limits, None, take)
}

/// Steps of the first registered technique are credited to the built-in technique at the place `stands_for`.
fn searched<G: Observed>(
    search: DynamicSearch<'_, G>,
    depth: u8,
    limits: Limits<'_>,
    stands_for: Option<u8>,
    take: &mut dyn FnMut(Step),
) -> Summary {
    let mut observer = Observer {
        take,
        counters: Counters::default(),
        stands_for,
    };
    let search = search.limited(limits).observed_by(&mut observer);
    let (iterations, outcome) =
        summary::iterations::<G>(|report| G::observed(search, depth, report));
    Summary::new(iterations, outcome, &observer.counters, stands_for)
}

/// Writes the trace of a search. The writer gets large blocks.
pub struct Recorder<'w> {
    to: &'w mut dyn Write,
    /// Steps that are not written yet.
    buffer: Vec<u8>,
    checksum: Checksum,
    failed: Option<io::Error>,
    /// The place of the technique that the first of the caller's own stands for.
    stands_for: Option<u8>,
}

impl<'w> Recorder<'w> {
    /// Begins a trace: writes its header. [`Recorder::run`] returns an error of the writer.
    pub fn new(to: &'w mut dyn Write, header: &Header) -> Self {
        let mut checksum = Checksum::default();
        let written = serde_json::to_vec(header).map_err(io::Error::from);
        let written = written.and_then(|mut line| {
            line.push(b'\n');
            to.write_all(&line)?;
            to.write_all(&checksum.of_header(&line))
        });
        Recorder {
            to,
            buffer: Vec::with_capacity(BUFFER + 64),
            checksum,
            failed: written.err(),
            stands_for: None,
        }
    }

    /// Records what the first of the caller's own techniques does as the built-in technique at this place. So an altered copy of a
    /// technique can be checked against the technique's rule.
    #[must_use]
    pub fn standing_for(mut self, place: usize) -> Self {
        self.stands_for = Some(place as u8);
        self
    }

    fn flush(&mut self) {
        if self.failed.is_none() && !self.buffer.is_empty() {
            self.failed = self.checksum.write_block(&self.buffer, self.to).err();
        }
        self.buffer.clear();
    }

    /// Records a search to a depth, with the limits that the header has and perhaps a flag that stops it.
    ///
    /// # Errors
    /// The first error of the writer.
    pub fn run<G: Observed>(
        mut self,
        search: DynamicSearch<'_, G>,
        depth: u8,
        limits: Limits<'_>,
    ) -> io::Result<()> {
        let stands_for = self.stands_for;
        let summary = searched(search, depth, limits, stands_for, &mut |step| {
            step.write(&mut self.buffer);
            if self.buffer.len() >= BUFFER {
                self.flush();
            }
        });
        self.flush();
        self.buffer.push(END);
        serde_json::to_writer(&mut self.buffer, &summary)?;
        self.buffer.push(b'\n');
        self.flush();
        match self.failed {
            Some(error) => Err(error),
            None => self.to.flush(),
        }
    }
}
