//! What the search takes from chess besides the moves: keys, clocks, passes and the kinds of moves. They are worked out again from
//! the FENs of random games, since the checker and the reference search take them from the same place as the search.

use std::collections::HashMap;

use plybench_engine::game::{
    Game, MoveClass, MoveKind,
    chess::{Chess, ChessMove},
};

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20",
    "8/8/8/8/5k2/8/2K5/6R1 w - - 60 99",
];

/// A position as its FEN tells it.
struct Fen {
    /// The men, from a8 to h8, then a7 and so on; a point for an empty square.
    men: Vec<char>,
    white_to_move: bool,
    /// Men, side to move, castling rights and en passant square.
    position: String,
    clock: u8,
}

impl Fen {
    fn of(position: &Chess) -> Self {
        let text = position.fen();
        let fields: Vec<&str> = text.split(' ').collect();
        let squares = |letter: char| match letter.to_digit(10) {
            Some(empty) => ".".repeat(empty as usize),
            None => letter.to_string(),
        };
        let men: String = fields[0].replace('/', "").chars().map(squares).collect();
        Fen {
            men: men.chars().collect(),
            white_to_move: fields[1] == "w",
            position: fields[..4].join(" "),
            clock: fields[4].parse().unwrap(),
        }
    }

    fn count(&self, is_wanted: impl Fn(char) -> bool) -> usize {
        self.men.iter().filter(|&&man| is_wanted(man)).count()
    }

    fn is_of_mover(&self, man: char) -> bool {
        man != '.' && man.is_uppercase() == self.white_to_move
    }

    fn is_of_other(&self, man: char) -> bool {
        man != '.' && man.is_uppercase() != self.white_to_move
    }

    /// The man on a square such as `e4`.
    fn on(&self, square: &str) -> char {
        let [file, rank] = square.as_bytes() else {
            panic!("{square}");
        };
        let place = usize::from(b'8' - rank) * 8 + usize::from(file - b'a');
        self.men[place].to_ascii_lowercase()
    }
}

/// The class of a move from the boards before and after it: the victim, and a promoted piece less the pawn, count 8 for each step
/// from pawn to queen, and a smaller attacker counts more.
fn class(before: &Fen, after: &Fen, notation: &str) -> MoveClass {
    let value = |man: char| "pnbrqk".find(man.to_ascii_lowercase()).unwrap() as u8;
    let attacker = value(before.on(&notation[..2]));
    let victim = "pnbrq".chars().find(|&man| {
        let men = |fen: &Fen| {
            fen.count(|other| before.is_of_other(other) && other.eq_ignore_ascii_case(&man))
        };
        men(before) > men(after)
    });
    let promoted = notation.chars().nth(4);
    if victim.is_none() && promoted.is_none() {
        return MoveClass::Quiet;
    }
    let gain = victim.map_or(0, |man| value(man) + 1) + promoted.map_or(0, value);
    MoveClass::Tactical(gain * 8 + 7 - attacker)
}

fn moves(position: &Chess, kind: MoveKind) -> Vec<ChessMove> {
    let mut moves = Vec::new();
    position.for_each_move(kind, |mv| moves.push(mv));
    moves
}

/// Positions of random games, each with the one before it.
fn games(mut visit: impl FnMut(&Chess)) {
    let mut state = 5_u64;
    let mut random = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for game in 0..120 {
        let mut position = Chess::from_fen(STARTS[game % STARTS.len()]).unwrap();
        for _ in 0..60 {
            visit(&position);
            let moves = moves(&position, MoveKind::All);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random(moves.len())]);
        }
    }
}

#[test]
fn two_positions_have_the_same_key_if_men_side_castling_and_en_passant_are_the_same() {
    let (mut keys, mut positions) = (HashMap::new(), HashMap::new());
    games(|position| {
        let (key, text) = (position.key(), Fen::of(position).position);
        assert_eq!(keys.entry(text.clone()).or_insert(key), &key, "{text}");
        let same = positions.entry(key).or_insert_with(|| text.clone());
        assert_eq!(same, &text);
        // A position that is read has the key of one that is reached.
        assert_eq!(&Chess::from_fen(&position.fen()).unwrap(), position);
    });
    // Positions that differ in one right each.
    let key = |fen: &str| Chess::from_fen(fen).unwrap().key();
    let rights = ["KQkq", "Qkq", "Kkq", "KQq", "KQk", "-"];
    let mut keys: Vec<u64> = rights
        .iter()
        .flat_map(|rights| {
            ["w", "b"].map(|side| format!("r3k2r/8/8/8/4P3/8/8/R3K2R {side} {rights} - 0 1"))
        })
        .map(|fen| key(&fen))
        .chain([key("r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 1")])
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 13);
    assert!(positions.len() > 5_000, "{}", positions.len());
}

#[test]
fn a_capture_or_a_pawn_move_begins_the_clock_anew() {
    let (mut begun, mut last) = (0, 0);
    games(|position| {
        let before = Fen::of(position);
        assert_eq!(position.reversible_plies(), before.clock);
        for mv in moves(position, MoveKind::All) {
            let child = position.play(mv);
            let after = Fen::of(&child);
            let is_man = |man| man != '.';
            let irreversible = before.on(&position.notation(mv)[..2]) == 'p'
                || after.count(is_man) < before.count(is_man);
            let expected = if irreversible {
                0
            } else {
                (before.clock + 1).min(100)
            };
            assert_eq!(child.reversible_plies(), expected, "{}", child.fen());
            begun += usize::from(irreversible);
            last += usize::from(before.clock >= 99);
        }
    });
    assert!(begun > 10_000 && last > 100, "{begun} {last}");
}

