//! How far several variants have answered the same question at each position.
//!
//! Variants are measured beside each other on common ground alone: what only some of them searched, since
//! a node limit stopped the others, would say more of the limit than of the variants. At a position that
//! ground is the deepest depth that all completed. Where all stopped at a mate, of the same length, the
//! question was the mate, and each has answered it where it stopped, even if at different depths.

use std::collections::HashMap;

use super::outcomes::{Outcome, Outcomes};
use crate::store::{Ended, WholeJob};

/// What some variants have in common at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonDepth {
    /// The deepest depth that all completed, in plies; 0 if there is none.
    pub depth: usize,
    /// Whether all stopped at a mate of the same length, each at a depth of its own.
    pub is_same_mate: bool,
}

impl CommonDepth {
    /// Of finished jobs on one position, at least one.
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

/// What some variants have in common, for each position of a run in the positions' order; nothing where one
/// of them has no finished job.
#[must_use]
pub fn common_depths(outcomes: &Outcomes, variants: &[&str]) -> Vec<Option<CommonDepth>> {
    let mut jobs: Vec<_> = variants.iter().map(|name| outcomes.of(name)).collect();
    let positions = outcomes.positions().iter().map(|_| {
        let found: Option<Vec<&Outcome>> = jobs.iter_mut().map(|jobs| jobs.next()?).collect();
        found.filter(|found| !found.is_empty())
    });
    positions
        .map(|found| Some(CommonDepth::of(&found?)))
        .collect()
}

/// What some variants have in common, by the position's name, where they have a depth in common.
pub struct CommonDepths<'o>(HashMap<&'o str, CommonDepth>);

impl<'o> CommonDepths<'o> {
    /// Of these variants.
    #[must_use]
    pub fn of(outcomes: &'o Outcomes, variants: &[&str]) -> Self {
        let ground = common_depths(outcomes, variants);
        let positions = outcomes.positions().iter().zip(ground);
        let shared = positions.filter_map(|(position, common)| {
            let common = common.filter(|common| common.depth > 0)?;
            Some((position.position.as_str(), common))
        });
        CommonDepths(shared.collect())
    }

    /// The depth of each position.
    pub fn depths(&self) -> impl ExactSizeIterator<Item = usize> {
        self.0.values().map(|common| common.depth)
    }

    /// Hands over the variants' jobs on these positions: the variant's place, what is common, and the job.
    ///
    /// # Errors
    /// The first that the jobs bring.
    pub fn each_job<E>(
        &self,
        variants: &[&str],
        jobs: impl Iterator<Item = Result<WholeJob, E>>,
        mut receive: impl FnMut(usize, CommonDepth, &WholeJob),
    ) -> Result<(), E> {
        for job in jobs {
            let job = job?;
            let variant = variants.iter().position(|name| *name == job.end.variant);
            let common = self.0.get(job.end.position.as_str());
            if let (Some(variant), Some(&common)) = (variant, common) {
                receive(variant, common, &job);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };

    #[test]
    fn the_shallowest_decides_unless_all_stopped_at_the_same_mate() {
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
}
