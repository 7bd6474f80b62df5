//! Searches whose instructions are counted: `scripts/instructions` runs each kind under valgrind.
//!
//! `instruction_count KIND DEPTH` prints the number of nodes entered. The kinds `hand-written`, `unobserved`
//! and `counters` are the same search of the published table's position, compiled in three ways. `glass` and `middlegames` are the searches whose cost is pinned.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the program prints its result"
)]

mod hand_written;
mod yardstick;

use std::{env, ops::ControlFlow, process::ExitCode};

use plybench_engine::{game::chess::Chess, observe::Counters, search::Search};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [kind, depth] = arguments.as_slice() else {
        eprintln!(
            "usage: instruction_count hand-written|unobserved|counters|glass|middlegames DEPTH"
        );
        return ExitCode::from(2);
    };
    let Ok(depth) = depth.parse() else {
        eprintln!("{depth:?} is not a depth; give a number of plies");
        return ExitCode::from(2);
    };
    let Ok(root) = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1") else {
        return ExitCode::FAILURE;
    };
    let search = Search::new(&root, &hand_written::OPTIONS);
    let nodes = match kind.as_str() {
        "hand-written" => hand_written::search(&root, depth),
        "unobserved" => {
            search
                .to_depth(depth, |_, _| ControlFlow::Continue(()))
                .nodes
        }
        "counters" => {
            // By reference, as in experiments.
            let mut counters = Counters::default();
            let search = search.observed_by(&mut counters);
            search
                .to_depth(depth, |_, _| ControlFlow::Continue(()))
                .nodes
        }
        "glass" => yardstick::glass(&root, depth),
        "middlegames" => match yardstick::middlegames(depth) {
            Ok(nodes) => nodes,
            Err(_) => return ExitCode::FAILURE,
        },
        _ => {
            eprintln!("{kind:?} is not a kind of search");
            return ExitCode::from(2);
        }
    };
    println!("{nodes}");
    ExitCode::SUCCESS
}
