//! Nodes do not allocate: the number of allocations does not grow with the tree.

use std::ops::ControlFlow;

use plybench_engine::{
    game::chess::Chess,
    observe::Counters,
    search::{Memory, Search},
    variants,
};

/// The number of allocations and of nodes of a search.
fn allocations(depth: u8) -> (u64, u64) {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let glass = variants::find("glass").unwrap();
    let mut nodes = 0;
    let counted = allocation_counter::measure(|| {
        nodes = Search::new(&root, &glass.options)
            .observed_by(&mut Counters::default())
            .to_depth(depth, |_, _| ControlFlow::Continue(()))
            .nodes;
    });
    (counted.count_total, nodes)
}

#[test]
fn hundreds_of_times_more_nodes_need_only_a_few_more_allocations() {
    let ((few, small), (many, large)) = (allocations(4), allocations(14));
    assert!(large > small * 500);
    // Each further iteration allocates its line and the buffer for the children of a new ply, which both grow a few times.
    let for_ten_iterations = 10 * 6;
    assert!(
        many - few <= for_ten_iterations,
        "{small} nodes: {few}; {large} nodes: {many}"
    );
}

#[test]
fn a_search_uses_all_memory_of_the_one_before() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let mut options = variants::find("glass").unwrap().options;
    options.ordering.killers = true;
    options.ordering.history = true;
    let mut memory = Memory::default();
    let mut search = || {
        allocation_counter::measure(|| {
            Search::new(&root, &options)
                .in_memory_of(&mut memory)
                .to_depth(1, |_, _| ControlFlow::Continue(()));
        })
    };
    let (first, second) = (search(), search());
    // What the first leaves is all that the second needs.
    assert_eq!(
        first.count_total - second.count_total,
        first.count_current as u64
    );
    assert_eq!(second.bytes_current, 0);
    // Positions for each ply are left, which belong to one search: 13 KB, where the table alone has 16 MiB.
    assert!(second.bytes_total * 1000 < first.bytes_total);
}
