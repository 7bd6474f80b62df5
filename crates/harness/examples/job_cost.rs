//! Some jobs of a hundred thousand nodes, as bare searches or as an experiment, for counting what they
//! cost: `scripts/overhead` runs both under valgrind and compares them.
//!
//! `job_cost bare|harness JOBS POSITIONS.epd` prints the nodes entered, which are the same for both.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::{env, error::Error, fs, ops::ControlFlow, path::Path, sync::atomic::AtomicBool};

use plybench::{
    plan::{Plan, Shard},
    run::Session,
    searcher::Root,
    spec::Experiment,
    store::Unmatched,
};
use plybench_engine::{
    observe::Counters,
    search::{Limits, Search},
};

fn plan(positions: &str, jobs: &str) -> Result<Plan, Box<dyn Error>> {
    let text = format!(
        "purpose = \"what a job costs\"\nmetric = \"nodes\"\nbaseline = \"glass\"\ndepth = 40\nnodes = 100000\n\
         variants = [{{ name = \"glass\", base = \"glass\" }}]\n\
         [[datasets]]\nfile = {positions:?}\ntake = {jobs}\n"
    );
    Ok(Plan::of(&Experiment::parse(&text)?, Path::new("."), drop)?)
}

fn bare(plan: &Plan) -> u64 {
    let never = AtomicBool::new(false);
    let jobs = plan.numbers(Shard::WHOLE).map(|number| {
        let job = plan.job(number);
        let (Root::Chess(root), Some(options)) = (&job.root, job.way.options()) else {
            return 0;
        };
        Search::new(root, options)
            .observed_by(Counters::default())
            .limited(Limits {
                nodes: job.limit.nodes,
                stop: Some(&never),
            })
            .to_depth(job.depth, |_, _| ControlFlow::Continue(()))
            .nodes
    });
    jobs.sum()
}

fn harness(plan: &Plan, directory: &Path) -> Result<u64, Box<dyn Error>> {
    let session = Session::open(plan, Shard::WHOLE, directory, Unmatched::Keep)?;
    let never = AtomicBool::new(false);
    Ok(session.run(1, &never, &())?.nodes)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [kind, jobs, positions] = arguments.as_slice() else {
        return Err("usage: job_cost bare|harness JOBS POSITIONS.epd".into());
    };
    let plan = plan(positions, jobs)?;
    let nodes = match kind.as_str() {
        "bare" => bare(&plan),
        "harness" => {
            let directory = env::temp_dir().join(format!("job-cost-{}", std::process::id()));
            let nodes = harness(&plan, &directory);
            fs::remove_dir_all(&directory)?;
            nodes?
        }
        _ => return Err(format!("{kind:?} is no kind of run").into()),
    };
    println!("{nodes}");
    Ok(())
}
