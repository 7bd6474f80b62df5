//! Estimates of how many nodes some jobs will enter and how long that will take, from a sample of the jobs.
//!
//! Evenly spaced jobs are searched with a small node budget, and some of those that did not finish again with a larger
//! one. The size of a job that finishes is known. For the others, each iteration is extrapolated from the one two plies
//! before (odd and even depths differ), by a factor estimated from the growth so far.
//!
//! The growth declines wherever the table holds a good share of the reachable positions, as in endgames: there the
//! logarithm of the growth falls by nearly the same factor with each ply (for KR vs K and a table of a million
//! entries from 1.45 at depth 3 to 0.3 at depth 16), while without a table, or in a middlegame, it stays constant. So that
//! factor is estimated from the sample, too, and the sample uses the jobs' own tables. How long the decline lasts is the
//! most uncertain part, so the estimate has a range: its ends assume half and one and a half times the decline,
//! two standard errors of the sample, and a widening for each ply that was not searched.

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
    /// How many nodes each may enter at first.
    pub first_budget: u64,
    /// How many nodes the jobs that are searched again may enter together.
    pub second_budget: u64,
    /// The fewest and the most jobs that are searched again, if so many did not finish.
    pub again: (usize, usize),
}

impl Default for Effort {
    /// At most 17 million nodes: some seconds.
    fn default() -> Self {
        Effort {
            jobs: 128,
            first_budget: 40_000,
            second_budget: 12_000_000,
            again: (16, 32),
        }
    }
}

impl Effort {
    /// The effort for other programs, which are slower, take a while to start, and search each depth anew: also some seconds.
    pub const OF_ENGINES: Self = Effort {
        jobs: 16,
        first_budget: 20_000,
        second_budget: 1_000_000,
        again: (4, 8),
    };
}

/// The largest table in the sample, in entries: the node budget does not fill a larger one.
const MOST_ENTRIES: u32 = 1 << 22;
/// The logarithm of the growth per ply if no search came deep enough to show any.
const UNKNOWN_GROWTH: f64 = 1.8;
/// The steepest decline: the factor by which the growth's logarithm falls at most per ply.
const STEEPEST_DECLINE: f64 = 0.8;
/// How much each extrapolated ply widens the range, as a logarithm: a mate that is found on the way changes the growth and
/// cannot be predicted.
const WIDENING: f64 = 0.08;

/// A number with the range in which it is likely to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The lower end.
    pub low: f64,
    /// The best guess.
    pub likely: f64,
    /// The upper end.
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

    fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Range {
            low: change(self.low),
            likely: change(self.likely),
            high: change(self.high),
        }
    }
}

/// An estimate, and the sample that it is based on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Nodes that all jobs together will enter. The estimate is the same on every machine.
    pub nodes: Range,
    /// Nodes that one thread enters per second, measured on this machine with as many threads searching as the jobs will
    /// use.
    pub nodes_per_second: f64,
    /// Seconds that the jobs will take.
    pub seconds: Range,
    /// How many jobs were sampled.
    pub sampled: usize,
    /// How many of those did not finish and were extrapolated.
    pub extrapolated: usize,
    /// The mean depth that these completed.
    pub from_depth: f64,
    /// The depth to which they were extrapolated.
    pub to_depth: u8,
}

impl Estimate {
    /// The estimate for these and other jobs, of which one part is run after the other.
    #[must_use]
    pub fn and(&self, other: &Estimate) -> Self {
        let extrapolated = self.extrapolated + other.extrapolated;
        let share = |one: &Estimate| one.extrapolated as f64 / extrapolated.max(1) as f64;
        let (nodes, seconds) = (self.nodes.and(other.nodes), self.seconds.and(other.seconds));
        let rate = |one: &Estimate| one.nodes.likely / one.nodes_per_second.max(1e-9);
        Estimate {
            nodes,
            nodes_per_second: nodes.likely / (rate(self) + rate(other)).max(1e-9),
            seconds,
            sampled: self.sampled + other.sampled,
            extrapolated,
            from_depth: self.from_depth * share(self) + other.from_depth * share(other),
            to_depth: self.to_depth.max(other.to_depth),
        }
    }
}

/// The result of a sampled job.
struct Trial {
    /// Nodes of each iteration; a lower bound for the last one if it was cut short.
    iterations: Vec<f64>,
    /// Completed iterations.
    depth: u8,
    is_whole: bool,
    wanted: u8,
    limit: Option<u64>,
    nodes: u64,
    seconds: f64,
}

/// The logarithm of the growth per ply, and how it changes.
#[derive(Clone, Copy)]
struct Growth {
    /// Half a ply before the last completed iteration.
    logarithm: f64,
    /// The factor by which it changes with each ply, at most 1.
    decline: f64,
}

