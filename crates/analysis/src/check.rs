//! Comparison of a run with a baseline.
//!
//! The run must have every job of the baseline at every depth, with the same scores and mates, and with node counts within a
//! tolerance. It may have more: jobs that are not in the baseline are listed, and depths beyond the baseline's are ignored.

use std::collections::HashMap;

use serde::Serialize;

use super::{
    baseline::{Baseline, JobBaseline},
    departure::{Departure, departures},
    tolerance::Tolerance,
};

/// The result of the check for one job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobVerdict {
    /// The name of the job's variant.
    pub variant: String,
    /// The name of the job's position.
    pub position: String,
    /// Whether the job is not in the baseline. Such a job has no departures.
    pub is_new: bool,
    /// The departures from the baseline, the worst first.
    pub departures: Vec<Departure>,
}

/// The total count of a variant over the jobs that are in both the baseline and the run, each at the deepest depth that both have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Total {
    /// The variant whose jobs they are.
    pub variant: String,
    /// The number of jobs.
    pub jobs: usize,
    /// The baseline's count, summed over the jobs.
    #[serde(rename = "baseline")]
    pub was: u64,
    /// The run's count, summed over the jobs.
    pub now: u64,
}

/// The comparison of a run with a baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineComparison {
    /// The name of the metric: what is counted.
    pub metric: String,
    /// How far counts may differ.
    pub tolerance: Tolerance,
    /// The baseline's jobs in its order, then the jobs that only the run has.
    pub verdicts: Vec<JobVerdict>,
    /// One total per variant of the baseline, in its order. A variant without any depth in both has none.
    pub totals: Vec<Total>,
}

impl BaselineComparison {
    /// Compares a run with a baseline.
    #[must_use]
    pub fn of(baseline: &Baseline, run: &Baseline, tolerance: Tolerance) -> Self {
        let name = |job: &JobBaseline| (job.variant.clone(), job.position.clone());
        let mut jobs: HashMap<_, _> = run.jobs.iter().map(|job| (name(job), job)).collect();
        let (mut verdicts, mut totals): (Vec<JobVerdict>, Vec<Total>) = (Vec::new(), Vec::new());
        for was in &baseline.jobs {
            let now = jobs.remove(&name(was));
            verdicts.push(JobVerdict {
                variant: was.variant.clone(),
                position: was.position.clone(),
                is_new: false,
                departures: now.map_or_else(
                    || vec![Departure::Missing],
                    |now| departures(was, now, tolerance),
                ),
            });
            if let Some(now) = now {
                add(&mut totals, was, now);
            }
        }
        let unknown = run.jobs.iter().filter(|job| jobs.contains_key(&name(job)));
        verdicts.extend(unknown.map(|job| JobVerdict {
            variant: job.variant.clone(),
            position: job.position.clone(),
            is_new: true,
            departures: Vec::new(),
        }));
        BaselineComparison {
            metric: baseline.metric.to_string(),
            tolerance,
            verdicts,
            totals,
        }
    }

    /// Returns the number of jobs of the baseline.
    #[must_use]
    pub fn baseline_jobs(&self) -> usize {
        self.verdicts.len() - self.new_jobs()
    }

    /// Returns the number of the run's jobs that are not in the baseline.
    #[must_use]
    pub fn new_jobs(&self) -> usize {
        let verdicts = self.verdicts.iter();
        verdicts.filter(|verdict| verdict.is_new).count()
    }

    /// Returns the number of jobs that depart from the baseline.
    #[must_use]
    pub fn departed_jobs(&self) -> usize {
        let departs = |verdict: &&JobVerdict| !verdict.departures.is_empty();
        self.verdicts.iter().filter(departs).count()
    }

    /// Returns every departure with its job, the worst first.
    #[must_use]
    pub fn worst_first(&self) -> Vec<(&JobVerdict, &Departure)> {
        let all = self.verdicts.iter();
        let mut all: Vec<_> = all
            .flat_map(|verdict| verdict.departures.iter().map(move |one| (verdict, one)))
            .collect();
        all.sort_by_key(|(_, departure)| departure.rank());
        all
    }
}

fn add(totals: &mut Vec<Total>, was: &JobBaseline, now: &JobBaseline) {
    let Some((was_nodes, now_nodes)) = was.nodes.iter().zip(&now.nodes).next_back() else {
        return;
    };
    let known = totals.iter().position(|one| one.variant == was.variant);
    let at = known.unwrap_or(totals.len());
    if known.is_none() {
        totals.push(Total {
            variant: was.variant.clone(),
            ..Total::default()
        });
    }
    let total = &mut totals[at];
    total.jobs += 1;
    total.was = total.was.saturating_add(*was_nodes);
    total.now = total.now.saturating_add(*now_nodes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_records::{Ended, Metric, ScoreRecord};

    fn job(position: &str, nodes: &[u64], score: ScoreRecord) -> JobBaseline {
        JobBaseline {
            variant: "off".to_owned(),
            position: position.to_owned(),
            ended: Ended::Depth,
            nodes: nodes.to_vec(),
            scores: vec![score; nodes.len()],
        }
    }

    #[test]
    fn the_worst_departure_comes_first() {
        let run = |jobs: Vec<JobBaseline>| Baseline {
            metric: Metric::Nodes,
            build: String::new(),
            jobs,
        };
        let cp = |cp| ScoreRecord::Evaluation { cp };
        let was = run(vec![
            job("a", &[100], cp(1)),
            job("b", &[100], cp(1)),
            job("c", &[100], ScoreRecord::Mate { mate: 1, plies: 1 }),
            job("d", &[100, 200], cp(1)),
            job("e", &[100], cp(1)),
        ]);
        let now = run(vec![
            job("new", &[1], cp(1)),
            job("a", &[101], cp(1)),
            job("b", &[90], cp(2)),
            job("c", &[100], cp(1)),
            job("d", &[100], cp(1)),
        ]);
        let found = BaselineComparison::of(&was, &now, Tolerance::default());
        let worst: Vec<_> = found
            .worst_first()
            .iter()
            .map(|(verdict, departure)| format!("{} {}", verdict.position, departure.kind("nodes")))
            .collect();
        let expected = [
            "c mate",
            "b score",
            "e missing",
            "d depth",
            "b nodes",
            "a nodes",
        ];
        assert_eq!(worst, expected);
        assert_eq!(
            (
                found.baseline_jobs(),
                found.departed_jobs(),
                found.new_jobs()
            ),
            (5, 5, 1)
        );
        let total = &found.totals[0];
        assert_eq!((total.jobs, total.was, total.now), (4, 400, 391));
    }
}
