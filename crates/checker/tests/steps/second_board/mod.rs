//! Chess on a board of the tests' own, compared with the engine's game: in random games, and as the positions with which the checker
//! works out recorded searches. Search, checker and reference search share the engine's positions, so nothing else would notice an
//! error in them.

mod board;
mod evaluation;
mod game;
mod key;

use std::collections::{BTreeMap, HashMap};

use plybench_checker::{
    check::check_after,
    game::Recorded,
    trace::{Reader, record_after},
};
use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveKind, Structure, chess::Chess},
};

use self::board::{Board, MEN, parts};
use super::{
    positions::CHESS,
    settings::{Random, all_axes, describe, options},
};

/// Besides the positions that other tests search: both castlings, promotions, captures en passant, a double check and a mate, and
/// endings in which positions repeat, the fifty moves run out and kings are left alone.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 3 20",
    "8/8/8/8/5k2/8/2K5/6R1 w - - 60 99",
    "8/8/8/8/8/2k5/7q/K7 b - - 40 70",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r1b1k2r/1P4P1/8/2pP4/4pP2/8/1p4p1/R3K1NR b KQkq f3 0 9",
    "1k6/8/8/8/8/8/7p/5K1B w - - 0 1",
    "r3k3/2N5/8/8/8/8/8/4RK2 b q - 0 1",
    "4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
];

/// The numbers of a position's moves.
fn numbers<G: Recorded>(position: &G, kind: MoveKind, is_legal: bool) -> Vec<u16> {
    let mut numbers = Vec::new();
    let visit = |mv| numbers.push(G::number(mv));
    match is_legal {
        true => position.for_each_move(kind, visit),
        false => position.for_each_illegal_move(kind, visit),
    }
    numbers
}

/// Everything that a search takes from a position, a line for each move.
fn seen<G: Recorded>(position: &G) -> Vec<String> {
    let known = |position: &G| {
        let (text, key) = (position.root_text(), position.key());
        format!("{text} {key:016x} {}", position.reversible_plies())
    };
    let evaluations = [
        Evaluation::Zero,
        Evaluation::Material,
        Evaluation::MopUp,
        Evaluation::PieceSquare,
        Evaluation::MicroMax,
    ];
    let in_check = position.in_check();
    let tactical = numbers(position, MoveKind::Tactical, true);
    let illegal = [MoveKind::All, MoveKind::Tactical].map(|kind| numbers(position, kind, false));
    let mut seen = vec![
        known(position),
        format!("in check: {in_check}"),
        format!("moves: {}", position.has_legal_move()),
        format!("pass: {:?}", position.pass().as_ref().map(known)),
        format!("captured: {}", position.captured_material()),
        format!("pieces: {:?}", position.pieces()),
        format!(
            "structures: {:x?}",
            Structure::ALL.map(|of| position.structure_key(of))
        ),
        format!("values: {:?}", evaluations.map(|by| position.evaluate(by))),
        format!("tactical: {tactical:?}, illegal: {illegal:?}"),
    ];
    let mut first = None;
    position.for_each_move(MoveKind::All, |mv| {
        let child = position.play(mv);
        let answer = in_check.then(|| position.answer_to_check(mv));
        let first = *first.get_or_insert(mv);
        assert!(G::number(mv) < 1 << 15 && position.history_index(mv) < G::HISTORY_SIZE);
        assert!(position.arrival_index(mv) < G::ARRIVALS);
        let takes = [mv, first].map(|before| position.recaptures(mv, before));
        let nears = position.nears_promotion(mv);
        seen.push(format!(
            "{} {} {:?}, arrival {}, history {}, gain {:?}, less {}, {takes:?} {nears} {answer:?}, check {}: {}",
            G::number(mv),
            position.notation(mv),
            position.classify(mv),
            position.arrival_index(mv),
            position.history_index(mv),
            position.exchange(mv),
            position.is_under_promotion(mv),
            child.in_check(),
            known(&child),
        ));
    });
    seen
}

/// A position of a random game on both boards, with the keys of the positions before it.
struct Reached {
    chess: Chess,
    board: Board,
    past: [Vec<u64>; 2],
    /// The move that the game goes on with.
    next: Option<u16>,
}

/// Visits the positions of random games. Castling, promotions and captures en passant are chosen more often than other moves.
fn games(count: usize, seed: u64, mut visit: impl FnMut(&Reached)) {
    let mut random = Random(seed);
    for game in 0..count {
        let starts = STARTS.iter().chain(&CHESS);
        let start = starts.cycle().nth(game).unwrap();
        let mut at = Reached {
            chess: Chess::from_fen(start).unwrap(),
            board: Board::from_fen(start),
            past: [Vec::new(), Vec::new()],
            next: None,
        };
        for _ in 0..60 {
            let mut moves = at.board.legal();
            if random.below(2) == 0 && moves.iter().any(|&mv| at.board.is_special(mv)) {
                moves.retain(|&mv| at.board.is_special(mv));
            }
            at.next = (!moves.is_empty()).then(|| moves[random.below(moves.len())]);
            visit(&at);
            let Some(mv) = at.next else { break };
            if at.board.is_dead() && random.below(8) == 0 {
                break;
            }
            at.past[0].push(at.chess.key());
            at.past[1].push(at.board.key());
            let found = at.chess.find(mv);
            at.chess = at.chess.play(found.unwrap());
            at.board = at.board.after(mv);
        }
    }
}

