//! What each variant of a run found on each position, reduced to what comparisons need.
//!
//! Most of each record is dropped as soon as it is read, so a million records take some tens of megabytes.

use std::{collections::HashSet, sync::Arc};

use super::judge::{Judgements, Regret};
use plybench_records::{Ended, Jobs, Metric, PositionRecord, RunError, ScoreRecord, counts};

/// What comparisons need of an iteration. All counts are cumulative: they run from the start of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the metric counts.
    pub count: u64,
    /// Nodes entered, summed over iterations 1 to this one.
    pub nodes: u64,
    /// Nodes at the horizon.
    pub leaves: u64,
    /// Nodes that failed high, and those of them whose first move did.
    pub cutoffs: [u64; 2],
    /// The root's score from the side to move's point of view.
    pub score: ScoreRecord,
    /// The first move of the principal variation; `None` if there is no legal move.
    pub best_move: Option<Arc<str>>,
    /// What that move loses, if the run's judge says so.
    pub regret: Option<Regret>,
}

/// What a finished job found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the job ended.
    pub ended: Ended,
    /// The completed iterations, from depth 1, without gaps.
    pub iterations: Vec<Found>,
}

impl Outcome {
    /// Returns the depth of the last completed iteration, in plies; 0 if there is none.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.iterations.len()
    }

    /// Returns the nodes that the iteration of a depth entered alone, or `None` if that depth was not completed.
    #[must_use]
    pub fn entered(&self, depth: usize) -> Option<u64> {
        let before = match depth {
            1 => 0,
            _ => self.at(depth.checked_sub(1)?)?.nodes,
        };
        self.at(depth)?.nodes.checked_sub(before)
    }

    /// Returns the first iteration whose score is a mate and whose depth is at least the mate's length in plies. A search that
    /// stops at a proven mate ends with this iteration.
    #[must_use]
    pub fn proof(&self) -> Option<&Found> {
        let mut iterations = (1..).zip(&self.iterations);
        let found = iterations.find(|(depth, one)| {
            let plies = one.score.mate_plies();
            plies.is_some_and(|plies| plies.unsigned_abs() <= *depth)
        });
        found.map(|(_, one)| one)
    }

    /// Returns the last iteration that a search with this node limit completes, with its depth, or `None` if there is none.
    #[must_use]
    pub fn within(&self, nodes: Option<u64>) -> Option<(usize, &Found)> {
        let iterations = (1..).zip(&self.iterations);
        let is_within = |found: &Found| nodes.is_none_or(|most| found.nodes <= most);
        iterations.take_while(|(_, found)| is_within(found)).last()
    }

    /// Returns the iteration of a depth, or `None` if that depth was not completed.
    #[must_use]
    pub fn at(&self, depth: usize) -> Option<&Found> {
        self.iterations.get(depth.checked_sub(1)?)
    }
}

/// What several variants found on the positions of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    positions: Vec<Arc<PositionRecord>>,
    variants: Vec<String>,
    /// A list per variant with an entry per position.
    jobs: Vec<Vec<Option<Outcome>>>,
}

impl Outcomes {
    /// Gathers the jobs of these variants on these positions, to be compared by a metric; other jobs are ignored.
    ///
    /// # Errors
    /// Returns the first error of `jobs`.
    pub fn gather(
        mut positions: Vec<Arc<PositionRecord>>,
        variants: &[&str],
        jobs: Jobs<'_>,
        metric: &Metric,
    ) -> Result<Self, RunError> {
        positions.sort_by(|one, other| one.position.cmp(&other.position));
        let mut found = vec![vec![None; positions.len()]; variants.len()];
        let mut moves = HashSet::new();
        for job in jobs {
            let job = job?;
            let variant = variants.iter().position(|name| *name == job.variant);
            let position =
                positions.binary_search_by(|position| position.position.cmp(&job.position));
            let (Some(variant), Ok(position)) = (variant, position) else {
                continue;
            };
            let iterations = job.iterations.iter().map(|iteration| {
                let by_move = iteration.counts.each(counts::BETA_CUTOFFS_BY_MOVE);
                Found {
                    count: metric.of(iteration),
                    nodes: iteration.nodes,
                    leaves: iteration.counts.one(counts::ENDS_HORIZON).unwrap_or(0),
                    cutoffs: [by_move.iter().sum(), by_move.first().copied().unwrap_or(0)],
                    score: iteration.score,
                    best_move: iteration.best_move().map(|text| intern(&mut moves, text)),
                    regret: None,
                }
            });
            found[variant][position] = Some(Outcome {
                ended: job.ended,
                iterations: iterations.collect(),
            });
        }
        Ok(Outcomes {
            positions,
            variants: variants.iter().map(|&name| name.to_owned()).collect(),
            jobs: found,
        })
    }

    /// Adds what the run's judge says of each move.
    #[must_use]
    pub fn judged_by(mut self, judgements: &Judgements) -> Self {
        for jobs in &mut self.jobs {
            for (position, job) in self.positions.iter().zip(jobs) {
                let iterations = job.iter_mut().flat_map(|job| &mut job.iterations);
                for (depth, found) in (1..).zip(iterations) {
                    let chosen = found.best_move.as_deref();
                    found.regret =
                        chosen.and_then(|mv| judgements.regret(&position.position, depth, mv));
                }
            }
        }
        self
    }

