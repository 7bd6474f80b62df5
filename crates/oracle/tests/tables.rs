//! The tables compared with their successors, with published figures, and with the search.

use std::{
    ops::ControlFlow,
    sync::{Mutex, OnceLock, PoisonError},
};

use chacha20::ChaCha8Rng;
use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveKind, chess::Chess},
    score::Score,
    search::{Search, SearchOptions},
    variants,
};
use plybench_oracle::{Dtm, Material, Oracle};
use rand::{RngExt, SeedableRng};

/// An oracle with the tables of all tests, which are built once.
fn oracle() -> Oracle {
    static ORACLE: OnceLock<Mutex<Oracle>> = OnceLock::new();
    let oracle = ORACLE.get_or_init(|| {
        let mut oracle = Oracle::in_memory();
        let pawns = ["KRPK", "KPKP"];
        for name in LONGEST.map(|(name, _)| name).into_iter().chain(pawns) {
            oracle.table(&Material::parse(name).unwrap()).unwrap();
        }
        Mutex::new(oracle)
    });
    oracle
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .share()
}

/// The longest mates, in moves.
const LONGEST: [(&str, u8); 13] = [
    ("KQK", 10),
    ("KRK", 16),
    ("KPK", 28),
    ("KBK", 0),
    ("KNK", 0),
    ("KBBK", 19),
    ("KBNK", 33),
    ("KQKR", 35),
    ("KRKB", 29),
    ("KRKN", 40),
    ("KQKB", 17),
    ("KQKN", 21),
    // H. Conrady, CCC 113253 (2000): 85 plies, the longest of four men.
    ("KRKP", 43),
];

/// The position with these men on their squares (0 is a1), if it is legal.
fn place(men: &[(char, usize)], side: char, en_passant: &str) -> Option<Chess> {
    let mut board = ['1'; 64];
    for &(man, square) in men {
        let at = &mut board[(7 - square / 8) * 8 + square % 8];
        if *at != '1' {
            return None;
        }
        *at = man;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    Chess::from_fen(&format!("{} {side} - {en_passant} 0 1", ranks.join("/"))).ok()
}

fn moves(position: &Chess) -> Vec<<Chess as Game>::Move> {
    let mut moves = Vec::new();
    position.for_each_move(MoveKind::All, |mv| moves.push(mv));
    moves
}

/// A position's distance to mate from its successors, by the search's move generator.
fn by_successors(oracle: &mut Oracle, position: &Chess) -> Dtm {
    let (mut fastest_win, mut slowest_loss, mut holds) = (None, 0, false);
    let moves = moves(position);
    for &mv in &moves {
        match oracle.probe(&position.play(mv)).unwrap() {
            Dtm::Loss(plies) => fastest_win = fastest_win.min(Some(plies)).or(Some(plies)),
            Dtm::Win(plies) => slowest_loss = slowest_loss.max(plies + 1),
            Dtm::Draw => holds = true,
        }
    }
    match fastest_win {
        Some(plies) => Dtm::Win(plies + 1),
        None if holds => Dtm::Draw,
        None if moves.is_empty() && !position.in_check() => Dtm::Draw,
        None => Dtm::Loss(slowest_loss),
    }
}

fn assert_consistent(oracle: &mut Oracle, position: &Chess) {
    let dtm = oracle.probe(position).unwrap();
    assert_eq!(dtm, by_successors(oracle, position), "{}", position.fen());
}

#[test]
fn every_entry_of_three_men_follows_from_its_successors() {
    let mut oracle = oracle();
    let mut positions = 0;
    for man in ['Q', 'R', 'B', 'N', 'P'] {
        for (white, black, third) in triples() {
            for side in ['w', 'b'] {
                let men = [('K', white), ('k', black), (man, third)];
                if let Some(position) = place(&men, side, "-") {
                    assert_consistent(&mut oracle, &position);
                    positions += 1;
                }
            }
        }
    }
    assert!(positions > 1_500_000);
}

fn triples() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..64 * 64 * 64).map(|n| (n / 4096, n / 64 % 64, n % 64))
}

