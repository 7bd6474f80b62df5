//! No node allocates: what a search allocates does not grow with its tree.

use std::ops::ControlFlow;

use plybench_engine::{game::chess::Chess, observe::Counters, search::Search, variants};

/// Allocations and nodes of a search.
fn allocations(depth: u8) -> (u64, u64) {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let glass = variants::find("glass").unwrap();
    let mut nodes = 0;
    let counted = allocation_counter::measure(|| {
        nodes = Search::new(&root, &glass.options)
            .observed_by(Counters::default())
            .to_depth(depth, |_, _| ControlFlow::Continue(()))
            .nodes;
    });
    (counted.count_total, nodes)
}

#[test]
fn a_thousand_times_the_nodes_take_a_few_lines_more() {
    let ((few, small), (many, large)) = (allocations(4), allocations(14));
    assert!(large > small * 500);
    // Each iteration's own line grows a few times, and the room for the children of the ply that it reaches first; nothing else may.
    let for_ten_lines = 10 * 6;
    assert!(
        many - few <= for_ten_lines,
        "{small} nodes: {few}; {large} nodes: {many}"
    );
}
