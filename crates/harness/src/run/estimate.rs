//! How many nodes some jobs will enter and how long that will take, told from a few of them before they are run.
//!
//! Evenly spaced jobs are searched under a small node budget, and some of those that it did not suffice for again
//! under a larger one. A job that comes to its end is known. For the others each iteration is taken to grow out of the
//! one two plies before (odd and even depths differ), by a factor that is told from the growth so far.
//!
//! That growth declines wherever a table holds a good share of the positions that can be reached, as in endgames: there the
//! logarithm of the growth falls by nearly the same factor with each ply (for KR vs K and a table of a million
//! entries from 1.45 at depth 3 to 0.3 at depth 16), while without a table, or in a middlegame, it stays what it was. So that
//! factor is told from the sample, too, and the sample has the jobs' own tables. How long it will decline so is the
//! most uncertain part, so that the estimate has a range: its ends take half and one and a half times the decline,
//! two standard errors of the sample, and some more for each ply that was not searched.

use std::{ops::ControlFlow, time::Instant};

use plybench_engine::table::TableSize;
use rayon::{ThreadPoolBuilder, prelude::*};

use super::{ParallelError, run, searcher};
use crate::{
    plan::{Job, Limit, Way},
    searcher::Memory,
    store::Ended,
};

/// How much is searched for an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many jobs are tried.
    pub jobs: usize,
    /// How many nodes each may enter at first.
    pub first_look: u64,
    /// How many nodes those that are tried again may enter together.
    pub second_look: u64,
    /// At least and at most so many are tried again, if there are.
    pub again: (usize, usize),
}

impl Default for Effort {
    /// At most 17 million nodes: some seconds.
    fn default() -> Self {
        Effort {
            jobs: 128,
            first_look: 40_000,
            second_look: 12_000_000,
            again: (16, 32),
        }
    }
}

impl Effort {
    /// For other programs, which are slower, take a while to start, and search each depth anew: some seconds, too.
    pub const OF_ENGINES: Self = Effort {
        jobs: 16,
        first_look: 20_000,
        second_look: 1_000_000,
        again: (4, 8),
    };
}

/// The largest table in the sample, in entries: more are not filled within its budget.
const MOST_ENTRIES: u32 = 1 << 22;
/// The logarithm of the growth a ply where no search came deep enough to show any.
const UNKNOWN_GROWTH: f64 = 1.8;
/// The growth's logarithm falls at most by this factor a ply.
const STEEPEST_DECLINE: f64 = 0.8;
/// Each extrapolated ply widens the range by so much, as a logarithm: a mate that is found on the way changes growth, and
/// nothing foretells it.
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

/// An estimate, and what it rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Nodes that all jobs together will enter. The same on every machine.
    pub nodes: Range,
    /// Nodes that one thread enters in a second, as the sample did here while as many others were searching as will
    /// be.
    pub nodes_per_second: f64,
    /// Seconds that the jobs will take.
    pub seconds: Range,
    /// How many jobs were tried.
    pub sampled: usize,
    /// How many of those did not come to their end and were extrapolated.
    pub extrapolated: usize,
    /// The mean depth from which these were.
    pub from_depth: f64,
    /// The depth to which they were.
    pub to_depth: u8,
}

