//! The nodes as one compressed block of columns, which a page reads as arrays of numbers.
//!
//! Columns are little-endian, the widest first, each padded to four bytes. Columns of the tree have a number for each kept node;
//! columns of a search have one for each kept node that it entered, in the same order.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use plybench_checker::{game::NO_MOVE, trace::Bound};

use super::{
    difference::{NONE, Pair},
    keep::Kept,
};
use crate::visits::{TableEntry, Visit, Visits};

/// No value: the king was captured, or there is no such entry.
const NO_VALUE: i16 = i16::MIN;
/// No entry of the table.
const NO_BOUND: u8 = u8::MAX;

/// A column of a search: its name, the type of its numbers, and the number of a node.
type Column = (&'static str, &'static str, fn(&Visit) -> i64);

/// The columns of a search, the widest first.
const COLUMNS: &[Column] = &[
    ("size", "u32", |node| node.size.into()),
    ("move", "u16", |node| node.shown.into()),
    ("place", "u16", |node| node.place.into()),
    ("refuted", "u16", |node| node.refuted.into()),
    ("skipped", "u16", |node| node.skipped.0.into()),
    ("hitMove", "u16", |node| {
        entry(node.hit, NO_MOVE, |one| one.mv)
    }),
    ("storedMove", "u16", |node| {
        entry(node.stored, NO_MOVE, |one| one.mv)
    }),
    ("alpha", "i16", |node| node.window.0.into()),
    ("beta", "i16", |node| node.window.1.into()),
    ("narrowedAlpha", "i16", |node| node.narrowed.0.into()),
    ("narrowedBeta", "i16", |node| node.narrowed.1.into()),
    ("value", "i16", |node| node.value.unwrap_or(NO_VALUE).into()),
    ("evaluation", "i16", |node| {
        node.evaluation.unwrap_or(NO_VALUE).into()
    }),
    ("hitValue", "i16", |node| {
        entry(node.hit, NO_VALUE, |one| one.value)
    }),
    ("storedValue", "i16", |node| {
        entry(node.stored, NO_VALUE, |one| one.value)
    }),
    ("reached", "u8", |node| node.reached as i64),
    ("askedBy", "u8", |node| node.asked_by.into()),
    ("ply", "u8", |node| node.ply.into()),
    ("depth", "u8", |node| node.depth.into()),
    ("needed", "u8", |node| node.needed.into()),
    ("neededBy", "u8", |node| node.needed_by.into()),
    ("certainty", "u8", |node| certainty(node.bound)),
    ("quiescence", "u8", |node| node.in_quiescence.into()),
    ("line", "u8", |node| node.is_in_line.into()),
    ("narrowedBy", "u8", |node| node.narrowed_by.into()),
    ("extended", "u8", |node| node.extended.0.into()),
    ("extendedBy", "u8", |node| node.extended.1.into()),
    ("reduced", "u8", |node| node.reduced.0.into()),
    ("reducedBy", "u8", |node| node.reduced.1.into()),
    ("skippedBy", "u8", |node| node.skipped.1.into()),
    ("hitDepth", "u8", |node| entry(node.hit, 0, |one| one.depth)),
    ("hitBound", "u8", |node| {
        entry(node.hit, NO_BOUND, |one| one.bound as u8)
    }),
    ("storedDepth", "u8", |node| {
        entry(node.stored, 0, |one| one.depth)
    }),
    ("storedBound", "u8", |node| {
        entry(node.stored, NO_BOUND, |one| one.bound as u8)
    }),
    ("end", "u8", |node| node.end as i64),
    ("endedBy", "u8", |node| node.ended_by.into()),
];

/// A number of an entry of the table, or of no entry.
fn entry<N: Into<i64>>(entry: Option<TableEntry>, none: N, of: fn(TableEntry) -> N) -> i64 {
    entry.map_or(none, of).into()
}

/// What a value says, as the page numbers it.
fn certainty(bound: Bound) -> i64 {
    match bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    }
}

/// The bytes of a number of this type.
fn width(kind: &str) -> usize {
    match kind {
        "u32" => 4,
        "u16" | "i16" => 2,
        _ => 1,
    }
}

/// Packs the kept nodes of a tree: the columns, compressed as of RFC 1952; and of each, the part that it belongs to, its name, its
/// type and its length.
pub(super) fn pack(searches: &[&Visits], pairs: &[Pair], kept: &Kept) -> (Vec<u8>, Vec<Value>) {
    let mut to = GzEncoder::new(Vec::new(), Compression::default());
    let mut layout = Vec::new();
    let mut add = |part: &str, name: &str, kind: &str, numbers: &mut dyn Iterator<Item = i64>| {
        let width = width(kind);
        let mut bytes = Vec::new();
        for number in numbers {
            bytes.extend_from_slice(&number.to_le_bytes()[..width]);
        }
        layout.push(json!([part, name, kind, bytes.len() / width]));
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        // A vector takes all bytes.
        let _ = to.write_all(&bytes);
    };
    let kept_pairs = || kept.places.iter().map(|&place| &pairs[place as usize]);
    let mut sizes = kept_pairs().map(|pair| pair.size.into());
    add("tree", "size", "u32", &mut sizes);
    let mut spans = kept.spans.iter().map(|&span| span.into());
    add("tree", "span", "u32", &mut spans);
    if searches.len() == 2 {
        for (which, name) in ["onlyA", "onlyB"].into_iter().enumerate() {
            let before = only_before(pairs, which);
            let within = kept.places.iter().map(|&place| {
                let place = place as usize;
                before[place + pairs[place].size as usize] - before[place]
            });
            add("tree", name, "u32", &mut within.map(i64::from));
        }
    }
    // Wide columns first, so that each begins where an array of its type can.
    for wide in [4, 2, 1] {
        for (which, (visits, part)) in searches.iter().zip(["a", "b"]).enumerate() {
            for &(name, kind, of) in COLUMNS.iter().filter(|column| width(column.1) == wide) {
                let places = kept_pairs().map(|pair| pair.places[which]);
                let places = places.filter(|&place| place != NONE);
                let mut numbers = places.map(|place| of(&visits.nodes[place as usize]));
                add(part, name, kind, &mut numbers);
            }
        }
    }
    let mut has = kept_pairs().map(|pair| {
        let [a, b] = pair.places.map(|place| i64::from(place != NONE));
        a | b << 1
    });
    add("tree", "has", "u8", &mut has);
    (to.finish().unwrap_or_default(), layout)
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