impl Trial {
    fn of(mut job: Job, budget: u64, memory: &mut Memory) -> Result<Self, ParallelError> {
        let (wanted, limit) = (job.depth, job.limit.nodes);
        let budget = limit.map_or(budget, |limit| limit.min(budget));
        job.limit = Limit {
            nodes: Some(budget),
            ..job.limit
        };
        if let SearchMethod::Own(options) | SearchMethod::Games(options, _) = &mut job.method {
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
            iterations.push((record.nodes - before) as f64);
            before = record.nodes;
            ControlFlow::Continue(())
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let is_whole = end.ended != Ended::Nodes || limit == Some(budget);
        if end.nodes > before {
            iterations.push((end.nodes - before) as f64);
        }
        Ok(Trial {
            iterations,
            depth: end.depth(),
            is_whole,
            wanted,
            limit,
            nodes: end.nodes,
            seconds,
        })
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
        Some(last.iter().sum::<f64>() / 2.0)
    }

    /// The factor by which the growth's logarithm changed with each ply: the slope of its own logarithm, by least squares.
    fn decline(&self) -> Option<f64> {
        let logarithms = self.logarithms();
        // The growth of the first plies depends on the root.
        let points: Vec<(f64, f64)> = (3..)
            .zip(&logarithms)
            .skip(1)
            .filter(|(_, logarithm)| **logarithm > 0.02)
            .map(|(depth, logarithm)| (f64::from(depth), logarithm.ln()))
            .collect();
        if points.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let covariance: f64 = points
            .iter()
            .map(|(x, y)| (x - mean_x) * (y - mean_y))
            .sum();
        let variance: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        Some((covariance / variance).exp())
    }

    /// Nodes of the whole job if it goes on with this growth.
    fn extrapolated(&self, growth: Growth) -> f64 {
        let mut nodes: f64 = self.iterations.iter().sum();
        if self.is_whole {
            return nodes;
        }
        let depth = usize::from(self.depth);
        let mut known = self.iterations[..depth].to_vec();
        let mut logarithm = growth.logarithm * growth.decline.sqrt();
        for ply in depth..usize::from(self.wanted) {
            logarithm *= growth.decline;
            let two_before = ply.checked_sub(2).and_then(|at| known.get(at));
            let predicted = match (two_before, known.last()) {
                (Some(before), _) => before * (2.0 * logarithm).exp(),
                (None, Some(before)) => before * logarithm.exp(),
                (None, None) => 1.0,
            };
            // An iteration that was cut short has at least the nodes entered so far.
            let begun = self.iterations.get(ply).copied().unwrap_or(0.0);
            known.push(predicted.max(begun));
            nodes += predicted.max(begun) - begun;
        }
        self.limit.map_or(nodes, |limit| nodes.min(limit as f64))
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    (count > 0).then(|| sum / f64::from(count))
}

/// Predicts the nodes of each trial's whole job: `high` with half of the likely decline, `low` with one and a half times.
fn predict(trials: &[&Trial]) -> Vec<Range> {
    let cut = || trials.iter().filter(|trial| !trial.is_whole);
    let usual = mean(cut().filter_map(|trial| trial.last_growth())).unwrap_or(UNKNOWN_GROWTH);
    let declines = cut().filter_map(|trial| trial.decline());
    let decline = mean(declines.map(f64::ln)).unwrap_or(0.0);
    let whole = |trial: &&Trial| {
        // The slope of a single search is noisy, so it is averaged with that of the whole sample.
        let own = trial
            .decline()
            .map_or(decline, |own| f64::midpoint(own.ln(), decline));
        let own = own.clamp(STEEPEST_DECLINE.ln(), 0.0);
        let with = |share: f64| {
            trial.extrapolated(Growth {
                logarithm: trial.last_growth().unwrap_or(usual),
                decline: (own * share).exp(),
            })
        };
        // A search without a decline so far may still show one later, or grow faster than before.
        Range {
            low: with(1.5),
            likely: with(1.0),
            high: with(0.5),
        }
    };
    trials.iter().map(whole).collect()
}

/// Takes `count` of the items, evenly spaced.
fn spaced<T: Copy>(all: &[T], count: usize) -> Vec<T> {
    let middle = |part: usize| all[(2 * part + 1) * all.len() / (2 * count)];
    (0..count).map(middle).collect()
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
    let search = |numbers: &[usize], budget: u64| -> Result<Vec<Trial>, ParallelError> {
        let one = |memory: &mut Memory, number: &usize| Trial::of(job(*number), budget, memory);
        pool.install(|| {
            let jobs = numbers.par_iter().with_max_len(1);
            jobs.map_init(Memory::default, one).collect()
        })
    };
    let sample = spaced(numbers, sampled);
    let first = search(&sample, effort.first_budget)?;
    let cut_short: Vec<usize> = (0..sampled).filter(|&at| !first[at].is_whole).collect();
    let again = choose_again(effort, &first, &cut_short);
    let budget = effort.second_budget / again.len().max(1) as u64;
    let numbers_again: Vec<usize> = again.iter().map(|&at| sample[at]).collect();
    let second = search(&numbers_again, budget)?;

    let whole = first.iter().filter(|trial| trial.is_whole);
    let known: Vec<f64> = whole.map(|trial| trial.nodes as f64).collect();
    let predicted = predict(&second.iter().collect::<Vec<&Trial>>());
    let cut: Vec<&Trial> = second.iter().filter(|trial| !trial.is_whole).collect();
    let plies = |trial: &&Trial| f64::from(trial.wanted - trial.depth);
    let plies = mean(cut.iter().map(plies)).unwrap_or(0.0);
    let share = sampled as f64 / numbers.len() as f64;
    let total = total(&known, &predicted, cut_short.len());
    let used = known.len() + predicted.len();
    let left_out = 1.0 - share * used as f64 / sampled as f64;
    let error = standard_error(&known, &predicted) * left_out.max(0.0).sqrt();
    let spread = (1.0 + 2.0 * error) * (WIDENING * plies).exp();
    let nodes = Range {
        low: total.low / spread,
        likely: total.likely,
        high: total.high * spread,
    }
    .map(|nodes| nodes / share);
    let trials = || first.iter().chain(&second);
    // Over all trials together, since the time to start a search weighs on short ones.
    let spent: f64 = trials().map(|trial| trial.seconds).sum();
    let entered: u64 = trials().map(|trial| trial.nodes).sum();
    let nodes_per_second = entered as f64 / spent.max(1e-9);
    Ok(Estimate {
        nodes,
        nodes_per_second,
        seconds: nodes.map(|nodes| nodes / nodes_per_second / threads as f64),
        sampled,
        extrapolated: cut.len() + cut_short.len() - second.len(),
        from_depth: mean(cut.iter().map(|trial| f64::from(trial.depth))).unwrap_or(0.0),
        to_depth: sample
            .iter()
            .map(|&number| job(number).depth)
            .max()
            .unwrap_or(0),
    })
}

/// Chooses which of the jobs that were cut short are searched again: as many as fit into the budget with their likely sizes.
fn choose_again(effort: &Effort, first: &[Trial], cut_short: &[usize]) -> Vec<usize> {
    let trials: Vec<&Trial> = cut_short.iter().map(|&at| &first[at]).collect();
    // The geometric mean, since the sizes differ by orders of magnitude and are extrapolated over many plies.
    let sizes = predict(&trials).into_iter().map(|range| range.likely.ln());
    let Some(size) = mean(sizes) else {
        return Vec::new();
    };
    let room = (effort.second_budget as f64 / size.exp()) as usize;
    let (fewest, most) = effort.again;
    spaced(cut_short, room.clamp(fewest, most).min(cut_short.len()))
}

/// The nodes of the whole sample: of the jobs that are known, and of `cut_short` others, of which some are predicted.
fn total(known: &[f64], predicted: &[Range], cut_short: usize) -> Range {
    let sum: f64 = known.iter().sum();
    let of = |end: fn(&Range) -> f64| {
        let mean = mean(predicted.iter().map(end)).unwrap_or(0.0);
        sum + mean * cut_short as f64
    };
    Range {
        low: of(|range| range.low),
        likely: of(|range| range.likely),
        high: of(|range| range.high),
    }
}

/// The standard error of the jobs' mean size, as a share of the mean; 0 for a single job.
fn standard_error(known: &[f64], predicted: &[Range]) -> f64 {
    let likely = predicted.iter().map(|range| range.likely);
    let sizes: Vec<f64> = known.iter().copied().chain(likely).collect();
    let count = sizes.len() as f64;
    let middle = sizes.iter().sum::<f64>() / count;
    let squares: f64 = sizes.iter().map(|size| (size - middle).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt() / middle;
    if error.is_finite() { error } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use plybench_engine::{game::chess::Chess, variants};

    use super::*;
    use crate::searcher::Root;

    fn job(depth: u8, nodes: Option<u64>) -> Job {
        Job {
            id: "0".parse().unwrap(),
            variant: "plain".to_owned(),
            method: SearchMethod::Own(Box::new(variants::find("plain").unwrap().options.into())),
            position: "krk".to_owned(),
            root: Root::Chess(Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap()),
            depth,
            limit: Limit {
                nodes,
                stop_at_mate: false,
            },
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
        let whole = estimate(&Effort::default(), &[0, 1, 2], 2, |_| job(4, None)).unwrap();
        assert_eq!(whole.nodes, exactly(3.0 * true_nodes(&job(4, None))));
        assert_eq!((whole.sampled, whole.extrapolated), (3, 0));
        let limited = estimate(&Effort::default(), &[0, 1], 2, |_| job(9, Some(5_000))).unwrap();
        assert_eq!(limited.nodes, exactly(10_000.0));
        assert_eq!(
            estimate(&Effort::default(), &[], 2, |_| job(4, None)).unwrap(),
            Estimate::default()
        );
    }
}
