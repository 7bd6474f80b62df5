//! The positions that are searched, of every kind of game.

use plybench_checker::trace::Observed;
use plybench_engine::game::{
    chess::Chess, explicit_tree::ExplicitTree, named::AnyPosition, uniform_tree::UniformTree,
};

/// What is done with a position, whatever its game.
pub(crate) trait Visit {
    type Result;

    fn visit<G: Observed>(&self, root: &G, text: &str) -> Self::Result;
}

/// Mates, a middlegame, promotions, clocks near the end of the fifty moves and at it, and stalemates. In all but the middlegame and
/// the promotions positions are soon repeated.
pub(crate) const CHESS: [&str; 12] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/8/1k6/6R1/K7 b - - 97 80",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 98 90",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 99 90",
    "8/8/8/8/8/k7/p7/K7 w - - 0 1",
    "5k2/5P2/5K2/8/8/8/8/8 w - - 0 1",
    "6k1/6pp/8/8/8/8/r5PP/1q4QK w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 10 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    // Every move but that of the pawn draws.
    "8/5k2/8/8/8/2K5/4P3/7R w - - 100 90",
];

/// Trees with leaves and mated nodes at different depths, and with the largest evaluations.
const LISTS: [&str; 6] = [
    "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
    "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7], [5]], [[9, 8], [6]]]",
    "[[[[], 5], [[1, []], 3]], [4, [[2], []]], [[[[]]], -7], [[[3, -9], []], [[[], []]]]]",
    "[[[[[[]]]]], [[[]]], [[-3, [[4, 2], [[], 9]]], [20000, -20000]]]",
    "[[-20000, [[-20000], [[]], -19999]], [[20000, [20000]], [-20000, 19999]]]",
    "[]",
];

/// Games that end as mates, as draws and with values, with passes.
const GAMES: [&str; 3] = [
    "connect 3x3 3 place x../.o./...",
    "connect 4x4 3 drop ..../..../..../x...",
    "othello OOOOOOOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXO---------------- O",
];

/// Narrow and wide trees, with few mated nodes and with many, and one whose root is a leaf.
fn trees() -> [UniformTree; 5] {
    let tree = |branching, depth, spread, mated_share, best_first_share, seed| UniformTree {
        branching,
        depth,
        spread,
        mated_share,
        best_first_share,
        seed,
    };
    [
        tree(4, 6, 60, 0.03, 0.4, 3),
        tree(6, 9, 300, 0.1, 0.7, 4),
        tree(2, 12, 20, 0.15, 0.0, 5),
        tree(9, 4, 0, 0.3, 1.0, 6),
        tree(3, 0, 50, 0.0, 0.5, 7),
    ]
}

/// A node with more moves than a byte can number, all of them as good, and one after them that is better.
fn wide() -> String {
    format!("[{}[1, 2], 3]", "[3, 4], 2, ".repeat(150))
}

/// The number of positions.
pub(crate) fn positions() -> usize {
    CHESS.len() + LISTS.len() + 1 + GAMES.len() + trees().len()
}

/// Does something with the position that has a number.
pub(crate) fn visit<V: Visit>(number: usize, visit: &V) -> V::Result {
    if let Some(fen) = CHESS.get(number) {
        return visit.visit(&Chess::from_fen(fen).unwrap(), fen);
    }
    let number = number - CHESS.len();
    if let Some(list) = LISTS.get(number) {
        return visit.visit(&given(list), list);
    }
    let number = number - LISTS.len();
    let Some(number) = number.checked_sub(1) else {
        return visit.visit(&given(&wide()), "a wide tree");
    };
    if let Some(game) = GAMES.get(number) {
        return visit.visit(&AnyPosition::read(game).unwrap().unwrap(), game);
    }
    let tree = trees()[number - GAMES.len()];
    let root = AnyPosition::of(tree.root().unwrap());
    visit.visit(&root, &tree.to_string())
}

/// The root of nested lists, even of an empty one.
fn given(lists: &str) -> AnyPosition {
    AnyPosition::of(ExplicitTree::parse(lists).unwrap().root())
}
