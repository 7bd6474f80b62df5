//! The checker refuses every trace that no search could have written.
//!
//! Traces of real searches are altered in one place: a byte of a step or of the summary, a step dropped, doubled or exchanged with
//! the next one. What is left alone is the header: another header is another search.

use std::{collections::BTreeSet, sync::LazyLock, thread};

use plybench_checker::{
    check::{check, check_after},
    game::{NO_MOVE, Recorded},
    trace::{Asked, Header, Next, Reader, Step, record, record_after},
};
use plybench_engine::{
    eval::Evaluation,
    game::{chess::Chess, explicit_tree::ExplicitTree, uniform_tree::UniformTree},
    ordering::OrderingOptions,
    search::{FailMode, Legality, RootDriver, ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableOptions, TableSize},
    variants,
};
use proptest::prelude::*;
use serde_json::json;

use super::games::{Moment, moments};

/// A search with all that can be on: null windows, a small table, every technique.
fn everything(form: &str, driver: RootDriver) -> SearchOptions {
    let techniques = json!({
        "mate-distance": form,
        "check-extension": true,
        "null-move": { "verify": true, "min-depth": 1, "reduction": 1 },
        "futility": { "margins": [50, 100] },
        "late-move-reduction": { "full-depth-moves": 1, "min-depth": 2 },
        "singular-extension": { "min-depth": 3, "margin": 0 },
        "prob-cut": { "min-depth": 2, "margin": 10, "reduction": 1 },
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
    });
    SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::Pvs,
        driver,
        mate_at_horizon: true,
        quiescence: true,
        evaluation: Evaluation::Material,
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: true,
            history: true,
            ..OrderingOptions::default()
        },
        table: TableOptions {
            size: TableSize::Entries(40),
            replacement: Replacement::TwoTier,
            principal_variation: PrincipalEntries::Separate(20),
            ..TableOptions::default()
        },
        // Not everywhere: illegal moves take most of the nodes, and these traces are short.
        legality: match form {
            "vipermate" | "mate-holds" => Legality::KingCapture,
            _ => Legality::KingSafety,
        },
        techniques: serde_json::from_value(techniques).unwrap(),
        ..variants::PLAIN.options
    }
}

/// The parts of a trace.
struct Parts {
    header: Vec<u8>,
    steps: Vec<Step>,
    summary: Vec<u8>,
}

impl Parts {
    fn of(trace: &[u8]) -> Self {
        let mut reader = Reader::new(trace).unwrap();
        let start = reader.offset() as usize;
        let mut steps = Vec::new();
        while let Next::Step(step) = reader.step().unwrap() {
            steps.push(step);
        }
        let length: u64 = steps.iter().map(|step| step.length()).sum();
        Parts {
            header: trace[..start].to_vec(),
            steps,
            summary: trace[start + length as usize..].to_vec(),
        }
    }

    /// The trace with these steps.
    fn with(&self, steps: impl IntoIterator<Item = Step>) -> Vec<u8> {
        let mut trace = self.header.clone();
        steps.into_iter().for_each(|step| step.write(&mut trace));
        trace.extend(&self.summary);
        trace
    }
}

enum Root {
    Chess(Chess),
    Game(Moment),
    Uniform(UniformTree),
    Explicit(ExplicitTree),
}

/// A search with its trace.
struct Case {
    root: Root,
    trace: Vec<u8>,
}

impl Case {
    fn new(root: Root, options: &SearchOptions) -> Self {
        fn traced<G: Recorded>(root: &G, options: &SearchOptions) -> Vec<u8> {
            record(root, options, (6, Some(100)), Vec::new()).unwrap()
        }
        let trace = match &root {
            Root::Chess(root) => traced(root, options),
            Root::Game(Moment { root, past }) => {
                record_after(root, past, options, (6, Some(100)), Vec::new()).unwrap()
            }
            Root::Uniform(tree) => traced(&tree.root().unwrap(), options),
            Root::Explicit(tree) => traced(&tree.root(), options),
        };
        let case = Case { root, trace };
        assert!(case.accepts(&case.trace));
        case
    }

