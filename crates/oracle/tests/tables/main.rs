//! The tables compared with their successors, with published figures, and with the search.

mod four_men;
mod three_men;

use std::sync::{Mutex, OnceLock, PoisonError};

use chacha20::ChaCha8Rng;
use plybench_engine::game::{Game, MoveKind, chess::Chess};
use plybench_oracle::{Dtm, Material, Oracle};
use rand::{RngExt, SeedableRng};

/// Compares the longest mates with published ones, in moves.
fn assert_longest(oracle: &mut Oracle, published: &[(&str, u8)]) {
    for &(name, moves) in published {
        let table = oracle.table(&Material::parse(name).unwrap()).unwrap();
        assert_eq!(table.longest_mate().div_ceil(2), moves, "{name}");
    }
}

/// An oracle with these tables, which are built once for all tests of a module.
fn shared(built: &OnceLock<Mutex<Oracle>>, names: impl Iterator<Item = &'static str>) -> Oracle {
    let oracle = built.get_or_init(|| {
        let mut oracle = Oracle::in_memory();
        for name in names {
            oracle.table(&Material::parse(name).unwrap()).unwrap();
        }
        Mutex::new(oracle)
    });
    oracle
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .share()
}

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

fn triples() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..64 * 64 * 64).map(|n| (n / 4096, n / 64 % 64, n % 64))
}

/// Compares the distances of random positions with those of their images.
fn assert_symmetric(oracle: &mut Oracle, sets_of_men: &[&str]) {
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    let mut compared = 0;
    while compared < 10_000 {
        let men = sets_of_men[generator.random_range(0..sets_of_men.len())];
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
