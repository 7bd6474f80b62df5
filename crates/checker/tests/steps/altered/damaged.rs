//! Damaged files, and a trace made to exhaust the checker.

use std::{collections::BTreeSet, thread};

use plybench_checker::{
    check::check,
    game::NO_MOVE,
    trace::{Checksum, Header, Next, Reader, Requested, Step, TraceError, record},
};
use plybench_engine::{game::chess::Chess, search::RootDriver, techniques::BuiltIn, variants};
use serde_json::json;

use super::{CASES, Parts, everything, sealed};

/// A file that says what no trace says is refused with the reason; none makes the checker panic.
#[test]
fn files_that_are_no_traces_are_refused_with_the_reason() {
    let case = &CASES[0];
    let header = case.header();
    let with = |from: &str, to: &str| {
        let text = String::from_utf8_lossy(&case.trace[..header]).replace(from, to);
        [text.as_bytes(), &case.trace[header..]].concat()
    };
    let summary = |from: &str, to: &str| {
        let steps = case.summary();
        let text = String::from_utf8_lossy(&case.trace[steps..]).replace(from, to);
        [&case.trace[..steps], text.as_bytes()].concat()
    };
    let mut tag = case.trace.clone();
    tag[header] = 99;
    let mut bound = case.trace[..header].to_vec();
    bound.extend([5, 0, 2, 0]);
    for (trace, expected) in [
        (b"".to_vec(), "not a trace"),
        (b"[]\n".to_vec(), "its format is not plybench-trace"),
        (with("\"version\":3", "\"version\":7"), "trace of version 7"),
        (
            with("\"version\":3", "\"version\":\"x\""),
            "it has no version",
        ),
        (
            with("\"depth\":6", "\"depth\":101"),
            "the header has depth 101",
        ),
        (
            with("\"null-move\"", "\"nul-move\""),
            "settings: unknown field `nul-move`",
        ),
        (with("\"soft\"", "7"), "settings: "),
        (tag, "no step begins with 99"),
        (bound, "side of a step Closed stands for nothing"),
        (case.trace[..header + 1].to_vec(), "ends within a step"),
        (case.trace[..header].to_vec(), "ends within a step"),
        (
            summary("\"nodes\":100", "\"nodes\":101"),
            "summary: the number of nodes is 101, but",
        ),
        (
            summary("\"ended\":\"nodes\"", "\"ended\":\"depth\""),
            "why the search ended",
        ),
        (
            summary("\"ended\":\"nodes\"", "\"ended\":\"asked\""),
            "stopped from outside",
        ),
        (
            summary("\"ended\":\"nodes\"", "\"ended\":\"memory\""),
            "does not fit into memory",
        ),
        (
            summary("\"counters\":{", "\"counters\":{\"a\":[],"),
            "counter a is",
        ),
        (summary("}\n", "} \n"), "not as a recorder writes it"),
    ] {
        let found = case.check(&trace).unwrap_err();
        assert!(found.contains(expected), "{found}, not {expected}");
    }
}

/// The place is that in the file: before the only block come the header's checksum, its length and its own checksum.
#[test]
fn a_wrong_step_or_summary_is_found_at_its_byte() {
    let case = &CASES[0];
    let said = |trace: &[u8], at: usize, problem: &str| {
        let found = case.check(trace).unwrap_err();
        let expected = format!("byte {}: {problem}", at + 8 + 12);
        assert!(found.starts_with(&expected), "{found}, not {expected}");
    };
    let mut at = case.header();
    for step in Parts::of(&case.trace).steps {
        let mut trace = case.trace.clone();
        trace[at] = 99;
        said(&trace, at, "no step begins with 99");
        at += step.length() as usize;
    }
    assert_eq!(at + 1, case.summary());
    let mut trace = case.trace.clone();
    trace.push(b' ');
    said(&trace, case.summary(), "not a summary");
}

/// Settings that no search has: a node is searched again without end. The steps for it are easy to write.
#[test]
fn a_trace_that_goes_too_deep_is_refused() {
    let root = Chess::from_fen("8/8/8/8/8/2K5/7R/k7 w - - 0 1").unwrap();
    let mut options = variants::PLAIN.options;
    options.mate_at_horizon = true;
    let techniques = json!({ "internal-iterative-deepening": { "min-depth": 1, "reduction": 0 } });
    let mut settings = serde_json::to_value(options).unwrap();
    settings["techniques"]["internal-iterative-deepening"] =
        techniques["internal-iterative-deepening"].clone();
    let header = Header::new(&root, &[], settings, 2, None);
    let mut trace = serde_json::to_vec(&header).unwrap();
    trace.push(b'\n');
    // The steps up to the first search that the technique requests, which the checker names one by one.
    let mut steps: Vec<Step> = Vec::new();
    let entered = |depth| Step::Entered {
        ply: 1,
        depth,
        alpha: -30001,
        beta: 30001,
        in_quiescence: false,
    };
    let mut names = BuiltIn::NAMES.iter();
    let by = names.position(|&name| name == "internal-iterative-deepening");
    let asked = |depth| Step::SubSearch {
        ply: 1,
        asked: Requested::Again,
        mv: NO_MOVE,
        depth,
        alpha: -30001,
        beta: 30001,
        by: by.unwrap() as u8,
    };
    let sound = record(&root, &options, 2, None, Vec::new()).unwrap();
    for step in Parts::read(&sound).steps {
        let is_first = matches!(
            step,
            Step::Entered {
                ply: 1,
                depth: 1,
                ..
            }
        );
        steps.push(step);
        if is_first {
            break;
        }
    }
    for _ in 0..5_000 {
        steps.extend([asked(1), entered(1)]);
    }
    steps.into_iter().for_each(|step| step.write(&mut trace));
    let trace = sealed(&trace);
    let deep = thread::Builder::new().stack_size(16 << 20);
    let refused = deep.spawn(move || check(&root, Reader::new(&trace[..]).unwrap()).unwrap_err());
    let refused = refused.unwrap().join().unwrap().to_string();
    assert!(refused.contains("no search goes so deep"), "{refused}");
}

