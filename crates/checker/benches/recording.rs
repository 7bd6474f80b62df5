//! What recording a search costs, and what checking it costs: ratios to the same search without a recording, measured in turn.
//!
//! `cargo bench -p plybench-checker` prints the medians, and fails if recording takes more than 3 times as long. With `--test` it only asserts that the recorded search is the same search.

use std::{
    env,
    io::{self, Write},
    ops::ControlFlow,
    time::Instant,
};

use plybench_checker::{
    check::check,
    trace::{Reader, record},
};
use plybench_engine::{
    game::chess::Chess,
    search::{Limits, Search},
    variants,
};

const ROOTS: [&str; 2] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed().as_secs_f64(), result)
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn main() {
    let mut out = io::stdout().lock();
    let is_test = env::args().any(|argument| argument == "--test");
    let (rounds, nodes) = if is_test { (1, 20_000) } else { (9, 2_000_000) };
    for variant in variants::ALL {
        for fen in ROOTS {
            let root = Chess::from_fen(fen).unwrap();
            let options = variant.options;
            let (depth, most) = (60, Some(nodes));
            let mut ratios = [Vec::new(), Vec::new()];
            for _ in 0..rounds {
                let limits = Limits {
                    nodes: Some(nodes),
                    stop: None,
                };
                let (plain, outcome) = seconds(|| {
                    Search::new(&root, &options)
                        .limited(limits)
                        .to_depth(depth, |_, _| ControlFlow::Continue(()))
                });
                let (recorded, result) =
                    seconds(|| record(&root, &options, depth, most, io::sink()));
                result.unwrap();
                let trace = record(&root, &options, depth, most, Vec::new()).unwrap();
                let (checked, result) = seconds(|| check(&root, Reader::new(&trace[..]).unwrap()));
                assert_eq!(result.unwrap().summary.nodes, outcome.nodes);
                ratios[0].push(recorded / plain);
                ratios[1].push(checked / plain);
            }
            let [recorded, checked] = ratios.map(median);
            assert!(
                is_test || recorded <= 3.0,
                "recording takes {recorded:.2} times as long"
            );
            let name = variant.name;
            writeln!(
                out,
                "{name} {fen}: recording {recorded:.2}, checking {checked:.2}"
            )
            .unwrap();
        }
    }
}
