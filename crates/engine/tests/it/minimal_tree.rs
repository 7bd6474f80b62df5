//! Trees with known results: the minimal tree of perfect ordering, and textbook examples.

use std::{cell::RefCell, ops::ControlFlow};

use plybench_engine::{
    game::{Game, chess::Chess, explicit_tree::ExplicitTree, uniform_tree::UniformTree},
    observe::{Counters, End, Event, SearchObserver},
    score::Score,
    search::{FailMode, GrowingAspiration, RootDriver, ScoutMode, Search, SearchOptions, minimax},
    variants,
};

fn plain() -> SearchOptions {
    variants::find("plain").unwrap().options
}

fn every_mode() -> impl Iterator<Item = SearchOptions> {
    let drivers = [
        RootDriver::FullWindow,
        RootDriver::Aspiration(10),
        RootDriver::GrowingAspiration(GrowingAspiration {
            width: 3,
            growth: 130,
            from_depth: 2,
            midpoint: true,
            shallower: false,
        }),
        RootDriver::Mtdf,
    ];
    [FailMode::Hard, FailMode::Soft]
        .into_iter()
        .flat_map(move |fail| {
            [ScoutMode::FullWindow, ScoutMode::Pvs, ScoutMode::Minimax]
                .into_iter()
                .flat_map(move |scout| {
                    drivers.into_iter().map(move |driver| SearchOptions {
                        fail,
                        scout,
                        driver,
                        ..plain()
                    })
                })
        })
}

/// The root's score and the number of leaves evaluated in the last iteration.
fn search<G: Game>(root: &G, options: &SearchOptions, depth: u8) -> (Score, u64) {
    let mut before = 0;
    let mut result = None;
    Search::new(root, options)
        .observed_by(&mut Counters::default())
        .to_depth(depth, |iteration, counters| {
            let leaves = counters.ended(End::Horizon);
            result = Some((iteration.score, leaves - before));
            before = leaves;
            ControlFlow::Continue(())
        });
    result.unwrap()
}

#[test]
fn perfect_ordering_visits_the_minimal_tree() {
    let mut checked = 0;
    for branching in 2..=40u64 {
        for depth in 1..=6u32 {
            let minimal = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
            if minimal >= 10_000_000 {
                continue;
            }
            let tree = UniformTree {
                branching: branching as u16,
                depth: depth as u8,
                spread: 100,
                mated_share: 0.0,
                best_first_share: 1.0,
                seed: branching << 8 | u64::from(depth),
            };
            let (_, leaves) = search(&tree.root().unwrap(), &plain(), depth as u8);
            assert_eq!(leaves, minimal, "b = {branching}, n = {depth}");
            checked += 1;
        }
    }
    assert_eq!(checked, 39 * 6, "none of these trees has 10^7 leaves");
}

#[test]
fn minimax_enters_every_node_and_finds_the_value() {
    let options = variants::find("minimax").unwrap().options;
    fn assert_is_whole<G: Game>(root: &G, options: &SearchOptions, depth: u8) {
        let mut before = 0;
        Search::new(root, options).to_depth(depth, |iteration, _| {
            let whole = minimax::minimax(root, options, iteration.depth);
            assert_eq!((iteration.score, iteration.nodes - before), whole);
            before = iteration.nodes;
            ControlFlow::Continue(())
        });
        assert!(before > 0);
    }
    for fen in [
        "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        assert_is_whole(&Chess::from_fen(fen).unwrap(), &options, 3);
    }
    let tree = ExplicitTree::parse("[[3,12,8],[2,4,6],[14,5,2]]").unwrap();
    assert_is_whole(&tree.root(), &options, 2);
    for fail in [FailMode::Hard, FailMode::Soft] {
        let tree = UniformTree {
            branching: 4,
            depth: 5,
            spread: 60,
            mated_share: 0.1,
            best_first_share: 0.5,
            seed: 3,
        };
        assert_is_whole(&tree.root().unwrap(), &SearchOptions { fail, ..options }, 5);
    }
}

