//! The depth that several variants have in common at each position.
//!
//! Variants are compared only at depths that all of them completed. If a node limit stopped some of them early, the depths that
//! only the others searched would say more about the limit than about the variants. The common depth of a position is therefore
//! the deepest depth that all variants completed. There is one exception: if all stopped with a mate of the same length, all
//! solved the same task, and each is measured at the depth at which it stopped.

use std::collections::HashMap;

use super::outcomes::{Outcome, Outcomes};
use plybench_records::{Ended, JobRecord};

/// The depth that several variants have in common at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonDepth {
    /// The deepest depth that all variants completed, in plies; 0 if there is none.
    pub depth: usize,
    /// Whether all variants stopped with a mate of the same length, possibly at different depths.
    pub is_same_mate: bool,
}

impl CommonDepth {
    /// Returns the common depth of one or more finished jobs on the same position.
    #[must_use]
    pub fn of(jobs: &[&Outcome]) -> Self {
        let last = |job: &Outcome| job.iterations.last().map(|last| last.score);
        let stopped = |job: &&Outcome| job.ended == Ended::Mate && last(job) == last(jobs[0]);
        CommonDepth {
            depth: jobs.iter().map(|job| job.depth()).min().unwrap_or(0),
            is_same_mate: jobs.iter().all(stopped),
        }
    }
}

/// Returns the common depth of the variants for each position of a run, in the positions' order; `None` where a variant has no
/// finished job.
#[must_use]
pub fn common_depths(outcomes: &Outcomes, variants: &[&str]) -> Vec<Option<CommonDepth>> {
    let jobs = outcomes.of_all(variants);
    let common = |position: usize| {
        let found = jobs.iter().map(|jobs| *jobs.get(position)?);
        let found: Vec<&Outcome> = found.collect::<Option<_>>()?;
        (!found.is_empty()).then(|| CommonDepth::of(&found))
    };
    (0..outcomes.positions().len()).map(common).collect()
}

/// The common depths of several variants by position name. Positions without a common depth are left out.
pub struct CommonDepths<'o> {
    variants: &'o [&'o str],
    by_position: HashMap<&'o str, CommonDepth>,
}

impl<'o> CommonDepths<'o> {
    /// Finds the common depths of these variants.
    #[must_use]
    pub fn of(outcomes: &'o Outcomes, variants: &'o [&'o str]) -> Self {
        let all = common_depths(outcomes, variants);
        let positions = outcomes.positions().iter().zip(all);
        let found = positions.filter_map(|(position, common)| {
            let common = common.filter(|common| common.depth > 0)?;
            Some((position.position.as_str(), common))
        });
        CommonDepths {
            variants,
            by_position: found.collect(),
        }
    }

    /// Returns the number of variants.
    #[must_use]
    pub fn variants(&self) -> usize {
        self.variants.len()
    }

    /// Returns the common depths, one per position, in no particular order.
    pub fn depths(&self) -> impl ExactSizeIterator<Item = usize> {
        self.by_position.values().map(|common| common.depth)
    }

    /// Finds, for a job of one of the variants on one of these positions, the variant's index and the position's common depth.
    #[must_use]
    pub fn find(&self, job: &JobRecord) -> Option<(usize, CommonDepth)> {
        let mut variants = self.variants.iter();
        let variant = variants.position(|name| *name == job.variant)?;
        let common = self.by_position.get(job.position.as_str())?;
        Some((variant, *common))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };

    #[test]
    fn the_shallowest_job_decides_unless_all_stopped_with_the_same_mate() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let mate = |nodes: &[u64], score| Some(outcome(nodes, score, Ended::Mate));
        let outcomes = outcomes(vec![
            vec![
                deep(&[1, 2, 3]),
                mate(&[1, 2], 7),
                mate(&[1, 2], 7),
                deep(&[1]),
            ],
            vec![deep(&[1, 2]), mate(&[1], 7), mate(&[1], 8), None],
            vec![
                mate(&[1, 2, 3], 0),
                mate(&[1, 2, 3], 7),
                mate(&[1], 7),
                deep(&[1]),
            ],
        ]);
        let common = |depth, is_same_mate| {
            Some(CommonDepth {
                depth,
                is_same_mate,
            })
        };
        let found = common_depths(&outcomes, &["a", "b", "c"]);
        assert_eq!(
            found,
            [common(2, false), common(1, true), common(1, false), None]
        );
        assert_eq!(common_depths(&outcomes, &["a", "c"])[3], common(1, false));
        assert_eq!(common_depths(&outcomes, &["a", "z"]), [None; 4]);
    }

    #[test]
    fn a_job_that_one_variant_lacks_does_not_shift_those_of_others() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let outcomes = outcomes(vec![
            vec![None, deep(&[1, 2, 3])],
            vec![deep(&[1]), deep(&[1, 2])],
        ]);
        let found = common_depths(&outcomes, &["a", "b"]);
        assert_eq!(found[0], None);
        assert_eq!(found[1].map(|common| common.depth), Some(2));
    }
}
