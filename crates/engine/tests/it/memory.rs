//! A search that reuses memory and counters has the same result as one with its own.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{
        Game,
        chess::Chess,
        uniform_tree::{CheckedTree, UniformTree},
    },
    observe::Counters,
    search::{Iteration, Limits, Memory, Outcome, Search, SearchOptions},
    units::{Depth, Ply},
    window::Window,
};

/// The memory and counters that a search leaves to the next.
#[derive(Default)]
struct Reused<M> {
    memory: Memory<M>,
    counters: Counters,
}

type SearchResult<M> = (Outcome, Vec<(Iteration<M>, Counters)>);

/// The result of a search, which a node limit may cut short.
fn result<G: Game>(
    root: &G,
    options: &SearchOptions,
    nodes: Option<u64>,
    reused: &mut Reused<G::Move>,
) -> SearchResult<G::Move> {
    let mut iterations = Vec::new();
    reused.counters.clear();
    let limits = Limits { nodes, stop: None };
    let outcome = Search::new(root, options)
        .observed_by(&mut reused.counters)
        .in_memory_of(&mut reused.memory)
        .limited(limits)
        .to_depth(4, |iteration, counters| {
            iterations.push((iteration.clone(), (*counters).clone()));
            ControlFlow::Continue(())
        });
    (outcome, iterations)
}

/// Searches each root with all options in turn, with and without a node limit, in the same memory.
fn assert_nothing_is_kept<G: Game>(roots: &[G]) {
    let mut reused = Reused::default();
    // With and without killers and history.
    let all = super::varied::varied().into_iter().flat_map(|options| {
        let mut learning = options;
        (learning.ordering.killers, learning.ordering.history) = (true, true);
        [learning, options, learning]
    });
    let all: Vec<SearchOptions> = all.collect();
    for nodes in [None, Some(300)] {
        for (number, options) in all.iter().enumerate() {
            for root in roots {
                let in_reused = result(root, options, nodes, &mut reused);
                let in_own = result(root, options, nodes, &mut Reused::default());
                assert!(in_reused == in_own, "options {number}, {nodes:?} nodes");
            }
        }
    }
}

fn positions() -> [Chess; 4] {
    super::varied::POSITIONS.map(|fen| Chess::from_fen(fen).unwrap())
}

#[test]
fn nothing_is_kept_between_searches_of_chess() {
    assert_nothing_is_kept(&positions());
}

#[test]
fn nothing_is_kept_between_searches_of_trees() {
    let shape = |seed: u8| {
        format!("branching=5 depth=4 spread=50 mated-share=0.05 best-first-share=0.5 seed={seed}")
    };
    let trees = [1, 2, 3].map(|seed| {
        let tree: UniformTree = shape(seed).parse().unwrap();
        CheckedTree::try_from(tree).unwrap()
    });
    assert_nothing_is_kept(&trees.each_ref().map(CheckedTree::root));
}

#[test]
fn nothing_is_kept_between_single_calls() {
    let mut memory = Memory::default();
    for options in super::varied::varied() {
        for root in &positions() {
            let questions =
                || [0, 3, 200].map(|ply| (Ply::new(ply), Depth::new(3), Window::full()));
            let values = |memory: &mut Memory<<Chess as Game>::Move>| {
                let search = Search::new(root, &options).in_memory_of(memory);
                search.values_at(questions()).unwrap()
            };
            assert_eq!(values(&mut memory), values(&mut Memory::default()));
        }
    }
}
