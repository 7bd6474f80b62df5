//! Positions for the probe: mates in 1 and in 2, from few moves at the root to many.

use plybench_engine::game::{Game, MoveKind, chess::Chess};
use plybench_games::PlayedGame;

/// Mates in 1 with a single mating move.
const MATES_IN_1: [&str; 13] = [
    "8/8/8/5R2/8/k1K5/8/8 w - - 0 1",
    "k7/8/1K6/8/4R3/8/8/8 w - - 0 1",
    "5K1k/8/8/4R3/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/1k6/2r5/K7 b - - 0 1",
    "4K3/8/4k3/8/4q3/8/8/8 b - - 0 1",
    "8/8/8/3Q1K1k/8/8/8/8 w - - 0 1",
    "1Q6/8/8/8/8/6K1/8/6k1 w - - 0 1",
    "8/3r4/8/8/8/8/2q5/2k3K1 b - - 0 1",
    "8/8/8/2K5/8/2R5/7Q/5k2 w - - 0 1",
    "1r6/8/5r2/8/8/8/8/K3k3 b - - 0 1",
    "3k2K1/R7/8/8/8/8/5R2/8 w - - 0 1",
    "8/3Q4/8/8/5Krk/8/8/8 w - - 0 1",
    "8/5Krk/8/8/6Q1/8/8/8 w - - 0 1",
];

/// Mates in 2, each with the only first move that mates in 2 and the only reply to it. Of White's moves after that, one mates. In some the
/// root has few moves and the position after the reply many, in others both have many or both few, so that their costs can be told apart.
const MATES_IN_2: [(&str, [&str; 2]); 24] = [
    ("8/8/8/8/2K5/8/k7/2R5 w - - 0 1", ["c4c3", "a2a3"]),
    ("8/2r5/8/8/8/5k2/8/4K3 b - - 0 1", ["c7d7", "e1f1"]),
    ("8/8/4R3/8/5K2/7k/8/8 w - - 0 1", ["e6e2", "h3h4"]),
    ("8/3R4/8/8/1K6/8/8/2k5 w - - 0 1", ["b4b3", "c1b1"]),
    ("8/7q/8/8/8/8/8/K2k4 b - - 0 1", ["d1c2", "a1a2"]),
    ("8/8/8/7k/5K2/8/8/5Q2 w - - 0 1", ["f1a6", "h5h4"]),
    ("8/8/8/8/8/Q2K4/8/4k3 w - - 0 1", ["a3f8", "e1d1"]),
    ("5K2/8/8/6k1/8/8/4q3/8 b - - 0 1", ["g5g6", "f8g8"]),
    ("8/2R5/k3K3/8/8/8/8/7R w - - 0 1", ["h1b1", "a6a5"]),
    ("2R5/6R1/k7/6K1/8/8/8/8 w - - 0 1", ["c8b8", "a6a5"]),
    ("8/3K4/5k2/4q3/5r2/8/8/8 b - - 0 1", ["f4c4", "d7d8"]),
    ("8/8/2Q3R1/k7/6K1/8/8/8 w - - 0 1", ["c6b7", "a5a4"]),
    ("k7/8/1r6/1K6/8/8/8/6Q1 w - - 0 1", ["b5b6", "a8b8"]),
    ("8/8/8/8/1q6/2Rk4/K7/8 b - - 0 1", ["d3c3", "a2a1"]),
    ("8/7k/5Kr1/8/8/3Q4/8/8 w - - 0 1", ["d3g6", "h7h8"]),
    ("2k5/3b4/2K1Q3/8/8/8/8/8 w - - 0 1", ["e6d7", "c8b8"]),
    ("1q6/8/1B6/K1k5/8/8/8/8 b - - 0 1", ["b8b6", "a5a4"]),
    ("8/8/8/1n2Q3/8/k1K5/8/8 w - - 0 1", ["e5b5", "a3a2"]),
    ("4k3/6n1/4KQ2/8/8/8/8/8 w - - 0 1", ["f6g7", "e8d8"]),
    ("8/8/8/8/7p/4p2k/8/7K b - - 0 1", ["e3e2", "h1g1"]),
    ("7k/8/4P2K/8/8/3P4/8/8 w - - 0 1", ["e6e7", "h8g8"]),
    ("k7/8/K2P4/8/2P5/8/8/8 w - - 0 1", ["d6d7", "a8b8"]),
    ("8/8/8/p7/P7/4p2k/8/7K b - - 0 1", ["e3e2", "h1g1"]),
    ("k7/8/K2P4/7p/7P/8/8/8 w - - 0 1", ["d6d7", "a8b8"]),
];

/// A position of the probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The position.
    pub fen: String,
    /// How many moves the root has.
    pub root_moves: usize,
    /// Whether its side to move is in check.
    pub in_check: bool,
    /// In a mate in 2, how many moves there are after the first move and the reply.
    pub later_moves: Option<usize>,
}

/// All positions: first the mates in 1.
#[must_use]
pub fn all() -> Vec<Position> {
    let one = MATES_IN_1.iter().filter_map(|fen| of(fen, &[]));
    let two = MATES_IN_2.iter().filter_map(|(fen, line)| of(fen, line));
    one.chain(two).collect()
}

fn of(fen: &str, line: &[&str]) -> Option<Position> {
    let root = Chess::from_fen(fen).ok()?;
    let later = PlayedGame::read(root.clone(), line.iter().copied()).ok()?;
    Some(Position {
        fen: fen.to_owned(),
        root_moves: moves(&root),
        in_check: root.in_check(),
        later_moves: (!line.is_empty()).then(|| moves(later.position())),
    })
}

fn moves(position: &Chess) -> usize {
    let mut count = 0;
    position.for_each_move(MoveKind::All, |_| count += 1);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves after which the other side is mated in at most so many moves.
    fn mating_moves(position: &Chess, moves: u8) -> Vec<String> {
        let mut found = Vec::new();
        position.for_each_move(MoveKind::All, |mv| {
            let after = position.play(mv);
            let mut is_mate = after.in_check() || after.has_legal_move();
            after.for_each_move(MoveKind::All, |reply| {
                is_mate &= moves > 1 && !mating_moves(&after.play(reply), moves - 1).is_empty();
            });
            if is_mate {
                found.push(position.notation(mv));
            }
        });
        found
    }

    #[test]
    fn each_position_has_one_solution_with_one_reply() {
        for fen in MATES_IN_1 {
            let root = Chess::from_fen(fen).unwrap();
            assert_eq!(mating_moves(&root, 1).len(), 1, "{fen}");
        }
        for (fen, [first, reply]) in MATES_IN_2 {
            let root = Chess::from_fen(fen).unwrap();
            assert!(mating_moves(&root, 1).is_empty(), "{fen}");
            assert_eq!(mating_moves(&root, 2), [first], "{fen}");
            let after = PlayedGame::read(root.clone(), [first]).unwrap();
            assert_eq!(moves(after.position()), 1, "{fen}");
            let later = PlayedGame::read(root, [first, reply]).unwrap();
            assert_eq!(mating_moves(later.position(), 1).len(), 1, "{fen}");
        }
        assert_eq!(all().len(), MATES_IN_1.len() + MATES_IN_2.len());
    }
}
