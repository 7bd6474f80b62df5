//! Damaged files, and a trace made to exhaust the checker.

use std::thread;

use plybench_checker::{
    check::check,
    game::NO_MOVE,
    trace::{Asked, Header, Reader, Step, record},
};
use plybench_engine::{game::chess::Chess, techniques::BuiltIn, variants};
use serde_json::json;

use super::{CASES, Parts};

/// A damaged file is refused with the reason and the place; none makes the checker panic.
#[test]
fn damaged_files_are_refused_with_the_reason() {
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
        (with("\"version\":2", "\"version\":7"), "trace of version 7"),
        (
            with("\"version\":2", "\"version\":\"x\""),
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
    let header = Header::new(root.fen(), settings, 2, None);
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
    let asked = |depth| Step::Asked {
        ply: 1,
        asked: Asked::Again,
        mv: NO_MOVE,
        depth,
        alpha: -30001,
        beta: 30001,
        by: by.unwrap() as u8,
    };
    let sound = record(&root, &options, (2, None), Vec::new()).unwrap();
    for step in Parts::of(&sound).steps {
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
    let deep = thread::Builder::new().stack_size(16 << 20);
    let refused = deep.spawn(move || check(&root, Reader::new(&trace[..]).unwrap()).unwrap_err());
    let refused = refused.unwrap().join().unwrap().to_string();
    assert!(refused.contains("no search goes so deep"), "{refused}");
}
