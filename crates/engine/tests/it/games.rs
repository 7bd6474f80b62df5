//! Othello and games of lines against known counts, an independent program and the counts of textbooks.

use std::process::Command;

use plybench_engine::{
    game::named::AnyPosition,
    observe::Counters,
    search::{MateValues, Search, SearchOptions, minimax::minimax},
    units::{Depth, Ply},
    variants,
    window::Window,
};

fn position(text: &str) -> AnyPosition {
    AnyPosition::read(text).unwrap().unwrap()
}

/// The leaves of Othello by depth, as many Othello programs list them. A pass is a ply, and a game that is over counts as one leaf.
const OTHELLO: [u64; 11] = [
    4,
    12,
    56,
    244,
    1_396,
    8_200,
    55_092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
];

fn assert_othello(depths: impl Iterator<Item = usize>) {
    let start = position("othello");
    for depth in depths {
        assert_eq!(start.perft(depth as u8), OTHELLO[depth - 1], "{depth}");
    }
}

#[test]
fn othello_has_the_published_counts() {
    assert_othello(1..=9);
}

#[test]
#[ignore = "takes seconds"]
fn othello_has_the_published_counts_at_depths_10_and_11() {
    assert_othello(10..=11);
}

#[test]
fn games_of_lines_have_the_counts_of_an_independent_program() {
    for (columns, rows, line, kind, depth) in [
        (7, 6, 4, "drop", 6),
        (4, 3, 3, "drop", 8),
        (3, 3, 3, "place", 7),
        (4, 3, 3, "place", 5),
    ] {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/perft_of_lines.py");
        let mut python = Command::new("python3");
        python.args([program, kind]);
        python.args([columns, rows, line, depth].map(|number: u8| number.to_string()));
        let counted = python.output().unwrap();
        let said = String::from_utf8_lossy(&counted.stderr);
        assert!(counted.status.success(), "{said}");
        let counts = String::from_utf8(counted.stdout).unwrap();
        let counts: Vec<u64> = counts.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(counts.len(), usize::from(depth));
        let start = position(&format!("connect {columns}x{rows} {line} {kind}"));
        for (count, depth) in counts.into_iter().zip(1..) {
            assert_eq!(start.perft(depth), count, "{} depth {depth}", start.text());
        }
    }
}

#[test]
fn tic_tac_toe_has_the_counts_of_the_textbook() {
    let options = SearchOptions {
        mates: MateValues::Flat,
        mate_at_horizon: true,
        ..variants::PLAIN.options
    };
    let start = position("tic-tac-toe");
    let (score, nodes) = minimax(&start, &options, 9);
    let mut counters = Counters::default();
    let values = Search::new(&start, &options)
        .observed_by(&mut counters)
        .values_at([(Ply::ROOT, Depth::new(9), Window::full())]);
    assert_eq!(values, Ok(vec![score]));
    assert_eq!((nodes, counters.all_ends()), (549_946, 18_297));
    assert_eq!(score.centipawns(), Some(0));
}