/// Reads a whole trace. What was searched does not matter.
fn read(trace: &[u8]) -> Result<(), TraceError> {
    let mut reader = Reader::new(trace)?;
    while let Next::Step(_) = reader.step()? {}
    Ok(())
}

/// Where the blocks of a trace begin, and where it ends.
fn blocks(trace: &[u8]) -> Vec<usize> {
    let mut next = trace.iter().position(|&byte| byte == b'\n').unwrap() + 1 + 8;
    let mut blocks = vec![next];
    while next < trace.len() {
        let length = trace[next..next + 4].try_into().unwrap();
        next += 12 + u32::from_le_bytes(length) as usize;
        blocks.push(next);
    }
    blocks
}

/// The bytes that are damaged: all of the header, the frames, the summary and the first step of each kind, and some of the others.
fn damaged_places(trace: &[u8], blocks: &[usize]) -> BTreeSet<usize> {
    let mut places: BTreeSet<usize> = (0..blocks[0]).collect();
    places.extend((blocks[blocks.len() - 2]..trace.len()).chain((0..trace.len()).step_by(641)));
    places.extend(blocks.iter().flat_map(|&begin| begin..begin + 12));
    let (mut reader, mut kinds) = (Reader::new(trace).unwrap(), BTreeSet::new());
    while let Next::Step(step) = reader.step().unwrap() {
        if kinds.insert(step.name()) {
            let end = reader.offset() as usize;
            places.extend(end - step.length() as usize..end);
        }
    }
    places.retain(|&place| place < trace.len());
    places
}

/// The reader alone finds damage, without the game: the explorer reads traces without the checker.
#[test]
fn every_damage_is_found_by_the_checksums_and_has_its_place() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let options = everything("stockfish", RootDriver::Mtdf);
    let trace = record(&root, &options, 9, Some(4_000), Vec::new()).unwrap();
    let blocks = blocks(&trace);
    assert!(blocks.len() > 3 && read(&trace).is_ok(), "{blocks:?}");
    for at in damaged_places(&trace, &blocks) {
        let begin = blocks.iter().rfind(|&&begin| begin <= at);
        let (before, after) = trace.split_at(at);
        let flipped =
            [1, 2, 0x20, 0x80].map(|bits| [before, &[after[0] ^ bits], &after[1..]].concat());
        let mut exchanged = trace.clone();
        exchanged.swap(at, (at + 1).min(trace.len() - 1));
        let others = [
            before.to_vec(),
            [before, &after[1..]].concat(),
            [before, &after[..1], after].concat(),
            [before, &[0], after].concat(),
            [&trace[..at.saturating_sub(7)], after].concat(),
            [&trace[..(at + 7).min(trace.len())], after].concat(),
            exchanged,
        ];
        for damaged in flipped
            .iter()
            .chain(&others)
            .filter(|damaged| **damaged != trace)
        {
            let said = read(damaged).expect_err("is damaged").to_string();
            // A byte that is gone or new can be one of those that follow alike, and so of the next block.
            let is_in_place = flipped
                .contains(damaged)
                .then(|| begin.map(|begin| format!("byte {begin}: ")));
            if let Some(Some(place)) = is_in_place {
                assert!(
                    said.starts_with(&place),
                    "byte {at}, of the block at {place}{said}"
                );
            }
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    for more in [&b"\n"[..], b"\0", &trace[..]] {
        assert!(read(&[&trace[..], more].concat()).is_err());
    }
}

#[test]
fn blocks_that_are_left_out_repeated_or_exchanged_are_found() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let trace = record(&root, &variants::GLASS.options, 7, None, Vec::new()).unwrap();
    let places = blocks(&trace);
    let parts: Vec<&[u8]> = places
        .windows(2)
        .map(|ends| &trace[ends[0]..ends[1]])
        .collect();
    let header = &trace[..places[0]];
    let with = |parts: &[&[u8]]| [header, &parts.concat()].concat();
    assert!(parts.len() > 3 && read(&with(&parts)).is_ok());
    for number in 0..parts.len() {
        let mut left_out = parts.clone();
        left_out.remove(number);
        let mut repeated = parts.clone();
        repeated.insert(number, parts[number]);
        for damaged in [left_out, repeated, parts[..number].to_vec()] {
            assert!(read(&with(&damaged)).is_err(), "block {number}");
        }
        for other in 0..number {
            let mut exchanged = parts.clone();
            exchanged.swap(number, other);
            assert!(
                read(&with(&exchanged)).is_err(),
                "blocks {other} and {number}"
            );
        }
    }
}

/// Their checksums are right, but a recorder writes no such blocks.
#[test]
fn blocks_without_bytes_and_with_too_many_are_refused() {
    let header = &CASES[0].trace[..CASES[0].header()];
    for (length, expected) in [
        (0, "the trace is damaged here"),
        (1 << 24, "not a summary"),
        ((1 << 24) + 1, "the trace is damaged here"),
    ] {
        let (mut checksum, mut trace) = (Checksum::default(), header.to_vec());
        trace.extend(checksum.of_header(header));
        checksum.write_block(&vec![0; length], &mut trace).unwrap();
        let refused = read(&trace).unwrap_err().to_string();
        assert!(refused.contains(expected), "{length}: {refused}");
    }
}
