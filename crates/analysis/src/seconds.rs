//! The time that two variants took for the compared iterations. Times are noisy: they depend on the machine and its load.

use super::comparison::Comparison;

/// The seconds of two variants, up to the compared depths, summed over the positions that have a ratio and both times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// Seconds that A's searches took.
    pub a: f64,
    /// Seconds that B's searches took.
    pub b: f64,
    /// Nodes that A's searches entered in them.
    pub nodes_a: u64,
    /// Nodes that B's searches entered in them.
    pub nodes_b: u64,
    /// The number of positions that have both times.
    pub positions: usize,
}

impl Seconds {
    /// Sums up the times of a comparison, or returns `None` if no position has both times. Given a variant and a position, `times`
    /// returns the job's seconds at the end of iteration 1, 2, ….
    #[must_use]
    pub fn of<'t>(
        comparison: &Comparison,
        times: impl Fn(&str, &str) -> Option<&'t [f64]>,
    ) -> Option<Self> {
        let seconds = |variant: &str, position: &str, depth: usize| {
            times(variant, position)?
                .get(depth.checked_sub(1)?)
                .copied()
        };
        let pairs = comparison.pairs.iter();
        let mut all = Seconds::default();
        for pair in pairs {
            let position = &pair.position.position;
            let of_a = seconds(comparison.a, position, pair.depth_a);
            let of_b = seconds(comparison.b, position, pair.depth_b);
            if let (Some(a), Some(b)) = (of_a, of_b) {
                all.a += a;
                all.b += b;
                all.nodes_a += pair.found_a().nodes;
                all.nodes_b += pair.found_b().nodes;
                all.positions += 1;
            }
        }
        (all.positions > 0).then_some(all)
    }

    /// Returns B's nanoseconds a node, or `None` if it entered no node.
    #[must_use]
    pub fn nanoseconds_a_node(&self) -> Option<f64> {
        (self.nodes_b > 0).then(|| 1e9 * self.b / self.nodes_b as f64)
    }

    /// The same with A and B exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Seconds {
            a: self.b,
            b: self.a,
            nodes_a: self.nodes_b,
            nodes_b: self.nodes_a,
            ..self
        }
    }

    /// Returns B's time as a multiple of A's, or `None` if A's time is 0.
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
    use plybench_records::Ended;

    #[test]
    fn times_are_summed_up_to_the_compared_depths_at_positions_with_both() {
        let job = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let outcomes = outcomes(vec![
            vec![job(&[4, 8]), job(&[4])],
            vec![job(&[4, 8, 16]), job(&[4])],
        ]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let of_a = |variant: &str, position: &str| -> Option<&[f64]> {
            ((variant, position) == ("a", "p0")).then_some(&[0.5, 1.0])
        };
        let some = |variant: &str, position: &str| match (variant, position) {
            ("b", "p0") => Some(&[1.0, 3.0, 9.0][..]),
            ("b", "p1") => Some(&[1.0][..]),
            _ => of_a(variant, position),
        };
        let seconds = Seconds::of(&comparison, some).unwrap();
        assert_eq!((seconds.a, seconds.b, seconds.positions), (1.0, 3.0, 1));
        assert_eq!(seconds.ratio(), Some(3.0));
        assert_eq!((seconds.nodes_a, seconds.nodes_b), (8, 8));
        assert_eq!(seconds.nanoseconds_a_node(), Some(3e9 / 8.0));
        assert_eq!(Seconds::of(&comparison, of_a), None);
    }
}
