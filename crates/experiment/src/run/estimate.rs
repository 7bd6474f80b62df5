//! Estimates how many nodes some jobs will enter and how long that will take, from a sample of the jobs.
//!
//! What a job searches again, because it missed the best moves, is left out. Evenly spaced jobs are searched with a node budget each. The size of a job that finishes is known. For the others, each
//! iteration is extrapolated from the one two plies before (odd and even depths differ), by the growth so far.
//!
//! The growth declines wherever the table holds a good share of the reachable positions, as in endgames: there the
//! logarithm of the growth falls by nearly the same factor with each ply (for KR vs K and a table of a million
//! entries from 1.45 at depth 3 to 0.3 at depth 16), while without a table, or in a middlegame, it stays constant. So that
//! factor is estimated from the sample, too, and the sample uses the jobs' own tables. How long the decline lasts is the
//! most uncertain part, so the estimate has a range: its upper end assumes half of the decline, its lower end one and a half times
//! the decline and some more that the sample does not show yet. Both are widened by two standard errors of the sample and for each
//! ply that was not searched. It is no confidence interval: that nine of ten ranges hold the truth is measured, by a test with
//! experiments of six shapes and samples of 16 sizes.

use std::{ops::ControlFlow, time::Instant};

use plybench_engine::table::TableSize;
use rayon::{ThreadPoolBuilder, prelude::*};

use super::{ParallelError, run, searcher};
use crate::{
    plan::{Job, Limit, SearchMethod},
    searcher::Memory,
};
use plybench_records::Ended;

/// How much is searched for an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many jobs are sampled.
    pub jobs: usize,
    /// How many nodes they may enter together.
    pub nodes: u64,
}

impl Effort {
    /// For jobs of this project's search: some seconds.
    pub const OF_SKELETON: Self = Effort {
        jobs: 64,
        nodes: 16_000_000,
    };

    /// For other programs, which are slower, take a while to start, and search each depth anew: also some seconds.
    pub const OF_ENGINES: Self = Effort {
        jobs: 16,
        nodes: 1_000_000,
    };
}

/// The largest table in the sample, in entries: the node budget does not fill a larger one.
const MOST_ENTRIES: u32 = 1 << 22;
/// The logarithm of the growth per ply if no search came deep enough to show any.
const UNKNOWN_GROWTH: f64 = 1.8;
/// The steepest decline: the factor by which the growth's logarithm falls at most per ply.
const STEEPEST_DECLINE: f64 = 0.8;
/// The factor per ply by which the growth's logarithm falls besides at the lower end: a search of a few plies does not show a decline
/// that is still to come.
const UNSEEN_DECLINE: f64 = 0.9;
/// How much each extrapolated ply widens the range, as a logarithm: a mate that is found on the way changes the growth and
/// cannot be predicted.
const WIDENING: f64 = 0.08;

/// A number with the range in which it is in about nine of ten cases.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The lower end of the range.
    pub low: f64,
    /// The best guess, between the ends.
    pub likely: f64,
    /// The upper end of the range.
    pub high: f64,
}

impl Range {
    fn and(self, other: Range) -> Self {
        Range {
            low: self.low + other.low,
            likely: self.likely + other.likely,
            high: self.high + other.high,
        }
    }

    fn times(self, factor: f64) -> Self {
        Range {
            low: self.low * factor,
            likely: self.likely * factor,
            high: self.high * factor,
        }
    }
}

/// An estimate, and the sample that it is based on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Nodes that all jobs together will enter. The estimate is the same on every machine.
    pub nodes: Range,
    /// Seconds that the jobs will take on this machine.
    pub seconds: Range,
    /// How many jobs were sampled.
    pub sampled: usize,
    /// How many of those did not finish and were extrapolated.
    pub extrapolated: usize,
    /// The sum of the depths that these completed.
    pub completed_depths: f64,
    /// The depth to which they were extrapolated.
    pub to_depth: u8,
}

impl Estimate {
    /// The estimate for these and other jobs, of which one part is run after the other.
    #[must_use]
    pub fn and(&self, other: &Estimate) -> Self {
        Estimate {
            nodes: self.nodes.and(other.nodes),
            seconds: self.seconds.and(other.seconds),
            sampled: self.sampled + other.sampled,
            extrapolated: self.extrapolated + other.extrapolated,
            completed_depths: self.completed_depths + other.completed_depths,
            to_depth: self.to_depth.max(other.to_depth),
        }
    }

    /// The mean depth that the extrapolated jobs completed; 0 if there is none.
    #[must_use]
    pub fn from_depth(&self) -> f64 {
        self.completed_depths / self.extrapolated.max(1) as f64
    }
}

/// The result of a sampled job.
struct Trial {
    /// Nodes of each iteration; a lower bound for the last one if it was cut short.
    iterations: Vec<f64>,
    /// The depth of the last iteration that was completed.
    depth: u8,
    is_whole: bool,
    wanted: u8,
    limit: Option<u64>,
    seconds: f64,
}