#[test]
fn a_sample_of_four_men_follows_from_its_successors() {
    let mut oracle = oracle();
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for men in ["KkRn", "KkBB", "KkQr", "KkPp", "KkRP"] {
        let mut checked = 0;
        while checked < 100_000 {
            let placed: Vec<(char, usize)> = men
                .chars()
                .map(|man| (man, generator.random_range(0..64)))
                .collect();
            let side = if generator.random() { 'w' } else { 'b' };
            if let Some(position) = place(&placed, side, "-") {
                assert_consistent(&mut oracle, &position);
                checked += 1;
            }
        }
    }
}

#[test]
fn longest_mates_are_the_published_ones() {
    let mut oracle = oracle();
    for (name, moves) in LONGEST {
        let table = oracle.table(&Material::parse(name).unwrap()).unwrap();
        assert_eq!(table.longest_mate().div_ceil(2), moves, "{name}");
    }
}

/// The number of legal positions, and of those with each wanted side to move and distance, over all placements.
fn census(oracle: &mut Oracle, man: char, wanted: &[(char, Dtm)]) -> (usize, Vec<usize>) {
    let (mut all, mut counts) = (0, vec![0; wanted.len()]);
    for (white, black, third) in triples() {
        for side in ['w', 'b'] {
            let men = [('K', white), ('k', black), (man, third)];
            let Some(position) = place(&men, side, "-") else {
                continue;
            };
            all += 1;
            let dtm = oracle.probe(&position).unwrap();
            for (count, &wanted) in counts.iter_mut().zip(wanted) {
                *count += usize::from((side, dtm) == wanted);
            }
        }
    }
    (all, counts)
}

#[test]
fn the_numbers_of_rook_endings_are_the_published_ones() {
    // With either side to move, and every placement counted separately.
    let (all, counts) = census(&mut oracle(), 'R', &[('b', Dtm::Loss(32))]);
    assert_eq!((all, counts), (399_112, vec![3_056]));
}

#[test]
fn the_numbers_of_longest_mates_up_to_symmetry_are_the_published_ones() {
    // G. (guido), kirill-kryukov.com discussion board, t=920 (2006): KQK 1 and 8, KRK 121 and 390, KPK
    // 3 and 2 positions up to symmetry with White and with Black to move.
    for (name, plies, white, black) in [("KQK", 20, 1, 8), ("KRK", 32, 121, 390), ("KPK", 56, 3, 2)]
    {
        let table = oracle().table(&Material::parse(name).unwrap()).unwrap();
        assert_eq!(
            table.count(Dtm::Win(plies - 1)),
            white,
            "{name}, White to move"
        );
        assert_eq!(
            table.count(Dtm::Loss(plies)),
            black,
            "{name}, Black to move"
        );
    }
}

#[test]
fn symmetric_images_have_the_same_distance() {
    let mut oracle = oracle();
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    let mut compared = 0;
    while compared < 20_000 {
        let men = ["KkR", "KkRn", "KkBB", "KkP", "KkPp"][generator.random_range(0..5)];
        let placed: Vec<(char, usize)> = men
            .chars()
            .map(|man| (man, generator.random_range(0..64)))
            .collect();
        let white = generator.random();
        let Some(position) = place(&placed, if white { 'w' } else { 'b' }, "-") else {
            continue;
        };
        let dtm = oracle.probe(&position).unwrap();
        let image = |turn: &dyn Fn(usize) -> usize| -> Vec<(char, usize)> {
            placed
                .iter()
                .map(|&(man, square)| (man, turn(square)))
                .collect()
        };
        let mirrored = place(
            &image(&|square| square ^ 7),
            if white { 'w' } else { 'b' },
            "-",
        )
        .unwrap();
        assert_eq!(oracle.probe(&mirrored).unwrap(), dtm, "{}", position.fen());
        let exchanged: Vec<(char, usize)> = image(&|square| square ^ 56)
            .into_iter()
            .map(|(man, square)| {
                let other = if man.is_ascii_uppercase() {
                    man.to_ascii_lowercase()
                } else {
                    man.to_ascii_uppercase()
                };
                (other, square)
            })
            .collect();
        let exchanged = place(&exchanged, if white { 'b' } else { 'w' }, "-").unwrap();
        assert_eq!(oracle.probe(&exchanged).unwrap(), dtm, "{}", position.fen());
        if !men.contains(['P', 'p']) {
            let turned = image(&|square| square % 8 * 8 + square / 8);
            let turned = place(&turned, if white { 'w' } else { 'b' }, "-").unwrap();
            assert_eq!(oracle.probe(&turned).unwrap(), dtm, "{}", position.fen());
        }
        compared += 1;
    }
}

