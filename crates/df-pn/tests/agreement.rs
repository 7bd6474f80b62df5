//! The solver against the oracle and the search.

use std::ops::ControlFlow;

use plybench_df_pn::{Effort, Limits, Solver, Unsolved};
use plybench_engine::{
    game::{chess::Chess, named::AnyPosition},
    search::Search,
    variants,
};
use plybench_oracle::{Dtm, Oracle};

fn go_on(_: Effort) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Positions with these men, the first of them White's king and the last Black's: every so many placements, both sides to move.
fn positions(men: &[char], wanted: usize) -> Vec<Chess> {
    let all = 64_u64.pow(men.len() as u32);
    // A step that has no factor in common with their number reaches all of them.
    let step = all / 7919 * 2 + 1;
    let mut found = Vec::new();
    for turn in 0..all {
        if found.len() == wanted {
            break;
        }
        let placement = turn * step % all;
        let mut board = [['1'; 8]; 8];
        for (place, &man) in men.iter().enumerate() {
            let square = (placement >> (6 * place)) & 63;
            board[(square >> 3) as usize][(square & 7) as usize] = man;
        }
        let rows = board.map(|row| row.iter().collect::<String>());
        let side = if turn % 2 == 0 { 'w' } else { 'b' };
        let fen = format!("{} {side} - - 0 1", rows.join("/"));
        found.extend(Chess::from_fen(&fen));
    }
    found
}

/// The plies of a question, and whether there is a mate.
fn questions(truth: Dtm) -> Vec<(u8, bool)> {
    match truth {
        Dtm::Loss(0) => vec![(2, true)],
        // The longer ones take too long for a test.
        Dtm::Win(plies @ 1..=9) | Dtm::Loss(plies @ 2..=8) => {
            let plies = plies as u8;
            let sooner = plies.checked_sub(2).filter(|&sooner| sooner > 0);
            let sooner = sooner.map(|sooner| (sooner, false));
            sooner.into_iter().chain([(plies, true)]).collect()
        }
        Dtm::Win(_) => vec![(5, false)],
        Dtm::Loss(_) => vec![(4, false)],
        Dtm::Draw => vec![(4, false), (5, false)],
    }
}

/// Asks about a thousand positions, and returns how many of the questions have a mate as the answer.
fn agrees(men: &str) -> usize {
    let men: Vec<char> = men.chars().collect();
    let mut oracle = Oracle::in_memory();
    let mut mates = 0;
    for root in positions(&men, 1000) {
        for (plies, is_mate) in questions(oracle.probe(&root).unwrap()) {
            let mut solver = Solver::new(Limits::DEFAULT);
            let solution = solver.solve(&root, plies, &mut go_on).unwrap();
            assert_eq!(solution.is_mate, is_mate, "{} {plies}", root.fen());
            mates += usize::from(is_mate);
        }
    }
    mates
}

#[test]
fn the_oracle_agrees_on_endings() {
    // The counts say that there are mates to find; they depend on the draw of the positions alone.
    let endings = [
        ("KRk", 67),
        ("KQk", 269),
        ("KPk", 15),
        ("KRRk", 690),
        ("KBNk", 6),
        ("KQrk", 60),
    ];
    let mates = std::thread::scope(|scope| {
        let asked = endings.map(|(men, _)| scope.spawn(move || (men, agrees(men))));
        asked.map(|ending| ending.join().expect("it agrees"))
    });
    assert_eq!(mates, endings);
}

/// The effort for the published mate in 8: asked directly with its proof, and from 1 move on.
#[test]
fn the_published_mate_needs_few_expansions() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let mut solver = Solver::new(Limits::DEFAULT);
    assert!(solver.solve(&root, 15, &mut go_on).unwrap().is_mate);
    let direct = solver.effort().expansions;
    let mut solver = Solver::new(Limits::DEFAULT);
    let answers: Vec<bool> = (1..=8)
        .map(|moves| solver.ask(&root, 2 * moves - 1, &mut go_on).unwrap())
        .collect();
    assert_eq!(answers, [1, 2, 3, 4, 5, 6, 7, 8].map(|moves| moves == 8));
    let from_one = solver.effort().expansions;
    // Other counts are another SEARCH_VERSION.
    assert_eq!((direct, from_one), (6_139, 96_439));
    assert!(include_str!("../README.md").contains("takes 6,139 expansions"));
}

#[test]
fn limits_end_a_search_and_a_small_table_gives_the_same_answer() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let few = Limits {
        expansions: Some(100),
        ..Limits::DEFAULT
    };
    let unsolved = Err(Unsolved::Expansions(100));
    assert_eq!(Solver::new(few).ask(&root, 13, &mut go_on), unsolved);
    let mut stop = |_| ControlFlow::Break(());
    let interrupted = Err(Unsolved::Interrupted);
    let asked = Solver::new(Limits::DEFAULT).ask(&root, 13, &mut stop);
    assert_eq!(asked, interrupted);
    for bytes in [1 << 10, 1 << 14, 1 << 17] {
        let small = Limits {
            bytes,
            ..Limits::DEFAULT
        };
        let solution = Solver::new(small).solve(&root, 9, &mut go_on).unwrap();
        assert!(!solution.is_mate, "{bytes}");
    }
}

#[test]
fn a_mate_is_answered_in_other_games_too() {
    let board = AnyPosition::read("connect 4x4 3 place").unwrap();
    let root = board.unwrap();
    let mut solver = Solver::new(Limits::DEFAULT);
    let mut is_mate = |plies| solver.solve(&root, plies, &mut go_on).unwrap().is_mate;
    let answers = [1, 3, 5].map(&mut is_mate);
    let mut iterations = Vec::new();
    let search = Search::new(&root, &variants::GLASS.options);
    search.to_depth(6, |iteration, _| {
        iterations.push(iteration.score.mate_plies());
        ControlFlow::Continue(())
    });
    // The side to move wins in five plies.
    assert_eq!(iterations.last(), Some(&Some(5)));
    assert_eq!(answers, [false, false, true]);
}