#[test]
fn every_mode_finds_the_value_of_imperfect_trees_with_mates() {
    for seed in 0..40 {
        let tree = UniformTree {
            branching: 2 + (seed % 4) as u16,
            depth: 5,
            spread: (seed % 3) as u16 * 40,
            mated_share: [0.0, 0.05, 0.3][seed as usize % 3],
            best_first_share: 0.5,
            seed,
        };
        let root = tree.root().unwrap();
        for options in every_mode() {
            for depth in 1..=5 {
                let expected = minimax::minimax(&root, &options, depth).0;
                assert_eq!(
                    search(&root, &options, depth).0,
                    expected,
                    "{seed} {options:?}"
                );
            }
        }
    }
}

#[test]
fn without_mates_the_root_has_its_assigned_value() {
    let tree = UniformTree {
        branching: 3,
        depth: 6,
        spread: 30,
        mated_share: 0.0,
        best_first_share: 0.0,
        seed: 5,
    };
    assert_eq!(
        search(&tree.root().unwrap(), &plain(), 6).0,
        Score::evaluation(0)
    );
}

/// Records the values of the leaves in the order of their visits.
struct Leaves<'a>(&'a RefCell<Vec<i32>>);

impl<G: Game> SearchObserver<G> for Leaves<'_> {
    fn on(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Driven { .. } => self.0.borrow_mut().clear(),
            Event::Left {
                ply,
                end: End::Horizon,
                value,
                ..
            } => {
                let is_even = ply.plies().is_multiple_of(2);
                let from_root = if is_even { value } else { -value };
                self.0.borrow_mut().push(from_root.centipawns().unwrap());
            }
            _ => {}
        }
    }
}

/// The root value and the visited leaves of an alpha-beta search to the full depth.
fn visited(text: &str, depth: u8) -> (i32, Vec<i32>) {
    let tree = ExplicitTree::parse(text).unwrap();
    let leaves = RefCell::new(Vec::new());
    let mut value = 0;
    // Fail-soft, so that leaves return their own values and not the window's bounds.
    let options = SearchOptions {
        fail: FailMode::Soft,
        ..plain()
    };
    let observer: &mut dyn SearchObserver<_> = &mut Leaves(&leaves);
    Search::new(&tree.root(), &options)
        .observed_by(observer)
        .to_depth(depth, |iteration, _| {
            value = iteration.score.centipawns().unwrap();
            ControlFlow::Continue(())
        });
    (value, leaves.into_inner())
}

#[test]
fn textbook_trees_visit_the_textbook_leaves() {
    // Russell and Norvig, "Artificial Intelligence: A Modern Approach", section on alpha-beta: there is a
    // cutoff after the first leaf of the second list.
    assert_eq!(
        visited("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", 2),
        (3, vec![3, 12, 8, 2, 14, 5, 2])
    );
    // The same tree with the third list in the best order.
    assert_eq!(
        visited("[[3, 12, 8], [2, 4, 6], [2, 5, 14]]", 2),
        (3, vec![3, 12, 8, 2, 2])
    );
    // A deep cutoff (Knuth and Moore, 1975): the 5 found at the root causes a cutoff after the 4, three plies
    // below.
    assert_eq!(
        visited("[[5, 9], [[[4, 1], [8, 8]], 7]]", 4),
        (7, vec![5, 9, 4, 8, 8, 7])
    );
    // Uneven trees: a leaf ends its line whatever depth is left.
    assert_eq!(visited("[1, [2, 3], [[0, 9]]]", 3).0, 9);
}

#[test]
fn a_mated_node_in_a_tree_is_a_mate() {
    let tree = ExplicitTree::parse("[[5], []]").unwrap();
    let (score, _) = search(&tree.root(), &plain(), 2);
    assert_eq!(score, Score::mate_in(1));
}
