//! The nodes as one compressed block of columns, which a page reads as arrays of numbers.
//!
//! Columns are little-endian, the widest first, each padded to four bytes. Columns of the tree have a number for each kept node;
//! columns of a search have one for each kept node that it entered, in the same order.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use super::{
    difference::{NONE, Pair},
    keep::Kept,
    visit::{Entry, Visit, Visits},
};

/// No value: the king was captured, or there is no such entry.
const NO_VALUE: i16 = i16::MIN;
/// No entry of the table.
const NO_BOUND: u8 = u8::MAX;

/// What a page reads.
pub(super) struct Block {
    /// Compressed as of RFC 1952.
    pub(super) bytes: Vec<u8>,
    /// Each column: the part that it belongs to, its name, its type, its length.
    pub(super) layout: Vec<Value>,
}

/// A column of a search.
enum Column {
    U32(&'static str, fn(&Visit) -> u32),
    U16(&'static str, fn(&Visit) -> u16),
    I16(&'static str, fn(&Visit) -> i16),
    U8(&'static str, fn(&Visit) -> u8),
}

/// The columns of a search, the widest first.
const COLUMNS: &[Column] = &[
    Column::U32("size", |node| node.size),
    Column::U16("move", |node| node.shown),
    Column::U16("place", |node| node.place),
    Column::U16("refuted", |node| node.refuted),
    Column::U16("skipped", |node| node.skipped.0),
    Column::U16("hitMove", |node| mv(node.hit)),
    Column::U16("storedMove", |node| mv(node.stored)),
    Column::I16("alpha", |node| node.window.0),
    Column::I16("beta", |node| node.window.1),
    Column::I16("narrowedAlpha", |node| node.narrowed.0),
    Column::I16("narrowedBeta", |node| node.narrowed.1),
    Column::I16("value", |node| node.value.unwrap_or(NO_VALUE)),
    Column::I16("evaluation", |node| node.evaluation.unwrap_or(NO_VALUE)),
    Column::I16("hitValue", |node| value(node.hit)),
    Column::I16("storedValue", |node| value(node.stored)),
    Column::U8("reached", |node| node.reached as u8),
    Column::U8("askedBy", |node| node.asked_by),
    Column::U8("ply", |node| node.ply),
    Column::U8("depth", |node| node.depth),
    Column::U8("needed", |node| node.needed),
    Column::U8("neededBy", |node| node.needed_by),
    Column::U8("certainty", |node| node.certainty as u8),
    Column::U8("quiescence", |node| node.in_quiescence.into()),
    Column::U8("line", |node| node.is_in_line.into()),
    Column::U8("narrowedBy", |node| node.narrowed_by),
    Column::U8("extended", |node| node.extended.0),
    Column::U8("extendedBy", |node| node.extended.1),
    Column::U8("reduced", |node| node.reduced.0),
    Column::U8("reducedBy", |node| node.reduced.1),
    Column::U8("skippedBy", |node| node.skipped.1),
    Column::U8("hitDepth", |node| depth(node.hit)),
    Column::U8("hitBound", |node| bound(node.hit)),
    Column::U8("storedDepth", |node| depth(node.stored)),
    Column::U8("storedBound", |node| bound(node.stored)),
    Column::U8("end", |node| node.end as u8),
    Column::U8("endedBy", |node| node.ended_by),
];

fn mv(entry: Option<Entry>) -> u16 {
    entry.map_or(plybench_checker::game::NO_MOVE, |entry| entry.mv)
}

fn value(entry: Option<Entry>) -> i16 {
    entry.map_or(NO_VALUE, |entry| entry.value)
}

fn depth(entry: Option<Entry>) -> u8 {
    entry.map_or(0, |entry| entry.depth)
}

fn bound(entry: Option<Entry>) -> u8 {
    entry.map_or(NO_BOUND, |entry| entry.bound as u8)
}

/// Packs the kept nodes of a tree.
pub(super) fn pack(searches: &[&Visits], pairs: &[Pair], kept: &Kept) -> Block {
    let mut columns = Columns::default();
    let kept_pairs = || kept.places.iter().map(|&place| &pairs[place as usize]);
    columns.add(
        "tree",
        "size",
        "u32",
        kept_pairs().map(|pair| pair.size.to_le_bytes()),
    );
    columns.add(
        "tree",
        "span",
        "u32",
        kept.spans.iter().map(|span| span.to_le_bytes()),
    );
    if searches.len() == 2 {
        for (which, name) in ["onlyA", "onlyB"].into_iter().enumerate() {
            let before = only_before(pairs, which);
            let within = kept.places.iter().map(|&place| {
                let place = place as usize;
                before[place + pairs[place].size as usize] - before[place]
            });
            columns.add("tree", name, "u32", within.map(u32::to_le_bytes));
        }
    }
    let parts = ["a", "b"];
    // Wide columns first, so that each begins where an array of its type can.
    for width in [4, 2, 1] {
        for (which, visits) in searches.iter().enumerate() {
            let nodes = || {
                let places = kept_pairs().map(move |pair| pair.places[which]);
                places
                    .filter(|&place| place != NONE)
                    .map(|place| &visits.nodes[place as usize])
            };
            let part = parts[which];
            for column in COLUMNS {
                match (width, column) {
                    (4, Column::U32(name, of)) => {
                        columns.add(
                            part,
                            name,
                            "u32",
                            nodes().map(|node| of(node).to_le_bytes()),
                        );
                    }
                    (2, Column::U16(name, of)) => {
                        columns.add(
                            part,
                            name,
                            "u16",
                            nodes().map(|node| of(node).to_le_bytes()),
                        );
                    }
                    (2, Column::I16(name, of)) => {
                        columns.add(
                            part,
                            name,
                            "i16",
                            nodes().map(|node| of(node).to_le_bytes()),
                        );
                    }
                    (1, Column::U8(name, of)) => {
                        columns.add(part, name, "u8", nodes().map(|node| [of(node)]));
                    }
                    _ => {}
                }
            }
        }
    }
    let has = kept_pairs().map(|pair| {
        let [a, b] = pair.places.map(|place| u8::from(place != NONE));
        [a | b << 1]
    });
    columns.add("tree", "has", "u8", has);
    columns.finish()
}

/// How many nodes before each place, and before the end, only one search enters.
fn only_before(pairs: &[Pair], which: usize) -> Vec<u32> {
    let mut before = vec![0];
    before.extend(pairs.iter().scan(0, |sum, pair| {
        *sum += u32::from(pair.places[1 - which] == NONE);
        Some(*sum)
    }));
    before
}

struct Columns {
    to: GzEncoder<Vec<u8>>,
    layout: Vec<Value>,
}

impl Default for Columns {
    fn default() -> Self {
        Columns {
            to: GzEncoder::new(Vec::new(), Compression::default()),
            layout: Vec::new(),
        }
    }
}

impl Columns {
    fn add<const WIDTH: usize>(
        &mut self,
        part: &str,
        name: &str,
        kind: &str,
        numbers: impl Iterator<Item = [u8; WIDTH]>,
    ) {
        let mut bytes: Vec<u8> = numbers.flatten().collect();
        let length = bytes.len() / WIDTH;
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        // A vector takes all bytes.
        let _ = self.to.write_all(&bytes);
        self.layout.push(json!([part, name, kind, length]));
    }

    fn finish(self) -> Block {
        Block {
            bytes: self.to.finish().unwrap_or_default(),
            layout: self.layout,
        }
    }
}