/// Every position with a king and a pawn on each side in which a pawn has just passed the other.
fn en_passant_positions() -> Vec<(Chess, String)> {
    let mut all = Vec::new();
    for (white, black, place_of_pawns) in triples() {
        let (file, left) = (place_of_pawns / 2 % 8, place_of_pawns % 2 == 0);
        if place_of_pawns >= 16 || (left && file == 0) || (!left && file == 7) {
            continue;
        }
        let beside = if left { file - 1 } else { file + 1 };
        let men = [
            ('K', white),
            ('k', black),
            ('P', 24 + file),
            ('p', 24 + beside),
        ];
        if [white, black]
            .iter()
            .any(|&king| king == 16 + file || king == 8 + file)
        {
            continue;
        }
        let letter = |file: usize| char::from(b'a' + file as u8);
        let target = format!("{}3", letter(file));
        if let Some(position) = place(&men, 'b', &target) {
            all.push((position, format!("{}4{target}", letter(beside))));
        }
    }
    all
}

#[test]
fn en_passant_is_right_wherever_it_can_happen() {
    let mut oracle = oracle();
    let (mut matters, positions) = (0, en_passant_positions());
    assert!(positions.len() > 40_000);
    for (position, capture) in &positions {
        assert_consistent(&mut oracle, position);
        let without = Chess::from_fen(&position.fen().replace(&capture[2..], "-")).unwrap();
        matters += usize::from(oracle.probe(&without).unwrap() != oracle.probe(position).unwrap());
        // With four men the capture is always legal, since only a sliding piece could give a discovered check, and
        // it is never the only move, since a king and a pawn cannot confine the other king.
        let names: Vec<String> = moves(position)
            .into_iter()
            .map(|mv| position.notation(mv))
            .collect();
        assert!(
            names.contains(capture) || position.in_check(),
            "{}",
            position.fen()
        );
        assert!(
            names.len() > 1 || !names.contains(capture),
            "{}",
            position.fen()
        );
    }
    assert!(matters > 1000, "en passant changes the distance of some");
}

#[test]
fn en_passant_by_hand() {
    let mut oracle = oracle();
    let mut dtm = |fen: &str| oracle.probe(&Chess::from_fen(fen).unwrap()).unwrap();
    // The capture removes White's only pawn, and Black's pawn promotes. Without en passant both promote.
    let (with, without) = (
        "8/8/8/8/1Pp5/8/8/k6K b - b3 0 1",
        "8/8/8/8/1Pp5/8/8/k6K b - - 0 1",
    );
    assert_ne!(dtm(with), dtm(without));
    assert!(matches!(dtm(with), Dtm::Win(_)));
}

/// Alpha-beta that finds a mate in n plies at depth n, and evaluates nothing but mates.
fn plain() -> SearchOptions {
    let mut options = variants::PLAIN.options;
    options.mate_at_horizon = true;
    options.evaluation = Evaluation::Zero;
    options.ordering.mvv_lva = true;
    options.draws.repetition = false;
    options
}

fn searched(position: &Chess, depth: u16) -> Score {
    let mut last = Score::evaluation(0);
    Search::new(position, &plain()).to_depth(depth as u8, |iteration, _| {
        last = iteration.score;
        ControlFlow::Continue(())
    });
    last
}

fn score(dtm: Dtm) -> Score {
    match dtm {
        Dtm::Win(plies) => Score::mate_in(plies),
        Dtm::Loss(plies) => Score::mated_in(plies),
        Dtm::Draw => Score::evaluation(0),
    }
}