impl Estimate {
    /// This and that of other jobs, which are run before or after these.
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

/// What a tried job has shown.
struct Trial {
    /// Nodes of each iteration; of the last at least so many, if it was cut short.
    iterations: Vec<f64>,
    /// Completed iterations.
    depth: u8,
    is_whole: bool,
    wanted: u8,
    limit: Option<u64>,
    nodes: u64,
    seconds: f64,
}

/// How the logarithm of the growth a ply goes on.
#[derive(Clone, Copy)]
struct Growth {
    /// Half a ply before the last completed iteration.
    logarithm: f64,
    /// By which factor it changes with each ply, at most 1.
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
        if let Way::Own(options) = &mut job.way {
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
            depth: end.depth,
            is_whole,
            wanted,
            limit,
            nodes: end.nodes,
            seconds,
        })
    }

    /// The logarithms of the growth a ply, over two plies each, at depth 3, 4, …, the last completed one.
    fn logarithms(&self) -> Vec<f64> {
        let completed = &self.iterations[..usize::from(self.depth)];
        let two_plies = completed.windows(3);
        two_plies
            .map(|three| (three[2] / three[0]).max(1.0).ln() / 2.0)
            .collect()
    }

    /// The logarithm of the growth at the end: the mean of the last two, so that odd and even depths count alike.
    fn last_growth(&self) -> Option<f64> {
        let logarithms = self.logarithms();
        let last = logarithms.get(logarithms.len().checked_sub(2)?..)?;
        Some(last.iter().sum::<f64>() / 2.0)
    }

    /// By which factor the growth's logarithm changed with each ply: the slope of its own logarithm, by least squares.
    fn decline(&self) -> Option<f64> {
        let logarithms = self.logarithms();
        // The first few plies are the root's own.
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

    /// Nodes of the whole job, if growth goes on like this.
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
            let foretold = match (two_before, known.last()) {
                (Some(before), _) => before * (2.0 * logarithm).exp(),
                (None, Some(before)) => before * logarithm.exp(),
                (None, None) => 1.0,
            };
            // One that was cut short was at least as large as it had become.
            let begun = self.iterations.get(ply).copied().unwrap_or(0.0);
            known.push(foretold.max(begun));
            nodes += foretold.max(begun) - begun;
        }
        self.limit.map_or(nodes, |limit| nodes.min(limit as f64))
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    (count > 0).then(|| sum / f64::from(count))
}

/// The nodes of each of some trials' whole jobs: with half of the decline, the likely one, and half as much again.
fn foretell(trials: &[&Trial]) -> Vec<Range> {
    let cut = || trials.iter().filter(|trial| !trial.is_whole);
    let usual = mean(cut().filter_map(|trial| trial.last_growth())).unwrap_or(UNKNOWN_GROWTH);
    let declines = cut().filter_map(|trial| trial.decline());
    let decline = mean(declines.map(f64::ln)).unwrap_or(0.0);
    let whole = |trial: &&Trial| {
        // A single search's slope is noisy: half of the way to that of the whole sample.
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
        // Without a decline so far there may be one to come, and growth may be more than it was.
        Range {
            low: with(1.5),
            likely: with(1.0),
            high: with(0.5),
        }
    };
    trials.iter().map(whole).collect()
}

/// So many of some things, evenly spaced.
fn spaced<T: Copy>(all: &[T], count: usize) -> Vec<T> {
    let middle = |part: usize| all[(2 * part + 1) * all.len() / (2 * count)];
    (0..count).map(middle).collect()
}