    /// Returns the positions sorted by name, so that their order in the experiment does not matter.
    #[must_use]
    pub fn positions(&self) -> &[Arc<PositionRecord>] {
        &self.positions
    }

    /// Returns the variants' names.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(String::as_str)
    }

    /// Returns the jobs of several variants, a list for each as [`of`](Self::of) gives it.
    #[must_use]
    pub fn of_all(&self, variants: &[&str]) -> Vec<Vec<Option<&Outcome>>> {
        let all = variants.iter().map(|name| self.of(name).collect());
        all.collect()
    }

    /// Returns a variant's jobs, one per position, `None` for one that has not finished. For an unknown variant there are no items.
    pub fn of(&self, variant: &str) -> impl Iterator<Item = Option<&Outcome>> {
        let found = self.variants.iter().position(|name| name == variant);
        let jobs = found.map_or(&[][..], |at| &self.jobs[at]);
        jobs.iter().map(Option::as_ref)
    }
}

/// Returns the shared copy of a text.
fn intern(known: &mut HashSet<Arc<str>>, text: &str) -> Arc<str> {
    if let Some(known) = known.get(text) {
        return Arc::clone(known);
    }
    let new: Arc<str> = text.into();
    known.insert(Arc::clone(&new));
    new
}

#[cfg(test)]
pub(super) mod samples {
    //! Short constructors of outcomes for tests.

    use super::*;

    /// A job with these counts of each kind at depth 1, 2, …, the same score and move at every depth, and this end.
    pub(crate) fn outcome(nodes: &[u64], score: i32, ended: Ended) -> Outcome {
        let iteration = |&count: &u64| Found {
            count,
            nodes: count,
            leaves: count,
            cutoffs: [count, count],
            score: ScoreRecord::Evaluation { cp: score },
            best_move: Some("a2a1".into()),
            regret: None,
        };
        Outcome {
            ended,
            iterations: nodes.iter().map(iteration).collect(),
        }
    }

    /// Gives a position another category and FEN.
    pub(crate) fn place(outcomes: &mut Outcomes, at: usize, (category, fen): (&str, &str)) {
        let position = Arc::make_mut(&mut outcomes.positions[at]);
        position.category = category.to_owned();
        position.fen = fen.to_owned();
    }

    /// Gives a position best moves and moves to avoid.
    pub(crate) fn solve(outcomes: &mut Outcomes, at: usize, best: &[&str], avoided: &[&str]) {
        let position = Arc::make_mut(&mut outcomes.positions[at]);
        position.best_moves = best.iter().map(ToString::to_string).collect();
        position.avoided_moves = avoided.iter().map(ToString::to_string).collect();
    }

    /// Removes a job, given the variant's and the position's index.
    pub(crate) fn remove(outcomes: &mut Outcomes, variant: usize, position: usize) {
        outcomes.jobs[variant][position] = None;
    }

    /// Outcomes of variants `a`, `b`, … (one row each) on positions `p0`, `p1`, … (one column each).
    pub(crate) fn outcomes(jobs: Vec<Vec<Option<Outcome>>>) -> Outcomes {
        let position = |at: usize| {
            Arc::new(PositionRecord {
                position: format!("p{at}"),
                category: if at.is_multiple_of(2) { "even" } else { "odd" }.to_owned(),
                fen: format!("fen {at}"),
                dtm: (at != 1).then_some(10 - at as i32),
                ..PositionRecord::default()
            })
        };
        let names = ('a'..).take(jobs.len());
        Outcomes {
            positions: (0..jobs[0].len()).map(position).collect(),
            variants: names.map(String::from).collect(),
            jobs,
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use plybench_records::{JobRecord, samples::job};

    fn position(name: &str) -> Arc<PositionRecord> {
        Arc::new(PositionRecord {
            position: name.to_owned(),
            category: "c".to_owned(),
            fen: "fen".to_owned(),
            ..PositionRecord::default()
        })
    }

    fn gather(positions: [&str; 2], jobs: Vec<JobRecord>) -> Outcomes {
        let positions = positions.map(position).to_vec();
        let jobs = Box::new(jobs.into_iter().map(Ok));
        Outcomes::gather(positions, &["a", "b"], jobs, &Metric::Nodes).unwrap()
    }

    #[test]
    fn jobs_are_sorted_by_variant_and_position() {
        let jobs = || {
            vec![
                job("a", "qq", &[5, 9], Ended::Depth),
                job("a", "p", &[], Ended::Nodes),
                job("c", "p", &[7], Ended::Depth),
                job("b", "elsewhere", &[7], Ended::Depth),
            ]
        };
        let outcomes = gather(["p", "qq"], jobs());
        let nodes: Vec<Option<Vec<u64>>> = outcomes
            .of("a")
            .map(|job| Some(job?.iterations.iter().map(|one| one.nodes).collect()))
            .collect();
        assert_eq!(nodes, [Some(vec![]), Some(vec![5, 9])]);
        assert!(outcomes.of("b").all(|job| job.is_none()));
        assert_eq!(outcomes.of("c").count(), 0);
        assert_eq!(gather(["qq", "p"], jobs()), outcomes);
    }
}
