//! The tables of three men: built in a second, and compared in full.

use std::{
    collections::HashSet,
    ops::ControlFlow,
    sync::{Mutex, OnceLock},
};

use chacha20::ChaCha8Rng;
use plybench_engine::{
    eval::Evaluation,
    game::{Game, chess::Chess},
    score::Score,
    search::{Search, SearchOptions},
    table::TableSize,
    variants,
};
use plybench_oracle::{Dtm, Material, Oracle};
use rand::{RngExt, SeedableRng};

use super::{assert_consistent, assert_longest, assert_symmetric, place, shared, triples};

/// The longest mates, in moves.
const LONGEST: [(&str, u8); 5] = [
    ("KQK", 10),
    ("KRK", 16),
    ("KPK", 28),
    ("KBK", 0),
    ("KNK", 0),
];

fn oracle() -> Oracle {
    static BUILT: OnceLock<Mutex<Oracle>> = OnceLock::new();
    shared(&BUILT, LONGEST.map(|(name, _)| name).into_iter())
}

#[test]
fn every_entry_follows_from_its_successors() {
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

#[test]
fn longest_mates_are_the_published_ones() {
    assert_longest(&mut oracle(), &LONGEST);
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
    assert_symmetric(&mut oracle(), &["KkR", "KkP"]);
}

#[test]
fn every_placement_is_an_image_of_exactly_one_entry() {
    let mut oracle = oracle();
    for (name, placements) in [("KRK", 399_112), ("KPK", 331_352)] {
        let table = oracle.table(&Material::parse(name).unwrap()).unwrap();
        let mut seen = HashSet::new();
        for entry in table.entries() {
            for image in entry.images() {
                assert_eq!(entry.is_white_to_move(), image.fen().contains(" w "));
                assert_eq!(oracle.probe(&image).unwrap(), entry.dtm());
                assert!(seen.insert(image.fen()), "{name}: {}", image.fen());
            }
        }
        assert_eq!(seen.len(), placements, "{name}");
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
    options.table.size = TableSize::Entries(1 << 16);
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
