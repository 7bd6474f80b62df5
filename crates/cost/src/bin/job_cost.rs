//! Jobs of different kinds, as bare searches or as an experiment, to measure the cost of the harness:
//! `scripts/overhead` runs both under valgrind and compares them.
//!
//! `job_cost bare|harness KIND JOBS` prints the nodes entered, which are the same for both.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

use std::{env, error::Error, fs, ops::ControlFlow, path::Path, sync::atomic::AtomicBool};

use plybench::{
    plan::{Job, Plan, Shard},
    run::Session,
    searcher::Root,
    spec::Experiment,
    store::Unmatched,
};
use plybench_engine::{
    game::Game,
    observe::Counters,
    search::{Limits, Memory, Search, SearchOptions},
};

/// An experiment of one variant with this many jobs.
fn experiment(kind: &str, jobs: &str) -> Option<String> {
    let long = "base = \"glass\"";
    let plain = "base = \"plain\"";
    let small_table = "base = \"glass\"\nset = { size = { entries = 1024 } }";
    let (depth, variant, roots) = match kind {
        "long" => ("depth = 40\nnodes = 100000", long, "mates"),
        "small" => ("depth = 2", plain, "assorted"),
        "small-with-a-table" => ("depth = 2", small_table, "assorted"),
        "small-with-a-large-table" => ("depth = 2", long, "assorted"),
        "tree" => ("depth = 3", plain, ""),
        _ => return None,
    };
    let roots = if roots.is_empty() {
        format!(
            "[[trees]]\nname = \"trees\"\nbranching = 4\ndepth = 3\nspread = 100\nmated-share = 0.05\n\
             best-first-share = 0.5\nseeds = {jobs}\n"
        )
    } else {
        format!("[[datasets]]\nname = {roots:?}\ntake = {jobs}\n")
    };
    Some(format!(
        "purpose = \"what a job costs\"\nmetric = \"nodes\"\nbaseline = \"way\"\n{depth}\n[[variants]]\nname = \"way\"\n{variant}\n{roots}"
    ))
}

fn plan(kind: &str, jobs: &str) -> Result<Plan, Box<dyn Error>> {
    let text = experiment(kind, jobs).ok_or_else(|| format!("{kind:?} is no kind of job"))?;
    Ok(Plan::of(&Experiment::parse(&text)?, Path::new("."), drop)?)
}

fn nodes<G: Game>(
    root: &G,
    options: &SearchOptions,
    job: &Job,
    memory: &mut Memory<G::Move>,
) -> u64 {
    let never = AtomicBool::new(false);
    Search::new(root, options)
        .observed_by(&mut Counters::default())
        .in_memory_of(memory)
        .limited(Limits {
            nodes: job.limit.nodes,
            stop: Some(&never),
        })
        .to_depth(job.depth, |_, _| ControlFlow::Continue(()))
        .nodes
}

fn bare(plan: &Plan) -> u64 {
    let (mut chess, mut trees) = (Memory::default(), Memory::default());
    let jobs = plan.numbers(Shard::WHOLE).map(|number| {
        let job = plan.job(number);
        let Some(options) = job.method.options() else {
            return 0;
        };
        match &job.root {
            Root::Chess(root) => nodes(root, options, &job, &mut chess),
            Root::Game(game) => nodes(game.position(), options, &job, &mut chess),
            Root::Tree(tree) => nodes(&tree.root(), options, &job, &mut trees),
        }
    });
    jobs.sum()
}

fn harness(plan: &Plan, directory: &Path) -> Result<u64, Box<dyn Error>> {
    let session = Session::open(plan, Shard::WHOLE, directory, Unmatched::Keep)?;
    let never = AtomicBool::new(false);
    Ok(session.run(1, &never, || {})?.nodes)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [how, kind, jobs] = arguments.as_slice() else {
        return Err("usage: job_cost bare|harness KIND JOBS".into());
    };
    let plan = plan(kind, jobs)?;
    let nodes = match how.as_str() {
        "bare" => bare(&plan),
        "harness" => {
            let directory = env::temp_dir().join(format!("job-cost-{}", std::process::id()));
            let nodes = harness(&plan, &directory);
            fs::remove_dir_all(&directory)?;
            nodes?
        }
        _ => return Err(format!("unknown mode {how:?}; give bare or harness").into()),
    };
    println!("{nodes}");
    Ok(())
}
