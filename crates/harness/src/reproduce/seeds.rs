//! The table with other seeds of the shuffle: the experiment of `reports/krk-mdp-seeds`.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
};

use plybench_engine::{ordering::Ties, techniques::MateDistance, variants};
use thiserror::Error;

use plybench_analysis::{depth_result::DepthResult, seed_band::SeedRun};
use plybench_experiment::{
    plan::{Plan, PlanError, Shard},
    run::{Finished, ParallelError, run_all},
    spec::{Experiment, ExperimentError, KRK_MDP_SEEDS},
};
use plybench_records::Iteration;

/// The experiment file, which is written beside its results.
pub const EXPERIMENT: &str = KRK_MDP_SEEDS.text;

/// Why the seeds could not be searched.
#[derive(Debug, Error)]
pub enum SeedsError {
    /// The built-in experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// One of its variants or its position is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Threads or memory are not available.
    #[error(transparent)]
    Run(#[from] ParallelError),
    /// More seeds are wanted than it has, or none.
    #[error("--seeds {wanted}; give 1 to {known}, the seeds of the experiment")]
    Count {
        /// How many were requested.
        wanted: usize,
        /// How many seeds the experiment has.
        known: usize,
    },
    /// The user interrupted it.
    #[error("interrupted; nothing was written")]
    Interrupted,
}

/// The seed of the variant `glass`.
#[must_use]
pub fn chosen() -> Option<u32> {
    seed_of(variants::GLASS.options.ordering.ties)
}

fn seed_of(ties: Ties) -> Option<u32> {
    match ties {
        Ties::Random(seed) => Some(seed),
        Ties::Generation => None,
    }
}

/// The numbers of a seed's two jobs, without and with the pruning.
#[derive(Clone, Copy, Default)]
struct Jobs {
    off: Option<usize>,
    on: Option<usize>,
}

/// Searches with the first `count` seeds of the experiment, on `threads` threads. `on_job` is called when a
/// job has ended; `stop` ends it early.
///
/// # Errors
/// If there are fewer seeds, threads or memory are not available, or it was stopped.
pub fn seeds(
    count: usize,
    threads: usize,
    stop: &AtomicBool,
    on_job: impl Fn() + Sync,
) -> Result<Vec<SeedRun>, SeedsError> {
    let experiment = Experiment::parse(EXPERIMENT)?;
    let plan = Plan::of(&experiment, Path::new(""), |_| {})?;
    let mut by_seed: BTreeMap<u32, Jobs> = BTreeMap::new();
    for number in plan.numbers(Shard::WHOLE) {
        let job = plan.job(number);
        let Some(options) = job.method.options() else {
            continue;
        };
        if let Some(seed) = seed_of(options.ordering.ties) {
            let jobs = by_seed.entry(seed).or_default();
            match options.techniques.mate_distance {
                MateDistance::Off => jobs.off = Some(number),
                _ => jobs.on = Some(number),
            }
        }
    }
    let known = by_seed.len();
    if !(1..=known).contains(&count) {
        let wanted = count;
        return Err(SeedsError::Count { wanted, known });
    }
    let wanted: Vec<(u32, Jobs)> = by_seed.into_iter().take(count).collect();
    let numbers: Vec<usize> = wanted
        .iter()
        .flat_map(|(_, jobs)| [jobs.off, jobs.on])
        .flatten()
        .collect();
    let found: Mutex<BTreeMap<usize, Vec<DepthResult>>> = Mutex::default();
    run_all(
        &numbers,
        threads,
        stop,
        |number| plan.job(number),
        |done: Finished| {
            let cells = done.job.iterations.iter().map(cell).collect();
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.insert(done.number, cells);
            on_job();
        },
    )?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut take = |number: Option<usize>| found.remove(&number?);
    let runs: Option<Vec<SeedRun>> = wanted
        .into_iter()
        .map(|(seed, jobs)| {
            let (off, on) = (take(jobs.off)?, take(jobs.on)?);
            Some(SeedRun { seed, off, on })
        })
        .collect();
    runs.ok_or(SeedsError::Interrupted)
}

fn cell(iteration: &Iteration) -> DepthResult {
    DepthResult {
        score: iteration.score,
        nodes: iteration.nodes,
        nodes_to_pv: iteration.nodes_to_pv().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_experiment_has_two_jobs_for_each_of_the_seeds_1_to_200() {
        let experiment = Experiment::parse(EXPERIMENT).unwrap();
        let plan = Plan::of(&experiment, Path::new(""), |_| {}).unwrap();
        let mut seeds: Vec<(u32, bool)> = plan
            .numbers(Shard::WHOLE)
            .map(|number| {
                let job = plan.job(number);
                let options = job.method.options().unwrap();
                let is_off = options.techniques.mate_distance == MateDistance::Off;
                (seed_of(options.ordering.ties).unwrap(), is_off)
            })
            .collect();
        seeds.sort_unstable();
        let wanted: Vec<(u32, bool)> = (1..=200)
            .flat_map(|seed| [(seed, false), (seed, true)])
            .collect();
        assert_eq!(seeds, wanted);
        assert!((1..=200).contains(&chosen().unwrap()));
    }

    #[test]
    fn no_seed_or_more_than_there_are_is_refused() {
        for wanted in [0, 201] {
            let error = seeds(wanted, 1, &AtomicBool::new(false), || {}).unwrap_err();
            assert!(error.to_string().contains("1 to 200"), "{error}");
        }
    }

    #[test]
    fn a_search_that_was_stopped_gives_nothing() {
        let stopped = seeds(1, 1, &AtomicBool::new(true), || {});
        assert!(matches!(stopped, Err(SeedsError::Interrupted)));
    }
}
