//! Minimal proofs: small ones counted by hand, and those of the published table's position.

use std::collections::HashSet;

use plybench_engine::game::{Game, MoveKind, chess::Chess};
use plybench_oracle::{
    Oracle,
    proof::{LinesEnd, Size, proof, refutation},
};

fn position(fen: &str) -> Chess {
    Chess::from_fen(fen).unwrap()
}

#[test]
fn small_proofs_are_as_counted_by_hand() {
    let mut oracle = Oracle::in_memory();
    // A mate in one: the root and the mated position.
    let mate = position("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(proof(&mut oracle, &mate, 1).unwrap().unwrap().tree, 2);
    assert_eq!(
        refutation(&mut oracle, &mate, 1, LinesEnd::InTime).unwrap(),
        None
    );
    // Mated already.
    let mated = position("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(proof(&mut oracle, &mated, 0).unwrap().unwrap().tree, 1);
    // One legal move, then mate: three nodes.
    let forced = position("7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    assert_eq!(proof(&mut oracle, &forced, 2).unwrap().unwrap().tree, 3);
    // "No mate in one": the root and a node for each of its moves.
    let quiet = position("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let moves = 13 + 3;
    assert_eq!(
        refutation(&mut oracle, &quiet, 1, LinesEnd::InTime)
            .unwrap()
            .unwrap()
            .tree,
        1 + moves
    );
}

#[test]
fn false_claims_have_no_proof() {
    let mut oracle = Oracle::in_memory();
    let root = position("8/7K/8/8/8/8/R7/7k w - - 0 1");
    assert_eq!(proof(&mut oracle, &root, 13).unwrap(), None);
    assert_eq!(
        refutation(&mut oracle, &root, 15, LinesEnd::InTime).unwrap(),
        None
    );
    let drawn = position("8/8/8/3k4/8/8/8/K6N w - - 0 1");
    assert_eq!(proof(&mut oracle, &drawn, 99).unwrap(), None);
}

#[test]
fn the_tables_position_has_a_proof_of_forty_nodes() {
    let mut oracle = Oracle::in_memory();
    let root = position("8/7K/8/8/8/8/R7/7k w - - 0 1");
    let mate = proof(&mut oracle, &root, 15).unwrap().unwrap();
    assert_eq!(mate.tree, 40);
    // One ply more is not enough for another proof: a mate by White takes an odd number of plies.
    assert_eq!(proof(&mut oracle, &root, 16).unwrap().unwrap().tree, 40);
    let mut sooner = |lines_end| {
        let found = refutation(&mut oracle, &root, 13, lines_end).unwrap();
        found.unwrap()
    };
    let (in_time, over) = (sooner(LinesEnd::InTime), sooner(LinesEnd::WithoutMaterial));
    assert_eq!((in_time.tree, over.tree), (422_072_922, 381_847_064));
    assert_eq!((mate.graph, in_time.graph), (32, 32_818));
    assert!(over.graph < in_time.graph);
}

/// A node of a tree: its key, whether the mating side is to move, and the plies left.
type ProofNode = (u64, bool, u16);

/// The nodes of the smallest tree that proves a mate (`mate`) or refutes it, with each position once for
/// each way to reach it: plain recursion that knows no distances.
fn smallest(
    position: &Chess,
    mate: bool,
    mating: bool,
    left: u16,
    ends: LinesEnd,
) -> Option<Vec<ProofNode>> {
    let mut successors = Vec::new();
    position.for_each_move(MoveKind::All, |mv| successors.push(position.play(mv)));
    let own = (position.key(), mating, left);
    let is_mated = successors.is_empty() && position.in_check();
    let mut others = position.fen().split(' ').next().unwrap().to_uppercase();
    others.retain(|letter| letter.is_alphabetic() && letter != 'K');
    let is_over = ends == LinesEnd::WithoutMaterial && ["", "B", "N"].contains(&others.as_str());
    if is_mated && !mating {
        return mate.then(|| vec![own]);
    }
    if left == 0 || successors.is_empty() || is_over {
        return (!mate).then(|| vec![own]);
    }
    let below = successors
        .iter()
        .map(|after| smallest(after, mate, !mating, left - 1, ends));
    let below: Vec<ProofNode> = if mating == mate {
        // Of equally small trees the first: `min_by_key` returns that one.
        below.flatten().min_by_key(Vec::len)?
    } else {
        below.collect::<Option<Vec<_>>>()?.concat()
    };
    Some([vec![own], below].concat())
}

#[test]
fn trees_are_those_of_a_plain_recursion_and_graphs_no_larger() {
    let mut oracle = Oracle::in_memory();
    let (mut proofs, mut refutations, mut merged, mut fewer) = (0, 0, 0, 0);
    for (fen, most) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 5),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 5),
        ("8/8/8/8/8/1K6/7R/k7 w - - 0 1", 5),
        ("8/8/8/8/8/2K5/7R/k7 w - - 0 1", 5),
        ("k7/8/2K5/8/8/8/8/7Q w - - 0 1", 4),
        ("8/8/8/8/8/2K5/8/Qk6 b - - 0 1", 4),
        ("8/8/8/8/8/2K5/7R/1k6 b - - 0 1", 6),
        ("8/7K/8/8/8/8/R7/7k w - - 0 1", 5),
        ("8/8/8/8/8/k7/2R5/7K w - - 0 1", 5),
        ("8/8/8/8/8/8/k6N/7K w - - 0 1", 4),
    ] {
        let root = position(fen);
        let mating = fen.contains(" w ");
        for plies in 0..=most {
            let size = |nodes: Vec<ProofNode>| Size {
                tree: nodes.len() as u128,
                graph: nodes.into_iter().collect::<HashSet<_>>().len(),
            };
            // Another graph can be smaller than that of the smallest tree.
            let mut agree = |found: Option<Size>, plain: Option<Size>| {
                let trees = [found, plain].map(|size| size.map(|size| size.tree));
                assert_eq!(trees[0], trees[1], "{fen}, {plies}");
                let graphs = [found, plain].map(|size| size.map_or(0, |size| size.graph));
                assert!(graphs[0] <= graphs[1], "{fen}, {plies}");
                fewer += usize::from(graphs[0] < graphs[1]);
            };
            let plain = |mate, ends| smallest(&root, mate, mating, plies, ends).map(size);
            let found = proof(&mut oracle, &root, plies).unwrap();
            agree(found, plain(true, LinesEnd::InTime));
            proofs += usize::from(found.is_some());
            merged += usize::from(found.is_some_and(|size| (size.graph as u128) < size.tree));
            if !mating {
                continue;
            }
            for ends in [LinesEnd::InTime, LinesEnd::WithoutMaterial] {
                let found = refutation(&mut oracle, &root, plies, ends).unwrap();
                agree(found, plain(false, ends));
                refutations += usize::from(found.is_some());
                merged += usize::from(found.is_some_and(|size| (size.graph as u128) < size.tree));
            }
        }
    }
    assert!(proofs > 20 && refutations > 50 && merged > 10 && fewer > 5);
}

#[test]
fn without_mating_material_a_refutation_is_one_node() {
    let mut oracle = Oracle::in_memory();
    for piece in ["B", "N"] {
        let root = position(&format!("8/8/3k4/8/8/8/8/K6{piece} w - - 0 1"));
        let mut tree = |ends| {
            let found = refutation(&mut oracle, &root, 3, ends).unwrap();
            found.unwrap().tree
        };
        assert_eq!(tree(LinesEnd::WithoutMaterial), 1);
        assert!(tree(LinesEnd::InTime) > 1);
    }
}