#[test]
fn a_move_has_the_class_that_the_boards_before_and_after_it_show() {
    let mut classes = HashMap::new();
    games(|position| {
        let before = Fen::of(position);
        let mut tactical = Vec::new();
        for mv in moves(position, MoveKind::All) {
            let (after, notation) = (Fen::of(&position.play(mv)), position.notation(mv));
            let expected = class(&before, &after, &notation);
            assert_eq!(
                position.classify(mv),
                expected,
                "{} {notation}",
                position.fen()
            );
            if let MoveClass::Tactical(number) = expected {
                tactical.push(mv);
                *classes.entry(number).or_insert(0) += 1;
            }
            let is_less = notation.len() == 5 && !notation.ends_with('q');
            assert_eq!(position.is_under_promotion(mv), is_less, "{notation}");
        }
        assert_eq!(moves(position, MoveKind::Tactical), tactical);
    });
    // The 30 pairs of a piece and its victim, and promotions.
    assert!(classes.len() > 30, "{}", classes.len());
}

#[test]
fn moves_have_numbers_and_places_in_the_history_of_their_own() {
    let (mut numbers, mut places) = (HashMap::new(), HashMap::new());
    games(|position| {
        let white = Fen::of(position).white_to_move;
        for mv in moves(position, MoveKind::All) {
            // Castling is the king's move to its rook, in both.
            let text = format!("{mv:?}");
            let number = mv.number();
            assert!(number < 1 << 15);
            assert_eq!(numbers.entry(number).or_insert_with(|| text.clone()), &text);
            let place = position.history_index(mv);
            assert!(place < Chess::HISTORY_SIZE);
            let squares = (white, number >> 3);
            assert_eq!(places.entry(place).or_insert(squares), &squares);
        }
    });
    let distinct: std::collections::HashSet<_> = places.values().collect();
    assert_eq!(distinct.len(), places.len());
    assert!(numbers.len() > 1_000, "{}", numbers.len());
}

/// From the move's notation. Records of searches have these numbers, so others have to read them.
#[test]
fn a_number_has_the_squares_that_a_move_leaves_and_reaches_then_its_promotion() {
    let square = |text: &str| {
        let [file, rank] = text.as_bytes() else {
            panic!("{text}");
        };
        u16::from(rank - b'1') * 8 + u16::from(file - b'a')
    };
    let (mut castlings, mut promotions) = ([0; 4], [0; 5]);
    games(|position| {
        let before = Fen::of(position);
        for mv in moves(position, MoveKind::All) {
            let notation = position.notation(mv);
            let (from, mut to) = (&notation[..2], &notation[2..4]);
            if before.on(from) == 'k' {
                let rooks = [
                    ("e1g1", "h1"),
                    ("e1c1", "a1"),
                    ("e8g8", "h8"),
                    ("e8c8", "a8"),
                ];
                let castles = rooks.iter().position(|(way, _)| *way == notation);
                if let Some(way) = castles {
                    castlings[way] += 1;
                    to = rooks[way].1;
                }
            }
            let promotion = match &notation[4..] {
                "" => 0,
                "n" => 1,
                "b" => 2,
                "r" => 3,
                "q" => 4,
                other => panic!("{other}"),
            };
            promotions[usize::from(promotion)] += 1;
            let number = square(from) << 9 | square(to) << 3 | promotion;
            assert_eq!(mv.number(), number, "{} {notation}", position.fen());
        }
    });
    let seen = castlings.iter().chain(&promotions);
    assert!(seen.min() > Some(&20), "{castlings:?} {promotions:?}");
}

#[test]
fn a_pass_gives_the_other_side_the_move_and_takes_nothing_else() {
    let (mut passes, mut refused) = (0, 0);
    games(|position| {
        let before = Fen::of(position);
        let officers = before.count(|man| before.is_of_mover(man) && !"pkPK".contains(man));
        let passed = position.pass();
        // With nothing but pawns, or in check, there is no pass.
        assert_eq!(
            passed.is_some(),
            officers > 0 && !position.in_check(),
            "{}",
            position.fen()
        );
        let Some(passed) = passed else {
            refused += 1;
            return;
        };
        passes += 1;
        let after = Fen::of(&passed);
        assert_eq!(
            (&after.men, after.white_to_move),
            (&before.men, !before.white_to_move)
        );
        assert_eq!(after.clock, (before.clock + 1).min(100));
        let [castling, en_passant] =
            [2, 3].map(|field| after.position.split(' ').nth(field).unwrap());
        assert_eq!(
            (Some(castling), en_passant),
            (before.position.split(' ').nth(2), "-")
        );
        assert_eq!(passed.key(), Chess::from_fen(&passed.fen()).unwrap().key());
    });
    assert!(passes > 2_000 && refused > 200, "{passes} {refused}");
}
