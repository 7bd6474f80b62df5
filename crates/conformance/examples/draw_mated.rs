//! Generates `mated.epd` of the data sets: positions whose side to move is mated in a known number of moves.
//!
//! `cargo run --release -p plybench-conformance --example draw_mated > crates/experiment/datasets/mated.epd`
//!
//! Half of them are drawn from the oracle's tables, and half are the other side of `mates.epd`: the position after the key of a
//! mate in N, whose side to move is mated in N - 1, since no mate is shorter.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::{error::Error, ops::ControlFlow};

use plybench_conformance::mate::{Attacker, Problem, prove};
use plybench_df_pn::{Limits, Solver};
use plybench_engine::game::{Game, chess::Chess};
use plybench_experiment::dataset::{BuiltInDataset, Drawing, Epd, MateClaim, draw};
use plybench_oracle::{Material, Oracle};

/// The materials, and the longest mate of each. One position of each length is drawn.
const TABLES: [(&str, i32); 5] = [
    ("KQK", 6),
    ("KRK", 7),
    ("KRRK", 5),
    ("KBNK", 4),
    ("KQKR", 3),
];

/// How many mates of each length, from 2 moves on.
const MATES: [(i32, usize); 7] = [(2, 4), (3, 4), (4, 4), (5, 4), (6, 3), (7, 3), (8, 3)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut oracle = Oracle::of_user()?;
    for (name, longest) in TABLES {
        let drawing = Drawing {
            material: Material::parse(name).ok_or("no material")?,
            per_distance: 1,
            mated_side_moves: true,
            seed: 1,
        };
        let drawn = draw(&mut oracle, &drawing, |_| ())?;
        for (epd, moves) in mates(&drawn)?.filter(|&(_, moves)| -moves <= longest) {
            print_line(&epd.root, moves, &format!("{name} mated in {}", -moves));
        }
    }
    let all = BuiltInDataset::named("mates")?.text;
    for (length, wanted) in MATES {
        let of_length = mates(all)?.filter(|&(_, moves)| moves == length);
        for (epd, moves) in of_length.take(wanted) {
            let after = after_key(&epd.root, moves)?;
            let id = epd.id().unwrap_or_default();
            print_line(&after, 1 - moves, &format!("{id} after the key"));
        }
    }
    Ok(())
}

/// The positions of a file that claim a mate, with its moves.
fn mates(text: &str) -> Result<impl Iterator<Item = (Epd, i32)>, Box<dyn Error>> {
    let mut all = Vec::new();
    for line in text.lines() {
        let Some(epd) = Epd::parse(line)? else {
            continue;
        };
        if let Some(MateClaim::Moves(moves)) = epd.mate_claim()? {
            all.push((epd, moves));
        }
    }
    Ok(all.into_iter())
}

/// The position after the first move of a mate in so many moves.
fn after_key(root: &Chess, moves: i32) -> Result<Chess, Box<dyn Error>> {
    let problem = Problem::new(root, moves.into(), Attacker::ToMove)?;
    let mut solver = Solver::new(Limits::DEFAULT);
    let go_on = &mut |_| ControlFlow::Continue(());
    let proof = prove(&problem, &mut solver, false, go_on, |_| ())?;
    let key = proof.solution.line().into_iter().next();
    Ok(root.play(key.ok_or_else(|| format!("no mate in {moves}: {}", root.fen()))?))
}

fn print_line(position: &Chess, moves: i32, id: &str) {
    // EPD has the first four of FEN's six fields.
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    println!("{} bm #{moves}; id \"{id}\";", fields.join(" "));
}