impl Trial {
    fn of(mut job: Job, budget: u64, memory: &mut Memory) -> Result<Self, ParallelError> {
        let (wanted, limit) = (job.depth, job.limit.nodes);
        let budget = limit.map_or(budget, |limit| limit.min(budget));
        job.limit = Limit {
            nodes: Some(budget),
            ..job.limit
        };
        job.if_missed = None;
        if let SearchMethod::Skeleton(options) | SearchMethod::Games(options, _) = &mut job.method {
            let entries = |mib: u16| u32::from(mib).saturating_mul(1 << 16);
            options.search.table.size = match options.search.table.size {
                TableSize::Entries(entries) => TableSize::Entries(entries.min(MOST_ENTRIES)),
                TableSize::Mib(mib) => TableSize::Entries(entries(mib).min(MOST_ENTRIES)),
                TableSize::Off => TableSize::Off,
            };
        }
        let (mut iterations, mut before) = (Vec::new(), 0);
        let began = Instant::now();
        let mut searcher = searcher(&job, memory);
        let end = run(&job, &mut *searcher, None, |record, _| {
            // An engine's count can fall.
            iterations.push(record.nodes.saturating_sub(before) as f64);
            before = record.nodes;
            ControlFlow::Continue(())
        })?;
        let seconds = began.elapsed().as_secs_f64();
        if end.nodes > before {
            iterations.push((end.nodes - before) as f64);
        }
        Ok(Trial {
            iterations,
            depth: end.depth(),
            is_whole: end.ended != Ended::Nodes || limit == Some(budget),
            wanted,
            limit,
            seconds,
        })
    }

    fn nodes(&self) -> f64 {
        self.iterations.iter().sum()
    }

    /// The logarithms of the growth per ply, each over two plies, at depth 3, 4, … up to the last completed one.
    fn logarithms(&self) -> Vec<f64> {
        let completed = &self.iterations[..usize::from(self.depth)];
        let two_plies = completed.windows(3);
        two_plies
            .map(|three| (three[2] / three[0]).max(1.0).ln() / 2.0)
            .collect()
    }

    /// The logarithm of the last growth: the mean of the last two, so that odd and even depths count alike.
    fn last_growth(&self) -> Option<f64> {
        let logarithms = self.logarithms();
        let last = logarithms.get(logarithms.len().checked_sub(2)?..)?;
        mean(last.iter().copied())
    }

    /// The logarithm of the factor by which the growth's logarithm changed with each ply, on average.
    fn decline(&self) -> Option<f64> {
        let logarithms = (3u8..).zip(self.logarithms());
        // The growth of the first plies depends on the root.
        let mut points = logarithms
            .skip(1)
            .filter(|(_, logarithm)| *logarithm > 0.02);
        let (first_depth, first) = points.next()?;
        let (last_depth, last) = points.last()?;
        Some((last / first).ln() / f64::from(last_depth - first_depth))
    }

