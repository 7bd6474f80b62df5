//! The moves of a node: searched, or listed as never searched.

use super::{super::Branch, *};

/// Each node that goes on has every move of the game once, searched or not; one that is searched without a move does not have it.
fn assert_has_every_move(tree: &SearchTree, branching: usize) {
    let mut without = 0;
    for (place, node) in tree.nodes.iter().enumerate() {
        let searched = node.branches.iter().filter_map(|branch| match *branch {
            Branch::Searched(below) => Some(&tree.nodes[below].visit),
            Branch::Unsearched(_) => None,
        });
        let searched = searched.filter(|below| below.is_of_move());
        let mut moves: Vec<u16> = searched.map(|below| below.mv).collect();
        moves.sort_unstable();
        moves.dedup();
        moves.extend(node.unsearched().map(|one| one.number));
        let own = usize::from(node.visit.reached == Reached::Without);
        without += own;
        let all = match node.visit.end {
            End::Expanded | End::TableCut | End::TechniqueCut => branching - own,
            _ => moves.len(),
        };
        assert_eq!(moves.len(), all, "node {}: {}", place + 1, text(tree));
    }
    assert!(without > 0, "{}", text(tree));
}

#[test]
fn every_move_of_a_node_is_searched_or_listed() {
    let settings = [
        "singular-extension={ min-depth = 3 }",
        "prob-cut={ min-depth = 3 }",
        "null-move=true",
    ];
    let options = options("glass", &settings);
    let tree = "branching=3 depth=6 spread=50 mated-share=0 best-first-share=0.5 seed=3";
    let root = AnyPosition::read(tree).unwrap().unwrap();
    for depth in [4, 5, 6] {
        let wanted = asked("glass", &options, depth);
        let tree = record(&root, &[], &wanted, BranchOrder::AsListed).unwrap();
        assert_has_every_move(&tree, 3);
    }
}

#[test]
fn promotions_that_are_not_searched_at_all_are_not_listed() {
    let root = Chess::from_fen("8/P6k/8/8/8/8/8/2K5 w - - 0 1").unwrap();
    for (setting, moves) in [("under-promotion=true", 9), ("under-promotion=false", 6)] {
        let options = options("minimax", &[setting]);
        let wanted = asked("minimax", &options, 1);
        let tree = record(&root, &[], &wanted, BranchOrder::AsListed).unwrap();
        assert_eq!(tree.nodes[0].branches.len(), moves, "{}", text(&tree));
    }
}