/// What is special about a position and the move that the game goes on with.
fn kinds(at: &Reached) -> Vec<String> {
    let board = &at.board;
    let mut kinds = Vec::new();
    let checks = board.checkers().len();
    let pieces: usize = (b"nbrq".iter())
        .map(|&man| board.squares(man, board.is_white).count())
        .sum();
    let own = (0..64)
        .filter(|&at| board.is_of(at, board.is_white))
        .count();
    for (kind, holds) in [
        ("check", checks == 1),
        ("double check", checks == 2),
        ("mate", checks > 0 && at.next.is_none()),
        ("stalemate", checks == 0 && at.next.is_none()),
        ("lone king", own == 1),
        ("only pawns", own > 1 && pieces == 0),
        ("clock at its end", board.clock == 100),
        ("repeated", at.past[1].contains(&board.key())),
        ("dead", board.is_dead()),
    ] {
        if holds {
            kinds.push(kind.to_owned());
        }
    }
    if let Some(mv) = at.next {
        let (_, to, promotion) = parts(mv);
        let captures = board.captures_on(mv);
        if board.is_castling(mv) {
            kinds.push(format!("castling {}", board.notation(mv)));
        }
        if captures.is_some_and(|at| at != to) {
            kinds.push("en passant".to_owned());
        }
        if board.nears_promotion(mv) {
            kinds.push(format!("to the seventh {}", captures.is_some()));
        }
        if promotion > 0 {
            let piece = MEN[promotion] as char;
            kinds.push(format!("promotion {piece} {}", captures.is_some()));
        }
    }
    kinds
}

/// The second board is itself held to counts that others have published.
#[test]
fn the_second_board_has_as_many_moves_as_published() {
    fn sequences(board: &Board, depth: u8) -> u64 {
        let moves = board.legal();
        match depth {
            1 => moves.len() as u64,
            _ => moves
                .iter()
                .map(|&mv| sequences(&board.after(mv), depth - 1))
                .sum(),
        }
    }
    let mut counted = 0;
    for line in include_str!("../../../../experiment/datasets/perft.epd").lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let mut fields = line.split(';');
        let fen = fields.next().unwrap().trim();
        let board = Board::from_fen(fen);
        for (field, depth) in fields.zip(1..) {
            let count: u64 = field
                .trim()
                .split_once(' ')
                .unwrap()
                .1
                .trim()
                .parse()
                .unwrap();
            if count < 200_000 {
                assert_eq!(sequences(&board, depth), count, "{fen} {depth}");
                counted += 1;
            }
        }
    }
    assert!(counted >= 17, "{counted}");
}

#[test]
fn the_engines_game_is_that_of_the_second_board_in_random_games() {
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    games(440, 11, |at| {
        let (chess, board) = (&at.chess, &at.board);
        for (engine, second) in seen(chess).iter().zip(&seen(board)) {
            assert_eq!(engine, second, "engine (left), second board (right)");
        }
        assert_eq!(seen(chess).len(), seen(board).len(), "{}", board.fen());
        let can_mate = [true, false].map(|side| board.can_mate(side));
        let own = can_mate[usize::from(!board.is_white)];
        let expected = (own, can_mate == [false; 2]);
        let engine = (chess.side_to_move_has_mating_material(), chess.is_dead());
        assert_eq!(engine, expected, "{}", board.fen());
        // A position that is read is the one that is reached.
        assert_eq!(&Chess::from_fen(&board.fen()).unwrap(), chess);
        for kind in kinds(at) {
            *found.entry(kind).or_insert(0) += 1;
        }
    });
    let seldom = found.values().min();
    assert!(found.len() == 24 && seldom >= Some(&10), "{found:?}");
}

/// Positions of games, and those that differ from them in the side to move, in a castling right or in the en passant square alone.
#[test]
fn two_positions_have_the_same_key_exactly_if_they_are_the_same() {
    let (mut keys, mut positions) = (HashMap::new(), HashMap::new());
    games(220, 12, |at| {
        let board = &at.board;
        let mut others = vec![board.clone(), board.passed()];
        for right in 0..4 {
            let mut other = board.clone();
            other.rights[right] = !other.rights[right];
            others.push(other);
        }
        let behind = if board.is_white { 40..48 } else { 16..24 };
        for en_passant in behind.map(Some).chain([None]) {
            others.push(Board {
                en_passant,
                ..board.clone()
            });
        }
        for other in others {
            // Most of these are no positions.
            if let Ok(chess) = Chess::from_fen(&other.fen()) {
                let (key, identity) = (chess.key(), other.identity());
                assert_eq!(
                    *keys.entry(identity.clone()).or_insert(key),
                    key,
                    "{identity}"
                );
                let same = positions.entry(key).or_insert_with(|| identity.clone());
                assert_eq!(*same, identity);
                assert_eq!(other.key(), key, "{identity}");
            }
        }
    });
    assert!(positions.len() > 10_000, "{}", positions.len());
}

/// The checker takes every position from the second board, from the root's FEN on.
#[test]
fn recorded_searches_are_those_of_the_second_board() {
    let axes = all_axes();
    let mut random = Random(13);
    let (mut reached, mut after_a_game) = (0, 0);
    games(220, 14, |at| {
        reached += 1;
        if reached % 12 != 0 {
            return;
        }
        let case = match reached % 24 {
            0 => random.case(&axes),
            _ => random.sparse_case(&axes),
        };
        let (options, [past, own]) = (options(&axes, &case), &at.past);
        let trace = record_after(&at.chess, past, &options, 40, Some(1_500), Vec::new()).unwrap();
        let trace = Reader::new(&trace[..]).unwrap();
        after_a_game += usize::from(!trace.header.past.is_empty());
        let fen = at.board.fen();
        if let Err(refused) = check_after(&at.board, own, trace) {
            panic!("{fen}\n{}\n{refused}", describe(&axes, &case));
        }
    });
    assert!(
        reached > 5_000 && after_a_game > 200,
        "{reached} {after_a_game}"
    );
}
