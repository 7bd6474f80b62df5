//! Tables of four men, which take half a minute to build: samples, longest mates, and en passant.

use std::{
    collections::HashSet,
    sync::{Mutex, OnceLock},
};

use chacha20::ChaCha8Rng;
use plybench_engine::game::{Game, chess::Chess};
use plybench_oracle::{Dtm, Material, Oracle};
use rand::{RngExt, SeedableRng};

use super::{assert_consistent, assert_longest, assert_symmetric, moves, place, shared, triples};

/// The longest mates, in moves.
const LONGEST: [(&str, u8); 8] = [
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

fn oracle() -> Oracle {
    static BUILT: OnceLock<Mutex<Oracle>> = OnceLock::new();
    let names = LONGEST.map(|(name, _)| name).into_iter();
    shared(&BUILT, names.chain(["KRPK", "KPKP"]))
}

#[test]
fn a_sample_follows_from_its_successors() {
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
    assert_longest(&mut oracle(), &LONGEST);
}

#[test]
fn symmetric_images_have_the_same_distance() {
    assert_symmetric(&mut oracle(), &["KkRn", "KkBB", "KkPp"]);
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

#[test]
fn exchanging_equal_men_makes_no_new_entry_and_images_keep_en_passant() {
    let mut oracle = oracle();
    let bishops = oracle.table(&Material::parse("KBBK").unwrap()).unwrap();
    let mut seen = HashSet::new();
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