/// Estimates jobs by number, to be run on so many threads. The same jobs give the same number of nodes.
///
/// # Errors
/// If a table does not fit into memory, or the threads cannot be had.
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
    let look = |numbers: &[usize], budget: u64| -> Result<Vec<Trial>, ParallelError> {
        let one = |memory: &mut Memory, number: &usize| Trial::of(job(*number), budget, memory);
        pool.install(|| {
            let jobs = numbers.par_iter().with_max_len(1);
            jobs.map_init(Memory::default, one).collect()
        })
    };
    let tried = spaced(numbers, sampled);
    let first = look(&tried, effort.first_look)?;
    let short: Vec<usize> = (0..sampled).filter(|&at| !first[at].is_whole).collect();
    let again = again(effort, &first, &short);
    let budget = effort.second_look / again.len().max(1) as u64;
    let numbers_again: Vec<usize> = again.iter().map(|&at| tried[at]).collect();
    let second = look(&numbers_again, budget)?;

    let whole = first.iter().filter(|trial| trial.is_whole);
    let known: Vec<f64> = whole.map(|trial| trial.nodes as f64).collect();
    let foretold = foretell(&second.iter().collect::<Vec<&Trial>>());
    let cut: Vec<&Trial> = second.iter().filter(|trial| !trial.is_whole).collect();
    let plies = |trial: &&Trial| f64::from(trial.wanted - trial.depth);
    let plies = mean(cut.iter().map(plies)).unwrap_or(0.0);
    let share = sampled as f64 / numbers.len() as f64;
    let sample = total(&known, &foretold, short.len());
    let shown = known.len() + foretold.len();
    let left_out = 1.0 - share * shown as f64 / sampled as f64;
    let error = standard_error(&known, &foretold) * left_out.max(0.0).sqrt();
    let spread = (1.0 + 2.0 * error) * (WIDENING * plies).exp();
    let nodes = Range {
        low: sample.low / spread,
        likely: sample.likely,
        high: sample.high * spread,
    }
    .map(|nodes| nodes / share);
    let looks = || first.iter().chain(&second);
    // What starting a search takes weighs on short ones.
    let spent: f64 = looks().map(|trial| trial.seconds).sum();
    let entered: u64 = looks().map(|trial| trial.nodes).sum();
    let nodes_per_second = entered as f64 / spent.max(1e-9);
    Ok(Estimate {
        nodes,
        nodes_per_second,
        seconds: nodes.map(|nodes| nodes / nodes_per_second / threads as f64),
        sampled,
        extrapolated: cut.len() + short.len() - second.len(),
        from_depth: mean(cut.iter().map(|trial| f64::from(trial.depth))).unwrap_or(0.0),
        to_depth: tried
            .iter()
            .map(|&number| job(number).depth)
            .max()
            .unwrap_or(0),
    })
}

/// Which of the trials that were cut short are tried again: as many as their likely sizes leave room for.
fn again(effort: &Effort, first: &[Trial], short: &[usize]) -> Vec<usize> {
    let trials: Vec<&Trial> = short.iter().map(|&at| &first[at]).collect();
    // Of sizes that differ by orders of magnitude, and are extrapolated from afar, the geometric mean.
    let sizes = foretell(&trials).into_iter().map(|range| range.likely.ln());
    let Some(size) = mean(sizes) else {
        return Vec::new();
    };
    let room = (effort.second_look as f64 / size.exp()) as usize;
    let (fewest, most) = effort.again;
    spaced(short, room.clamp(fewest, most).min(short.len()))
}

/// The nodes of the whole sample: those that are known, and as many as `short` of which some were foretold.
fn total(known: &[f64], foretold: &[Range], short: usize) -> Range {
    let sum: f64 = known.iter().sum();
    let of = |end: fn(&Range) -> f64| {
        let mean = mean(foretold.iter().map(end)).unwrap_or(0.0);
        sum + mean * short as f64
    };
    Range {
        low: of(|range| range.low),
        likely: of(|range| range.likely),
        high: of(|range| range.high),
    }
}

/// The standard error of the jobs' mean size, as a share of it; 0 of a single job.
fn standard_error(known: &[f64], foretold: &[Range]) -> f64 {
    let likely = foretold.iter().map(|range| range.likely);
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
            way: Way::Own(Box::new(variants::find("plain").unwrap().options.into())),
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
        let told = estimate(&Effort::default(), &[0, 1, 2], 2, |_| job(4, None)).unwrap();
        assert_eq!(told.nodes, exactly(3.0 * true_nodes(&job(4, None))));
        assert_eq!((told.sampled, told.extrapolated), (3, 0));
        let limited = estimate(&Effort::default(), &[0, 1], 2, |_| job(9, Some(5_000))).unwrap();
        assert_eq!(limited.nodes, exactly(10_000.0));
        assert_eq!(
            estimate(&Effort::default(), &[], 2, |_| job(4, None)).unwrap(),
            Estimate::default()
        );
    }
}