#[test]
fn the_search_agrees_on_every_short_mate() {
    let mut oracle = oracle();
    let mut compared = 0;
    for man in ['R', 'Q'] {
        for (white, black, third) in triples() {
            // White's king in the triangle represents all symmetric images.
            if white % 8 > 3 || white / 8 > white % 8 {
                continue;
            }
            for side in ['w', 'b'] {
                let men = [('K', white), ('k', black), (man, third)];
                let Some(position) = place(&men, side, "-") else {
                    continue;
                };
                let dtm = oracle.probe(&position).unwrap();
                if let Some(plies) = dtm.plies().filter(|&plies| plies <= 5) {
                    assert_eq!(
                        searched(&position, plies.max(1)),
                        score(dtm),
                        "{}",
                        position.fen()
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn the_search_agrees_on_a_thousand_longer_mates() {
    let mut oracle = oracle();
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let mut compared = 0;
    let mut options = plain();
    options.ordering.table_move = true;
    options.table.size = plybench_engine::table::TableSize::Entries(1 << 16);
    while compared < 1000 {
        let man = if generator.random() { 'R' } else { 'Q' };
        let men =
            [('K', 0), ('k', 0), (man, 0)].map(|(man, _)| (man, generator.random_range(0..64)));
        let Some(position) = place(&men, if generator.random() { 'w' } else { 'b' }, "-") else {
            continue;
        };
        let dtm = oracle.probe(&position).unwrap();
        let Some(plies) = dtm.plies().filter(|&plies| (6..=9).contains(&plies)) else {
            continue;
        };
        let mut last = Score::evaluation(0);
        Search::new(&position, &options).to_depth(plies as u8, |iteration, _| {
            last = iteration.score;
            ControlFlow::Continue(())
        });
        assert_eq!(last, score(dtm), "{}", position.fen());
        compared += 1;
    }
}

#[test]
fn a_best_line_is_as_long_as_the_distance_and_ends_in_mate() {
    let mut oracle = oracle();
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    assert_eq!(oracle.probe(&root).unwrap(), Dtm::Win(15));
    let line = oracle.best_line(&root).unwrap();
    assert_eq!(line.len(), 15);
    let end = line.iter().fold(root, |position, &mv| position.play(mv));
    assert!(end.in_check() && !end.has_legal_move());
}

#[test]
fn a_position_without_a_table_is_an_error() {
    let mut oracle = oracle();
    let mut problem = |fen: &str| {
        oracle
            .probe(&Chess::from_fen(fen).unwrap())
            .unwrap_err()
            .to_string()
    };
    assert!(problem("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").contains("32 men"));
    assert!(problem("4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains("castling"));
    let bare = Chess::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(oracle.probe(&bare).unwrap(), Dtm::Draw);
}

#[test]
fn every_placement_is_an_image_of_exactly_one_entry() {
    let mut oracle = oracle();
    for (name, placements) in [("KRK", 399_112), ("KPK", 331_352)] {
        let table = oracle.table(&Material::parse(name).unwrap()).unwrap();
        let mut seen = std::collections::HashSet::new();
        for entry in table.entries() {
            for image in entry.images() {
                assert_eq!(oracle.probe(&image).unwrap(), entry.dtm());
                assert!(seen.insert(image.fen()), "{name}: {}", image.fen());
            }
        }
        assert_eq!(seen.len(), placements, "{name}");
    }
}

#[test]
fn exchanging_equal_men_makes_no_new_entry_and_images_keep_en_passant() {
    let mut oracle = oracle();
    let bishops = oracle.table(&Material::parse("KBBK").unwrap()).unwrap();
    let mut seen = std::collections::HashSet::new();
    for entry in bishops.entries().take(40_000) {
        assert!(seen.insert(entry.images().iter().map(Chess::fen).min()));
    }
    let pawns = oracle.table(&Material::parse("KPKP").unwrap()).unwrap();
    let mut en_passant = 0;
    for entry in pawns.entries().step_by(1009) {
        for image in entry.images() {
            assert_eq!(oracle.probe(&image).unwrap(), entry.dtm());
            en_passant += usize::from(image.board().en_passant().is_some());
        }
    }
    assert!(en_passant > 0);
}
