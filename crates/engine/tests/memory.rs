//! A search in the memory of others, counted by their counters, shows what it shows in memory of its own.

mod varied;

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

/// What searches leave to those after them.
#[derive(Default)]
struct Left<M> {
    memory: Memory<M>,
    counters: Counters,
}

type Shown<M> = (Outcome, Vec<(Iteration<M>, Counters)>);

/// All that a search shows, which may be cut short.
fn shown<G: Game>(
    root: &G,
    options: &SearchOptions,
    nodes: Option<u64>,
    left: &mut Left<G::Move>,
) -> Shown<G::Move> {
    let mut iterations = Vec::new();
    left.counters.clear();
    let limits = Limits { nodes, stop: None };
    let outcome = Search::new(root, options)
        .observed_by(&mut left.counters)
        .in_memory_of(&mut left.memory)
        .limited(limits)
        .to_depth(4, |iteration, counters| {
            iterations.push((iteration.clone(), (*counters).clone()));
            ControlFlow::Continue(())
        });
    (outcome, iterations)
}

/// Searches each root with all options in turn, to the end and not, in one memory.
fn holds_for<G: Game>(roots: &[G]) {
    let mut left = Left::default();
    // With and without what only ordering remembers.
    let all = varied::varied().into_iter().flat_map(|options| {
        let mut learning = options;
        (learning.ordering.killers, learning.ordering.history) = (true, true);
        [learning, options, learning]
    });
    let all: Vec<SearchOptions> = all.collect();
    for nodes in [None, Some(300)] {
        for (number, options) in all.iter().enumerate() {
            for root in roots {
                let in_others = shown(root, options, nodes, &mut left);
                let in_own = shown(root, options, nodes, &mut Left::default());
                assert!(in_others == in_own, "options {number}, {nodes:?} nodes");
            }
        }
    }
}

fn positions() -> [Chess; 4] {
    varied::POSITIONS.map(|fen| Chess::from_fen(fen).unwrap())
}

#[test]
fn nothing_is_remembered_of_chess() {
    holds_for(&positions());
}

#[test]
fn nothing_is_remembered_of_trees() {
    let shape = |seed: u8| {
        format!("branching=5 depth=4 spread=50 mated-share=0.05 best-first-share=0.5 seed={seed}")
    };
    let trees = [1, 2, 3].map(|seed| {
        let tree: UniformTree = shape(seed).parse().unwrap();
        CheckedTree::try_from(tree).unwrap()
    });
    holds_for(&trees.each_ref().map(CheckedTree::root));
}

#[test]
fn nothing_is_remembered_by_single_calls() {
    let mut memory = Memory::default();
    for options in varied::varied() {
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
