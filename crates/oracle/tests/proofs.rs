//! Minimal proofs: small ones counted by hand, and those of the published table's position.

use plybench_engine::game::chess::Chess;
use plybench_oracle::{
    Oracle,
    proof::{LinesEnd, proof, refutation},
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
    let mut sooner = |lines_end| {
        let found = refutation(&mut oracle, &root, 13, lines_end).unwrap();
        found.unwrap()
    };
    let (in_time, over) = (sooner(LinesEnd::InTime), sooner(LinesEnd::WithoutMaterial));
    assert_eq!((in_time.tree, over.tree), (422_072_922, 381_847_064));
    assert!(mate.graph <= 40 && (in_time.graph as u128) < in_time.tree);
    assert!(over.graph < in_time.graph);
}
