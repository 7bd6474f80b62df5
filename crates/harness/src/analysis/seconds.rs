//! The time that two variants took for the same work. It is noisy: it depends on the machine and on what else that did.

use std::collections::BTreeMap;

use super::comparison::Comparison;
use crate::store::JobId;

/// Seconds of two variants, summed over the positions that have a ratio, to the depths that are compared there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds {
    /// A's.
    pub a: f64,
    /// B's.
    pub b: f64,
    /// How many positions have a time of both.
    pub positions: usize,
}

impl Seconds {
    /// Of a comparison, with the times of its jobs; none where no position has both.
    #[must_use]
    pub fn of(comparison: &Comparison, times: &BTreeMap<JobId, Vec<f64>>) -> Option<Self> {
        let at =
            |(job, depth): (JobId, usize)| times.get(&job)?.get(depth.checked_sub(1)?).copied();
        let pairs = comparison.pairs.iter();
        let both = pairs.filter_map(|pair| {
            let [a, b] = pair.jobs();
            Some((at(a)?, at(b)?))
        });
        let none = Seconds {
            a: 0.0,
            b: 0.0,
            positions: 0,
        };
        let sum = both.fold(none, |sum, (a, b)| Seconds {
            a: sum.a + a,
            b: sum.b + b,
            positions: sum.positions + 1,
        });
        (sum.positions > 0).then_some(sum)
    }

    /// B's time as a multiple of A's; none if A took none that could be measured.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.a > 0.0).then(|| self.b / self.a)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use crate::store::Ended;

    #[test]
    fn times_are_summed_to_the_compared_depths_where_both_have_one() {
        let job = |id: &str, nodes: &[u64]| {
            let mut job = outcome(nodes, 0, Ended::Depth);
            job.job = id.parse().unwrap();
            Some(job)
        };
        let outcomes = outcomes(vec![
            vec![job("1", &[4, 8]), job("2", &[4])],
            vec![job("3", &[4, 8, 16]), job("4", &[4])],
        ]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let times = |all: &[(&str, &[f64])]| -> BTreeMap<JobId, Vec<f64>> {
            let all = all.iter();
            all.map(|(id, times)| (id.parse().unwrap(), times.to_vec()))
                .collect()
        };
        let some = times(&[("1", &[0.5, 1.0]), ("3", &[1.0, 3.0, 9.0]), ("4", &[1.0])]);
        let seconds = Seconds::of(&comparison, &some).unwrap();
        assert_eq!((seconds.a, seconds.b, seconds.positions), (1.0, 3.0, 1));
        assert_eq!(seconds.ratio(), Some(3.0));
        assert_eq!(
            Seconds::of(&comparison, &times(&[("1", &[0.5, 1.0])])),
            None
        );
    }
}