    /// Nodes of the whole job. `growth` is the logarithm of the growth per ply half a ply before the last completed iteration,
    /// `decline` the factor by which it changes with each ply.
    fn extrapolated(&self, growth: f64, decline: f64) -> f64 {
        if self.is_whole {
            return self.nodes();
        }
        let depth = usize::from(self.depth);
        let mut known = self.iterations[..depth].to_vec();
        let mut logarithm = growth * decline.sqrt();
        for ply in depth..usize::from(self.wanted) {
            logarithm *= decline;
            let predicted = match known[..] {
                [.., before, _] => before * (2.0 * logarithm).exp(),
                [before] => before * logarithm.exp(),
                [] => 1.0,
            };
            // An iteration that was cut short has at least the nodes entered so far.
            let begun = self.iterations.get(ply).copied().unwrap_or(0.0);
            known.push(predicted.max(begun));
        }
        let nodes = known.iter().sum();
        self.limit.map_or(nodes, |limit| nodes.min(limit as f64))
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    (count > 0).then(|| sum / f64::from(count))
}

/// Predicts the nodes of each trial's whole job: `high` with half of the likely decline, `low` with one and a half times and
/// [`UNSEEN_DECLINE`].
fn predict(trials: &[Trial]) -> Vec<Range> {
    let cut = || trials.iter().filter(|trial| !trial.is_whole);
    let usual_growth = mean(cut().filter_map(Trial::last_growth)).unwrap_or(UNKNOWN_GROWTH);
    let usual_decline = mean(cut().filter_map(Trial::decline)).unwrap_or(0.0);
    let whole = |trial: &Trial| {
        let growth = trial.last_growth().unwrap_or(usual_growth);
        // The slope of a single search is noisy, so it is averaged with that of the whole sample.
        let decline = f64::midpoint(trial.decline().unwrap_or(usual_decline), usual_decline);
        let decline = decline.clamp(STEEPEST_DECLINE.ln(), 0.0);
        let with = |decline: f64| trial.extrapolated(growth, decline.exp());
        Range {
            low: with(1.5 * decline + UNSEEN_DECLINE.ln()),
            likely: with(decline),
            high: with(0.5 * decline),
        }
    };
    trials.iter().map(whole).collect()
}

/// Estimates the jobs with these numbers, to be run on `threads` threads. The same jobs always give the same nodes.
///
/// # Errors
/// If a table does not fit into memory, or the threads cannot be started.
pub fn estimate(
    effort: &Effort,
    numbers: &[usize],
    threads: usize,
    job: impl Fn(usize) -> Job + Sync,
) -> Result<Estimate, ParallelError> {
    let sampled = numbers.len().min(effort.jobs);
    if sampled == 0 {
        return Ok(Estimate::default());
    }
    let threads = threads.clamp(1, numbers.len());
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.min(sampled))
        .stack_size(super::STACK_BYTES)
        .build()?;
    let budget = effort.nodes / sampled as u64;
    let search = |memory: &mut Memory, part: usize| {
        let middle = numbers[(2 * part + 1) * numbers.len() / (2 * sampled)];
        Trial::of(job(middle), budget, memory)
    };
    let trials: Vec<Trial> = pool.install(|| {
        let parts = (0..sampled).into_par_iter().with_max_len(1);
        parts
            .map_init(Memory::default, search)
            .collect::<Result<_, _>>()
    })?;
    let sizes = predict(&trials);
    let cut = || trials.iter().filter(|trial| !trial.is_whole);
    let plies = mean(cut().map(|trial| f64::from(trial.wanted - trial.depth))).unwrap_or(0.0);
    let left_out = 1.0 - sampled as f64 / numbers.len() as f64;
    let error = standard_error(&sizes) * left_out.sqrt();
    // As a logarithm, since a few jobs are often much larger than the others: the true mean is then far above most samples' means.
    let spread = (2.0 * error + WIDENING * plies).exp();
    let sum = sizes.into_iter().fold(Range::default(), Range::and);
    let nodes = Range {
        low: sum.low / spread,
        likely: sum.likely,
        high: sum.high * spread,
    }
    .times(numbers.len() as f64 / sampled as f64);
    // Over all trials together, since the time to start a search weighs on short ones.
    let spent: f64 = trials.iter().map(|trial| trial.seconds).sum();
    let entered: f64 = trials.iter().map(Trial::nodes).sum();
    Ok(Estimate {
        nodes,
        seconds: nodes.times(spent / entered.max(1.0) / threads as f64),
        sampled,
        extrapolated: cut().count(),
        completed_depths: cut().map(|trial| f64::from(trial.depth)).sum(),
        to_depth: trials.iter().map(|trial| trial.wanted).max().unwrap_or(0),
    })
}

/// The standard error of the jobs' mean size, as a share of the mean; 0 for a single job.
fn standard_error(sizes: &[Range]) -> f64 {
    let likely = || sizes.iter().map(|size| size.likely);
    let count = sizes.len() as f64;
    let mean = likely().sum::<f64>() / count;
    let squares: f64 = likely().map(|size| (size - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt() / mean;
    if error.is_finite() { error } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use plybench_engine::{game::chess::Chess, variants};

    use super::*;
    use crate::searcher::Root;

    fn job(depth: u8, nodes: Option<u64>) -> Job {
        Job {
            id: plybench_records::JobId::default(),
            variant: "plain".to_owned(),
            method: SearchMethod::Skeleton(Box::new(
                variants::find("plain").unwrap().options.into(),
            )),
            position: "krk".to_owned(),
            root: Root::Chess(Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap()),
            depth,
            limit: Limit {
                nodes,
                stop_at_mate: false,
            },
            claim: None,
            if_missed: None,
            is_compared: false,
        }
    }

    fn exactly(nodes: f64) -> Range {
        Range {
            low: nodes,
            likely: nodes,
            high: nodes,
        }
    }

    fn true_nodes(job: &Job) -> f64 {
        let mut memory = Memory::default();
        run(job, &mut *searcher(job, &mut memory), None, |_, _| {
            ControlFlow::Continue(())
        })
        .unwrap()
        .nodes as f64
    }

    #[test]
    fn what_fits_the_budget_is_exact() {
        let whole = estimate(&Effort::OF_SKELETON, &[0, 1, 2], 2, |_| job(4, None)).unwrap();
        assert_eq!(whole.nodes, exactly(3.0 * true_nodes(&job(4, None))));
        assert_eq!((whole.sampled, whole.extrapolated), (3, 0));
        let limited = estimate(&Effort::OF_SKELETON, &[0, 1], 2, |_| job(9, Some(5_000))).unwrap();
        assert_eq!(limited.nodes, exactly(10_000.0));
        assert_eq!(
            estimate(&Effort::OF_SKELETON, &[], 2, |_| job(4, None)).unwrap(),
            Estimate::default()
        );
    }
}
