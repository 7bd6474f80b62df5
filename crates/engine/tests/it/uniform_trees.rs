//! What the parameters of a uniform tree promise, counted over whole trees.

use plybench_engine::{
    eval::Evaluation,
    game::{
        Game,
        uniform_tree::{UniformPosition, UniformTree},
    },
};

const SHAPE: UniformTree = UniformTree {
    branching: 5,
    depth: 6,
    spread: 3,
    mated_share: 0.0,
    best_first_share: 0.3,
    seed: 4,
};

fn value(position: &UniformPosition) -> i32 {
    position.evaluate(Evaluation::Zero)
}

fn children(position: &UniformPosition) -> Vec<UniformPosition> {
    let mut children = Vec::new();
    position.for_each_move(plybench_engine::game::MoveKind::All, |mv| {
        children.push(position.play(mv));
    });
    children
}

/// Calls `visit` with every node and its ply.
fn nodes(position: &UniformPosition, ply: u8, visit: &mut impl FnMut(&UniformPosition, u8)) {
    visit(position, ply);
    for child in children(position) {
        nodes(&child, ply + 1, visit);
    }
}

/// Whether a share differs from the expected one by less than four standard deviations.
fn is_near(count: u32, of: u32, expected: f64) -> bool {
    let of = f64::from(of);
    (f64::from(count) / of - expected).abs() < 4.0 * (expected * (1.0 - expected) / of).sqrt()
}

#[test]
fn one_move_keeps_the_value_and_each_other_loses_one_to_spread() {
    let mut best_places = [0; SHAPE.branching as usize];
    let mut losses = [0; 1 + SHAPE.spread as usize];
    let mut inner = 0;
    nodes(&SHAPE.root().unwrap(), 0, &mut |node, ply| {
        let after = children(node);
        assert_eq!((after.is_empty(), node.is_leaf()), (ply == 6, ply == 6));
        assert!(!node.in_check());
        if after.is_empty() {
            return;
        }
        inner += 1;
        let of_moves: Vec<i32> = after
            .iter()
            .map(|child| value(node) + value(child))
            .collect();
        for &loss in &of_moves {
            losses[usize::try_from(loss).unwrap()] += 1;
        }
        let best: Vec<usize> = (0..of_moves.len())
            .filter(|&mv| of_moves[mv] == 0)
            .collect();
        assert_eq!(best.len(), 1);
        best_places[best[0]] += 1;
    });
    assert_eq!(inner, (5_u32.pow(6) - 1) / 4);
    // First by the share, and in the other nodes at each place equally often.
    let elsewhere = (1.0 - 0.3) / 5.0;
    assert!(
        is_near(best_places[0], inner, 0.3 + elsewhere),
        "{best_places:?}"
    );
    assert!(
        best_places[1..]
            .iter()
            .all(|&count| is_near(count, inner, elsewhere)),
        "{best_places:?}"
    );
    assert!(
        losses[1..]
            .iter()
            .all(|&count| is_near(count, 4 * inner, 1.0 / 3.0)),
        "{losses:?}"
    );
}

#[test]
fn the_share_of_mated_nodes_is_that_of_the_shape_at_leaves_too_and_independent_of_the_best_move() {
    for seed in 0..40 {
        // The root is never mated.
        let all = UniformTree {
            mated_share: 1.0,
            seed,
            ..SHAPE
        };
        let root = all.root().unwrap();
        assert!(!root.in_check() && root.has_legal_move());
        assert!(
            children(&root)
                .iter()
                .all(|child| child.in_check() && !child.has_legal_move())
        );
    }
    let shape = UniformTree {
        mated_share: 0.1,
        depth: 7,
        ..SHAPE
    };
    let root = shape.root().unwrap();
    let (mut below, mut mated, mut leaves, mut mated_leaves) = (0, 0, 0, 0);
    let (mut first_and_alive, mut alive) = (0, 0);
    nodes(&root, 0, &mut |node, ply| {
        if ply > 0 {
            below += 1;
            mated += u32::from(node.in_check());
        }
        if ply == shape.depth {
            leaves += 1;
            mated_leaves += u32::from(node.in_check());
        }
        assert_eq!(node.is_leaf(), ply == shape.depth && !node.in_check());
        assert_eq!(node.has_legal_move(), ply < shape.depth && !node.in_check());
        let after = children(node);
        if let Some(first) = after.first() {
            alive += 1;
            first_and_alive += u32::from(value(first) == -value(node));
        }
    });
    assert!(is_near(mated, below, 0.1) && is_near(mated_leaves, leaves, 0.1));
    assert!(
        is_near(first_and_alive, alive, 0.3 + 0.7 / 5.0),
        "{first_and_alive} {alive}"
    );
}

#[test]
fn without_spread_all_values_are_equal_and_keys_are_not() {
    let shape = UniformTree { spread: 0, ..SHAPE };
    let (mut keys, mut count) = (std::collections::HashSet::new(), 0);
    nodes(&shape.root().unwrap(), 0, &mut |node, _| {
        assert_eq!(value(node), 0);
        keys.insert(node.key());
        count += 1;
    });
    assert_eq!(keys.len(), count);
}

#[test]
fn the_ends_of_every_range_are_accepted_and_what_lies_beyond_is_not() {
    let ends = [
        UniformTree {
            branching: 1,
            depth: 0,
            spread: 0,
            mated_share: 0.0,
            best_first_share: 0.0,
            seed: 0,
        },
        UniformTree {
            branching: 255,
            depth: 64,
            spread: 1000,
            mated_share: 1.0,
            best_first_share: 1.0,
            seed: u64::MAX,
        },
    ];
    for shape in ends {
        assert_eq!(shape.check(), Ok(()));
    }
    let beyond = [
        UniformTree {
            branching: 256,
            ..SHAPE
        },
        UniformTree {
            spread: 1001,
            ..SHAPE
        },
        UniformTree {
            mated_share: -0.01,
            ..SHAPE
        },
        UniformTree {
            mated_share: 1.01,
            ..SHAPE
        },
        UniformTree {
            best_first_share: -0.01,
            ..SHAPE
        },
    ];
    for (shape, parameter) in beyond.into_iter().zip([
        "branching",
        "spread",
        "mated-share",
        "mated-share",
        "best-first-share",
    ]) {
        assert_eq!(shape.check().unwrap_err().parameter, parameter);
    }
}