    /// Whether the checker accepts a trace of the root.
    fn accepts(&self, trace: &[u8]) -> bool {
        let Ok(trace) = Reader::new(trace) else {
            return false;
        };
        match &self.root {
            Root::Chess(root) => check(root, trace).is_ok(),
            Root::Game(Moment { root, past }) => check_after(root, past, trace).is_ok(),
            Root::Uniform(tree) => check(&tree.root().unwrap(), trace).is_ok(),
            Root::Explicit(tree) => check(&tree.root(), trace).is_ok(),
        }
    }

    /// The length of the header, which is left alone.
    fn header(&self) -> usize {
        Reader::new(&self.trace[..]).unwrap().offset() as usize
    }
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut cases = Vec::new();
    let [mtdf, aspiration, full] = [
        RootDriver::Mtdf,
        RootDriver::Aspiration(5),
        RootDriver::FullWindow,
    ];
    for (fen, form, driver) in [
        ("8/8/8/8/8/2K5/7R/k7 w - - 0 1", "stockfish", mtdf),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "depth-clamp", full),
        (
            "4k3/P6r/3p4/8/8/2n5/1P6/R3K3 w Q - 97 90",
            "vipermate",
            aspiration,
        ),
        ("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", "mate-holds", full),
        ("3qk3/8/8/8/8/8/3P4/3QK2R w K - 0 1", "delayed-loss", mtdf),
    ] {
        let root = Root::Chess(Chess::from_fen(fen).unwrap());
        cases.push(Case::new(root, &everything(form, driver)));
    }
    for moment in moments().into_iter().take(2) {
        cases.push(Case::new(Root::Game(moment), &everything("off", full)));
    }
    let hard = SearchOptions {
        fail: FailMode::Hard,
        ..everything("cpw", mtdf)
    };
    let tree = UniformTree {
        branching: 3,
        depth: 5,
        spread: 20,
        mated_share: 0.1,
        best_first_share: 0.3,
        seed: 5,
    };
    cases.push(Case::new(Root::Uniform(tree), &hard));
    let tree = ExplicitTree::parse("[[[3, 17], [2, []]], [[15], [25, 0]], [[], [3, 14, 8]]]");
    cases.push(Case::new(Root::Explicit(tree.unwrap()), &hard));
    cases
});

#[test]
fn the_trace_of_another_root_or_version_is_refused() {
    for (number, case) in CASES.iter().enumerate() {
        for (other, of) in CASES.iter().enumerate() {
            let same = number == other;
            assert_eq!(case.accepts(&of.trace), same, "{number} {other}");
        }
        let text = String::from_utf8_lossy(&case.trace[..case.header()]).into_owned();
        for (from, to) in [
            ("\"version\":2", "\"version\":1"),
            ("plybench-trace", "plybench-tracf"),
            ("\"nodes\":100", "\"nodes\":1"),
            ("\"fail\":", "\"fall\":"),
        ] {
            assert!(text.contains(from), "{text}");
            let mut altered = text.replace(from, to).into_bytes();
            altered.extend(&case.trace[case.header()..]);
            assert!(!case.accepts(&altered), "{to}");
        }
    }
}

/// Every key of the game before the root is checked, and so is their order.
#[test]
fn a_header_with_another_game_is_refused() {
    let mut tried = 0;
    for case in &*CASES {
        let Root::Game(Moment { root, past }) = &case.root else {
            continue;
        };
        let header: serde_json::Value =
            serde_json::from_slice(&case.trace[..case.header()]).unwrap();
        let mut reason = |past: serde_json::Value| {
            let mut altered = header.clone();
            altered["past"] = past;
            let mut trace = serde_json::to_vec(&altered).unwrap();
            trace.push(b'\n');
            trace.extend(&case.trace[case.header()..]);
            tried += 1;
            let trace = Reader::new(&trace[..]).map_err(|error| error.to_string())?;
            let checked = check_after(root, past_of(case), trace);
            checked.map(drop).map_err(|refused| refused.to_string())
        };
        assert_eq!(reason(json!(past)), Ok(()));
        for at in 0..past.len() {
            let (mut without, mut other) = (past.clone(), past.clone());
            without.remove(at);
            other[at] ^= 1;
            let mut turned = past.clone();
            turned.swap(at, (at + 1) % past.len());
            // A position that occurred twice can change places with itself.
            let altered = [without, other, turned].into_iter();
            for altered in altered.filter(|altered| altered != past) {
                let refused = reason(json!(altered)).unwrap_err();
                assert!(refused.contains("other positions of the game"), "{refused}");
            }
        }
        for (nonsense, says) in [
            (json!([]), "other positions of the game"),
            (json!([-1]), "not a trace"),
            (json!("x"), "not a trace"),
        ] {
            let refused = reason(nonsense).unwrap_err();
            assert!(refused.contains(says), "{refused}");
        }
    }
    assert!(tried > 30, "{tried}");
}

