//! `bare_jobs N` searches the first N positions of `datasets/mates.epd` with `glass` to 100,000 nodes each, in the compiled copy of the
//! search that `plybench run` uses, and prints the nodes entered. `scripts/overhead` compares it with an experiment of the same jobs.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

use std::{env, error::Error, fs, ops::ControlFlow, sync::atomic::AtomicBool};

use plybench_engine::variants::GLASS;
use plybench_experiment::searcher::{Limits, Memory, Root, Searcher, Skeleton};

fn main() -> Result<(), Box<dyn Error>> {
    let jobs = env::args().nth(1).ok_or("usage: bare_jobs N")?.parse()?;
    let (never, mut memory) = (AtomicBool::new(false), Memory::default());
    let limits = Limits {
        depth: 40,
        nodes: Some(100_000),
        stop: Some(&never),
    };
    let mut nodes = 0;
    for line in fs::read_to_string("datasets/mates.epd")?.lines().take(jobs) {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        let fen = format!("{} 0 1", fields.join(" "));
        let root = Root::parse(&fen).ok_or(fen)?;
        let mut searcher = Skeleton::new(GLASS.options, &mut memory);
        let outcome = searcher.deepen(&root, &limits, &mut |_, _| ControlFlow::Continue(()))?;
        nodes += outcome.nodes;
    }
    println!("{nodes}");
    Ok(())
}
