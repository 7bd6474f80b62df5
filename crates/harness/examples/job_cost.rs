//! Some jobs of a hundred thousand nodes, as bare searches or as an experiment, for counting what they
//! cost: `scripts/overhead` runs both under valgrind and compares them.
//!
//! `job_cost bare|harness JOBS POSITIONS.epd` prints the nodes entered, which are the same for both.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::{
    env, error::Error, fs, ops::ControlFlow, path::Path, sync::Mutex, sync::atomic::AtomicBool,
};

use plybench::{
    plan::{Plan, Root, Shard},
    run,
    spec::Experiment,
    store::{Journal, Log},
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
        let Root::Chess(root) = &job.root else {
            return 0;
        };
        Search::new(root, &job.options)
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
    let (journal, _) = Journal::open(directory, plan)?;
    let timings = Log::append_to(&directory.join("timings.jsonl"))?;
    let numbers: Vec<usize> = plan.numbers(Shard::WHOLE).collect();
    let kept = Mutex::new((journal, timings, 0));
    let failure = Mutex::new(None);
    let never = AtomicBool::new(false);
    let job = |number| plan.job(number);
    run::run_all(&numbers, 1, &never, job, |done| {
        let Ok(mut kept) = kept.lock() else { return };
        let (journal, timings, nodes) = &mut *kept;
        *nodes += done.end.nodes;
        let times = timings.append_all(&done.timings).err();
        let records = journal.append(done.number, &done.records, &done.end).err();
        if let Ok(mut failure) = failure.lock()
            && (times.is_some() || records.is_some())
        {
            *failure = Some(format!("{times:?} {records:?}"));
        }
    })?;
    if let Some(failure) = failure.into_inner()? {
        return Err(failure.into());
    }
    let (journal, _, nodes) = kept.into_inner()?;
    journal.finish(plan)?;
    Ok(nodes)
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
