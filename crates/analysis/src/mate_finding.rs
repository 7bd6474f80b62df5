//! How much work a first and a proven mate takes, by variants that count different things.
//!
//! Of the positions whose data set claims a mate, a mate is in time if it is for the right side, in at most as many moves as claimed.
//! Work runs from the start of the search to the end of the iteration that has the mate. A job that ended without one counts
//! as one that takes longer than any other, so that medians do not favour what gives up.

use std::{collections::BTreeSet, sync::Arc};

use plybench_records::{Iteration, Jobs, PositionRecord, RunError, ScoreRecord, counts};

/// What a variant counts, and what proves a mate to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Nodes that this project's alpha-beta search enters. A mate is proven by an iteration at least as deep as it.
    Nodes,
    /// Positions that a proof-number search makes. Its mates are proven.
    Created,
    /// Nodes as another program reports them. It proves nothing: any mate in time counts.
    Reported,
}

/// The work on a position to the first mate for the right side, and to a proven mate in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// To the first mate, however long.
    pub first: Option<u64>,
    /// To the proof.
    pub proven: Option<u64>,
    /// The place of the iteration that has the proof.
    pub proof_at: Option<usize>,
}

/// What some positions took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many they are.
    pub positions: usize,
    /// At how many of them a mate was seen.
    pub seen: usize,
    /// The median work to the first mate; none if half of them have none.
    pub to_first: Option<u64>,
    /// At how many of them a mate was proven.
    pub proven: usize,
    /// The median work to the proof; none if half of them have none.
    pub to_proof: Option<u64>,
}

/// What all variants found.
#[derive(Clone, Debug)]
pub struct MateFinding<'r> {
    /// The variants and what they count.
    pub variants: Vec<(&'r str, Counted)>,
    /// The positions with a claimed mate, sorted by name.
    pub positions: Vec<Arc<PositionRecord>>,
    /// What each variant found on each of the positions.
    found: Vec<Vec<Found>>,
}

impl<'r> MateFinding<'r> {
    /// Gathers what these variants found on these positions.
    ///
    /// # Errors
    /// The first error of `jobs`.
    pub fn gather(
        positions: &[Arc<PositionRecord>],
        variants: Vec<(&'r str, Counted)>,
        jobs: Jobs<'_>,
    ) -> Result<Self, RunError> {
        let claimed = positions.iter().filter(|position| position.dtm.is_some());
        let mut positions: Vec<_> = claimed.map(Arc::clone).collect();
        positions.sort_by(|one, other| one.position.cmp(&other.position));
        let mut found = vec![vec![Found::default(); positions.len()]; variants.len()];
        for job in jobs {
            let job = job?;
            let variant = variants.iter().position(|(name, _)| *name == job.variant);
            let position = positions.binary_search_by(|one| one.position.cmp(&job.position));
            let (Some(variant), Ok(position)) = (variant, position) else {
                continue;
            };
            let counted = variants[variant].1;
            let claim = positions[position].dtm.unwrap_or_default();
            let mut iterations = job.iterations.iter();
            let first = iterations.clone().find(|one| is_right(one.score, claim));
            let proof_at = iterations.position(|one| proves(one, claim, counted));
            let work = |one: &Iteration| counted.work(one);
            found[variant][position] = Found {
                first: first.map(work),
                proven: proof_at.map(|at| work(&job.iterations[at])),
                proof_at,
            };
        }
        Ok(MateFinding {
            variants,
            positions,
            found,
        })
    }

    /// What the positions that `is_in` keeps took a variant, by its place.
    pub fn effort(&self, variant: usize, is_in: impl Fn(&PositionRecord) -> bool) -> Effort {
        let all = self.positions.iter().zip(&self.found[variant]);
        let all: Vec<&Found> = all
            .filter(|(position, _)| is_in(position))
            .map(|(_, found)| found)
            .collect();
        let (seen, to_first) = median(all.iter().map(|found| found.first));
        let (proven, to_proof) = median(all.iter().map(|found| found.proven));
        Effort {
            positions: all.len(),
            seen,
            to_first,
            proven,
            to_proof,
        }
    }

    /// The median seconds to the proof on the positions that `is_in` keeps, of a variant by its place. Given a variant and a position,
    /// `times` returns the job's seconds at the end of iteration 1, 2, …. None if half of the positions have no proof, or a proof no time.
    pub fn seconds_to_proof<'t>(
        &self,
        variant: usize,
        is_in: impl Fn(&PositionRecord) -> bool,
        times: impl Fn(&str, &str) -> Option<&'t [f64]>,
    ) -> Option<f64> {
        let name = self.variants[variant].0;
        let all = self.positions.iter().zip(&self.found[variant]);
        let seconds = all
            .filter(|(position, _)| is_in(position))
            .map(|(position, found)| match found.proof_at {
                None => Some(f64::INFINITY),
                Some(at) => times(name, &position.position)?.get(at).copied(),
            });
        let mut seconds = seconds.collect::<Option<Vec<f64>>>()?;
        seconds.sort_unstable_by(f64::total_cmp);
        let middle = seconds.get(seconds.len() / 2).copied();
        middle.filter(|seconds| seconds.is_finite())
    }

    /// The lengths of the claimed mates, in moves, ascending.
    #[must_use]
    pub fn lengths(&self) -> BTreeSet<u32> {
        let claims = self.positions.iter().filter_map(|one| one.dtm);
        claims.map(i32::unsigned_abs).collect()
    }

