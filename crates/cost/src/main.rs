//! Searches whose instructions are counted: `scripts/instructions` runs them under valgrind.
//!
//! `plybench-cost KIND N` prints the number of nodes entered. It runs in the root of the repository, and knows these kinds:
//!
//! - `hand-written`, `unobserved` and `counters` are the same search of the published table's position to depth N: written by hand for
//!   these options alone, by the library, and by the library with counters.
//! - `glass`, `null-move`, `middlegames` and `five` are the searches whose cost is pinned, to depth N: plain principal variation search
//!   in an ending, without techniques and with null move; then ten middlegames with quiescence, killers and history, with null move and
//!   late move reduction, and with check extension, razoring and futility too.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod hand_written;

use std::{env, error::Error, fs, ops::ControlFlow};

use plybench_engine::{
    game::chess::Chess,
    observe::Counters,
    ordering::OrderingOptions,
    search::{Search, SearchOptions},
    techniques::{
        BuiltIn, Limited, check_extension::CheckExtension, futility::Futility,
        late_move_reduction::LateMoveReduction, null_move::NullMove, razoring::Razoring,
    },
    variants::GLASS,
};

const LIKE_AN_ENGINE: SearchOptions = SearchOptions {
    quiescence: true,
    ordering: OrderingOptions {
        killers: true,
        history: true,
        ..GLASS.options.ordering
    },
    techniques: BuiltIn {
        null_move: Some(Limited::everywhere(NullMove::DEFAULT)),
        late_move_reduction: Some(Limited::everywhere(LateMoveReduction::DEFAULT)),
        ..BuiltIn::OFF
    },
    ..GLASS.options
};

const WITH_NULL_MOVE: SearchOptions = SearchOptions {
    techniques: BuiltIn {
        null_move: Some(Limited::everywhere(NullMove::DEFAULT)),
        ..BuiltIn::OFF
    },
    ..GLASS.options
};

const FIVE: SearchOptions = SearchOptions {
    techniques: BuiltIn {
        check_extension: Some(Limited::everywhere(CheckExtension::DEFAULT)),
        razoring: Some(Limited::everywhere(Razoring::DEFAULT)),
        futility: Some(Limited::everywhere(Futility::DEFAULT)),
        ..LIKE_AN_ENGINE.techniques
    },
    ..LIKE_AN_ENGINE
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [kind, number] = arguments.as_slice() else {
        return Err(
            "usage: plybench-cost hand-written|unobserved|counters|glass|null-move|middlegames|five N".into(),
        );
    };
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1")?;
    let same = Search::new(&root, &hand_written::OPTIONS);
    let nodes = match (kind.as_str(), number.parse()) {
        ("hand-written", Ok(depth)) => hand_written::search(&root, depth),
        ("unobserved", Ok(depth)) => same.to_depth(depth, |_, _| ControlFlow::Continue(())).nodes,
        ("counters", Ok(depth)) => {
            // By reference, as in experiments.
            let mut counters = Counters::default();
            same.observed_by(&mut counters)
                .to_depth(depth, |_, _| ControlFlow::Continue(()))
                .nodes
        }
        ("glass", Ok(depth)) => nodes(&root, &GLASS.options, depth),
        ("null-move", Ok(depth)) => nodes(&root, &WITH_NULL_MOVE, depth),
        ("middlegames", Ok(depth)) => in_middlegames(&LIKE_AN_ENGINE, depth)?,
        ("five", Ok(depth)) => in_middlegames(&FIVE, depth)?,
        _ => return Err(format!("unknown search: {kind} {number}").into()),
    };
    println!("{nodes}");
    Ok(())
}

/// Nodes entered by iterations 1 to `depth`, without observers.
fn nodes(root: &Chess, options: &SearchOptions, depth: u8) -> u64 {
    let search = Search::new(root, options);
    search
        .to_depth(depth, |_, _| ControlFlow::Continue(()))
        .nodes
}

fn in_middlegames(options: &SearchOptions, depth: u8) -> Result<u64, Box<dyn Error>> {
    let roots = middlegames()?;
    Ok(roots.iter().map(|root| nodes(root, options, depth)).sum())
}

/// The first ten positions of `datasets/tactics.epd`, with the clocks of an initial position.
fn middlegames() -> Result<Vec<Chess>, Box<dyn Error>> {
    let text = fs::read_to_string("datasets/tactics.epd")?;
    let position = |line: &str| {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        Ok(Chess::from_fen(&format!("{} 0 1", fields.join(" ")))?)
    };
    text.lines().take(10).map(position).collect()
}
