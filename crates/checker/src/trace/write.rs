//! Writing a trace. Only this file, `observed.rs`, `step.rs` and `summary.rs` know the search's own types.

use std::{
    io::{self, Write},
    sync::atomic::AtomicBool,
};

use plybench_engine::search::{DynamicSearch, Limits, Search, SearchOptions, Sound};

use super::{
    Checksum, END, Header, Step, Summary,
    observed::{Observed, Observer},
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
    let header = Header::new(root, past, settings, depth, nodes);
    let search = Search::dynamic(root, options, &Sound, &[]).after(past);
    header.record(search, None, None, &mut to)?;
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
    Summary::standing_for::<G>(stands_for, |counters, report| {
        let mut observer = Observer {
            take,
            counters,
            stands_for,
        };
        let search = search.limited(limits).observed_by(&mut observer);
        G::observed(search, depth, report)
    })
}

impl Header {
    /// Writes the trace of a search with this header's depth and node limit, and perhaps a flag that stops it. The writer gets large
    /// blocks.
    ///
    /// What the first of the caller's own techniques does is recorded as the built-in technique at the place `stands_for`. So an
    /// altered copy of a technique can be checked against the technique's rule.
    ///
    /// # Errors
    /// The first error of the writer.
    pub fn record<G: Observed>(
        &self,
        search: DynamicSearch<'_, G>,
        stands_for: Option<usize>,
        stop: Option<&AtomicBool>,
        to: &mut dyn Write,
    ) -> io::Result<()> {
        let mut checksum = Checksum::default();
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        to.write_all(&line)?;
        to.write_all(&checksum.of_header(&line))?;
        let limits = Limits {
            nodes: self.nodes,
            stop,
        };
        let stands_for = stands_for.map(|place| place as u8);
        let (mut block, mut written) = (Vec::with_capacity(BUFFER + 64), Ok(()));
        let summary = searched(search, self.depth, limits, stands_for, &mut |step| {
            step.write(&mut block);
            if block.len() >= BUFFER {
                if written.is_ok() {
                    written = checksum.write_block(&block, to);
                }
                block.clear();
            }
        });
        written?;
        if !block.is_empty() {
            checksum.write_block(&block, to)?;
        }
        let mut last = vec![END];
        serde_json::to_writer(&mut last, &summary)?;
        last.push(b'\n');
        checksum.write_block(&last, to)?;
        to.flush()
    }
}