fn past_of(case: &Case) -> &[u64] {
    match &case.root {
        Root::Game(moment) => &moment.past,
        _ => &[],
    }
}

/// A damaged file is refused with the reason and the place; none makes the checker panic.
#[test]
fn damaged_files_are_refused_with_the_reason() {
    let case = &CASES[0];
    let header = case.header();
    let reason = |trace: &[u8]| {
        let Root::Chess(root) = &case.root else {
            unreachable!()
        };
        let checked = Reader::new(trace).map_err(|error| error.to_string());
        let checked =
            checked.and_then(|trace| check(root, trace).map_err(|error| error.to_string()));
        checked.unwrap_err()
    };
    let with = |from: &str, to: &str| {
        let text = String::from_utf8_lossy(&case.trace[..header]).replace(from, to);
        [text.as_bytes(), &case.trace[header..]].concat()
    };
    let summary = |from: &str, to: &str| {
        let steps = case.trace.len() - Parts::of(&case.trace).summary.len();
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
        let found = reason(&trace);
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
    let asked = |depth| Step::Asked {
        ply: 1,
        asked: Asked::Again,
        mv: NO_MOVE,
        depth,
        alpha: -30001,
        beta: 30001,
        by: 9,
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

#[test]
fn a_step_dropped_doubled_or_exchanged_is_found() {
    let mut kinds = BTreeSet::new();
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        let steps = &parts.steps;
        for at in 0..steps.len() {
            let text = format!("{:?}", steps[at]);
            kinds.insert(text.split(' ').next().unwrap().to_owned());
            let refused = |how: &str, middle: &[Step], skipped: usize| {
                let altered = [&steps[..at], middle, &steps[at + skipped..]].concat();
                assert!(
                    !case.accepts(&parts.with(altered)),
                    "step {at} {how}: {text}"
                );
            };
            refused("dropped", &[], 1);
            refused("doubled", &[steps[at]; 2], 1);
            if let Some(&next) = steps.get(at + 1)
                && next != steps[at]
            {
                refused("exchanged", &[next, steps[at]], 2);
            }
        }
    }
    assert_eq!(kinds.len(), 18, "only {kinds:?} occur");
}

#[test]
fn every_byte_of_a_step_and_of_the_summary_matters() {
    for case in &*CASES {
        let mut altered = case.trace.clone();
        // The line feed at the end may be missing.
        for at in case.header()..altered.len() - 1 {
            for change in [1, 0x80] {
                altered[at] ^= change;
                assert!(!case.accepts(&altered), "byte {at}: {}", case.trace[at]);
                altered[at] ^= change;
            }
            assert!(!case.accepts(&case.trace[..at]), "cut at {at}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_two_steps_exchanged_are_found(
        which in any::<prop::sample::Index>(),
        places: [prop::sample::Index; 2],
    ) {
        let case = &CASES[which.index(CASES.len())];
        let parts = Parts::of(&case.trace);
        let mut steps = parts.steps.clone();
        let [one, other] = places.map(|place| place.index(steps.len()));
        steps.swap(one, other);
        let is_same = steps == parts.steps;
        prop_assert_eq!(case.accepts(&parts.with(steps)), is_same, "{} {}", one, other);
    }

    #[test]
    fn any_other_bytes_anywhere_are_found(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        bytes: [u8; 3],
    ) {
        let case = &CASES[which.index(CASES.len())];
        let at = case.header() + place.index(case.trace.len() - 1 - case.header());
        let mut altered = case.trace.clone();
        for (byte, new) in altered[at..case.trace.len() - 1].iter_mut().zip(bytes) {
            *byte = new;
        }
        prop_assert_eq!(case.accepts(&altered), altered == case.trace, "byte {}", at);
    }
}
