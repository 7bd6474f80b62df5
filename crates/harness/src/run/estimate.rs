//! How many nodes some jobs will enter, told from a few of them before they are run.
//!
//! Evenly spaced jobs are searched under a small common node budget. One that comes to its end is known; for
//! the others, the nodes of an iteration are taken to grow with the depth as they did so far (over two
//! plies, since odd and even depths differ). A single search's growth is a noisy thing to raise to a
//! power, so it is drawn half of the way to that of the whole sample.

use std::ops::ControlFlow;

use plybench_engine::table::{OutOfMemory, TableSize};

use super::{Memory, run};
use crate::{
    plan::{Job, Limit},
    store::Ended,
};

/// How many jobs are tried.
const SAMPLE: usize = 32;
/// How many nodes they may enter together: less than a second.
const BUDGET: u64 = 1_200_000;
/// A table for so few nodes.
const TABLE_ENTRIES: u32 = 1 << 18;
/// The growth a ply where no search came deep enough to show any.
const UNKNOWN_GROWTH: f64 = 6.0;

/// An estimate, and what it rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Nodes that all jobs together will enter.
    pub nodes: f64,
    /// How many jobs were tried.
    pub sampled: usize,
    /// How many of those did not come to their end and were extrapolated.
    pub extrapolated: usize,
    /// The mean depth from which these were.
    pub from_depth: f64,
    /// The depth to which they were.
    pub to_depth: u8,
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
}

impl Trial {
    fn of(mut job: Job, budget: u64) -> Result<Self, OutOfMemory> {
        let (wanted, limit) = (job.depth, job.limit.nodes);
        let budget = limit.map_or(budget, |limit| limit.min(budget));
        job.limit = Limit {
            nodes: Some(budget),
            ..job.limit
        };
        job.options.table.size = match job.options.table.size {
            TableSize::Entries(entries) => TableSize::Entries(entries.min(TABLE_ENTRIES)),
            TableSize::Mib(_) => TableSize::Entries(TABLE_ENTRIES),
            TableSize::Off => TableSize::Off,
        };
        let (mut iterations, mut before) = (Vec::new(), 0);
        let end = run(&job, &mut Memory::default(), None, |record, _| {
            iterations.push((record.nodes - before) as f64);
            before = record.nodes;
            ControlFlow::Continue(())
        })?;
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
        })
    }

    /// How the nodes of an iteration grew with each of the last two plies, if there were so many.
    fn growth(&self) -> Option<f64> {
        let depth = usize::from(self.depth);
        let last = self.iterations.get(depth.checked_sub(1)?)?;
        let before = self.iterations.get(depth.checked_sub(3)?)?;
        Some((last / before).max(1.0).sqrt())
    }

    /// Nodes of the whole job, where growth is drawn towards `usual`.
    fn nodes(&self, usual: f64) -> f64 {
        let mut nodes: f64 = self.iterations.iter().sum();
        if self.is_whole {
            return nodes;
        }
        let growth = self.growth().map_or(usual, |own| (own * usual).sqrt());
        let depth = usize::from(self.depth);
        let searched = |from_end: usize| {
            let at = depth.checked_sub(from_end)?;
            self.iterations.get(at).copied()
        };
        // Each iteration as the mean of what the last two foretell; the one that was cut short was
        // at least as large as it had become.
        let last = searched(1).unwrap_or(1.0);
        let level = searched(2).map_or(last, |before| (last * before * growth).sqrt());
        for ply in self.depth + 1..=self.wanted {
            let foretold = level * growth.powi(i32::from(ply - self.depth));
            let begun = self.iterations.get(usize::from(ply) - 1).copied();
            nodes += (foretold - begun.unwrap_or(0.0)).max(0.0);
        }
        self.limit.map_or(nodes, |limit| nodes.min(limit as f64))
    }
}

/// Estimates the nodes of jobs by number. The same jobs give the same estimate.
///
/// # Errors
/// If a table does not fit into memory.
pub fn estimate(numbers: &[usize], job: impl Fn(usize) -> Job) -> Result<Estimate, OutOfMemory> {
    let sampled = numbers.len().min(SAMPLE);
    if sampled == 0 {
        return Ok(Estimate::default());
    }
    let middle = |part: usize| numbers[(2 * part + 1) * numbers.len() / (2 * sampled)];
    let trials: Vec<Trial> = (0..sampled)
        .map(|part| Trial::of(job(middle(part)), BUDGET / sampled as u64))
        .collect::<Result<_, OutOfMemory>>()?;
    let growths: Vec<f64> = trials.iter().filter_map(Trial::growth).collect();
    let usual = if growths.is_empty() {
        UNKNOWN_GROWTH
    } else {
        let sum: f64 = growths.iter().map(|growth| growth.ln()).sum();
        (sum / growths.len() as f64).exp()
    };
    let cut: Vec<&Trial> = trials.iter().filter(|trial| !trial.is_whole).collect();
    let depths: u32 = cut.iter().map(|trial| u32::from(trial.depth)).sum();
    let nodes: f64 = trials.iter().map(|trial| trial.nodes(usual)).sum();
    Ok(Estimate {
        nodes: nodes / sampled as f64 * numbers.len() as f64,
        sampled,
        extrapolated: cut.len(),
        from_depth: f64::from(depths) / cut.len().max(1) as f64,
        to_depth: trials.iter().map(|trial| trial.wanted).max().unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use plybench_engine::{game::chess::Chess, variants};

    use super::*;
    use crate::plan::Root;

    fn job(depth: u8, nodes: Option<u64>) -> Job {
        Job {
            id: "0".parse().unwrap(),
            variant: "plain".to_owned(),
            options: variants::find("plain").unwrap().options,
            position: "krk".to_owned(),
            root: Root::Chess(Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap()),
            depth,
            limit: Limit {
                nodes,
                stop_at_mate: false,
            },
        }
    }

    fn true_nodes(job: &Job) -> f64 {
        run(job, &mut Memory::default(), None, |_, _| {
            ControlFlow::Continue(())
        })
        .unwrap()
        .nodes as f64
    }

    #[test]
    fn what_fits_the_budget_is_exact() {
        let told = estimate(&[0, 1, 2], |_| job(4, None)).unwrap();
        assert_eq!(told.nodes, 3.0 * true_nodes(&job(4, None)));
        assert_eq!((told.sampled, told.extrapolated), (3, 0));
        let limited = estimate(&[0, 1], |_| job(9, Some(5_000))).unwrap();
        assert_eq!(limited.nodes, 2.0 * true_nodes(&job(9, Some(5_000))));
        assert_eq!(
            estimate(&[], |_| job(4, None)).unwrap(),
            Estimate::default()
        );
    }

    #[test]
    fn what_does_not_is_near_and_below_the_limit() {
        let numbers: Vec<usize> = (0..100).collect();
        let told = estimate(&numbers, |_| job(9, None)).unwrap();
        let ratio = told.nodes / (100.0 * true_nodes(&job(9, None)));
        assert!((0.5..2.0).contains(&ratio), "{ratio}");
        assert_eq!((told.sampled, told.extrapolated), (32, 32));
        let limited = estimate(&numbers, |_| job(60, Some(1_000_000))).unwrap();
        assert_eq!(limited.nodes, 1e8);
    }
}