    /// The work to each proof of a variant, by its place, on the positions that `is_in` keeps, ascending.
    pub fn proofs(&self, variant: usize, is_in: impl Fn(&PositionRecord) -> bool) -> Vec<u64> {
        let all = self.positions.iter().zip(&self.found[variant]);
        let kept = all.filter(|(position, _)| is_in(position));
        let mut proofs: Vec<u64> = kept.filter_map(|(_, found)| found.proven).collect();
        proofs.sort_unstable();
        proofs
    }
}

impl Counted {
    fn work(self, iteration: &Iteration) -> u64 {
        match self {
            Counted::Nodes | Counted::Reported => iteration.nodes,
            Counted::Created => iteration.counts.one(counts::CREATED).unwrap_or_default(),
        }
    }
}

/// Whether a score is a mate for the side that is claimed to mate. A side that is mated now is on the losing side of its mate in 0.
fn is_right(score: ScoreRecord, claim: i32) -> bool {
    matches!(score, ScoreRecord::Mate { mate, .. } if (mate > 0) == (claim > 0))
}

fn proves(iteration: &Iteration, claim: i32, counted: Counted) -> bool {
    let ScoreRecord::Mate { mate, plies } = iteration.score else {
        return false;
    };
    let is_in_time = is_right(iteration.score, claim) && mate.abs() <= claim.abs();
    is_in_time
        && match counted {
            Counted::Nodes => plies.unsigned_abs() <= u32::from(iteration.depth),
            Counted::Created => true,
            Counted::Reported => iteration.bound.is_none(),
        }
}

/// How many there are, and the median of all, those that are missing being the largest.
fn median(all: impl Iterator<Item = Option<u64>>) -> (usize, Option<u64>) {
    let all: Vec<Option<u64>> = all.collect();
    let mut present: Vec<u64> = all.iter().copied().flatten().collect();
    present.sort_unstable();
    let middle = present.get(all.len() / 2).copied();
    (present.len(), middle)
}

#[cfg(test)]
mod tests {
    use plybench_records::{Bound, Ended, samples::job};

    use super::*;

    fn position(name: &str, dtm: Option<i32>) -> Arc<PositionRecord> {
        Arc::new(PositionRecord {
            position: name.to_owned(),
            dtm,
            ..PositionRecord::default()
        })
    }

    #[test]
    fn each_kind_of_search_has_its_work_and_its_proof() {
        let with = |variant: &str, position: &str, nodes: &[u64], mates: &[i32]| {
            let mut job = job(variant, position, nodes, Ended::Depth);
            for (iteration, &mate) in job.iterations.iter_mut().zip(mates) {
                if mate != 0 {
                    iteration.score = ScoreRecord::mate(mate).unwrap();
                }
            }
            job
        };
        let mut solved = with("proof", "p", &[0], &[2]);
        solved.iterations[0].bound = Some(Bound::Lower);
        solved.iterations[0].counts = [(counts::CREATED, 5)].into_iter().collect();
        let jobs = vec![
            // A longer mate first, then the claimed one, which depth 3 proves.
            with("a", "p", &[10, 20, 30, 40], &[3, 2, 2, 2]),
            with("a", "q", &[7, 8], &[-1, 0]),
            with("a", "unclaimed", &[1], &[1]),
            solved,
            with("program", "p", &[9], &[2]),
            with("program", "q", &[4], &[4]),
        ];
        let positions = [
            position("q", Some(3)),
            position("p", Some(2)),
            position("unclaimed", None),
        ];
        let variants = vec![
            ("a", Counted::Nodes),
            ("proof", Counted::Created),
            ("program", Counted::Reported),
        ];
        let jobs: Jobs = Box::new(jobs.into_iter().map(Ok));
        let found = MateFinding::gather(&positions, variants, jobs).unwrap();
        let of = |variant: usize| {
            found.found[variant]
                .iter()
                .map(|one| (one.first, one.proven))
        };
        let none = (None, None);
        assert!(of(0).eq([(Some(10), Some(30)), none]));
        assert!(of(1).eq([(Some(5), Some(5)), none]));
        assert!(of(2).eq([(Some(9), Some(9)), (Some(4), None)]));
        let effort = found.effort(2, |_| true);
        assert_eq!((effort.seen, effort.to_first), (2, Some(9)));
        assert_eq!((effort.proven, effort.to_proof), (1, None));
        let is_in_two = |position: &PositionRecord| position.dtm == Some(2);
        assert_eq!(found.proofs(0, is_in_two), [30]);
        // The third iteration has the proof. A proof without a time, and half of the positions without a proof, have no median.
        let times = |variant: &str, _: &str| match variant {
            "a" => Some([0.1, 0.2, 0.4, 0.8].as_slice()),
            "proof" => Some([].as_slice()),
            _ => None,
        };
        assert_eq!(found.seconds_to_proof(0, is_in_two, times), Some(0.4));
        assert_eq!(found.seconds_to_proof(0, |_| true, times), None);
        assert_eq!(found.seconds_to_proof(1, is_in_two, times), None);
        assert_eq!(found.seconds_to_proof(2, is_in_two, times), None);
        assert!(found.lengths().into_iter().eq([2, 3]));
    }
}
