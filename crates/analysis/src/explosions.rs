//! Search explosions: iterations that cost many times as much as the one before.
//!
//! An engine that meets one seems to hang. Its reports name a position and a depth, and so does this.

use super::outcomes::Outcomes;

/// An iteration explodes if it costs more than this many times the one before.
pub const FACTOR: u64 = 10;

/// The fewest nodes of the iteration before. Smaller ones say little: the first plies of any search grow as fast.
pub const FEWEST_NODES: u64 = 1_000;

/// An iteration that cost over [`FACTOR`] times the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explosion<'o> {
    /// The variant that searched.
    pub variant: &'o str,
    /// The name of the position.
    pub position: &'o str,
    /// The iteration's depth, in plies.
    pub depth: usize,
    /// The nodes of the iteration before it alone.
    pub before: u64,
    /// The nodes of the iteration alone.
    pub nodes: u64,
}

impl Explosion<'_> {
    /// How many times the nodes of the iteration before it took.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.nodes as f64 / self.before as f64
    }
}

/// Returns the explosions of all variants of a run, the largest factor first.
#[must_use]
pub fn explosions(outcomes: &Outcomes) -> Vec<Explosion<'_>> {
    let mut found = Vec::new();
    for variant in outcomes.variants() {
        for (position, job) in outcomes.positions().iter().zip(outcomes.of(variant)) {
            let Some(job) = job else { continue };
            let entered = |depth| job.entered(depth).unwrap_or(0);
            found.extend((2..=job.depth()).filter_map(|depth| {
                let (before, nodes) = (entered(depth - 1), entered(depth));
                (before >= FEWEST_NODES && nodes > FACTOR * before).then_some(Explosion {
                    variant,
                    position: &position.position,
                    depth,
                    before,
                    nodes,
                })
            }));
        }
    }
    // The sort is stable: equal factors stay in the experiment's order of variants.
    found.sort_by(|one, other| other.factor().total_cmp(&one.factor()));
    found
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use plybench_records::Ended;

    #[test]
    fn an_iteration_over_ten_times_the_one_before_is_found() {
        let job = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Nodes));
        let outcomes = outcomes(vec![
            // Iterations of 1,000, 10,000 and 110,000 nodes: only the third explodes.
            vec![job(&[1_000, 11_000, 121_000]), None],
            // The first of 999 nodes is too small, the second of b on p1 takes twelve times as long.
            vec![job(&[999, 100_000]), job(&[2_000, 26_000])],
        ]);
        let found = explosions(&outcomes);
        let named: Vec<_> = found
            .iter()
            .map(|one| (one.variant, one.position, one.depth, one.factor()))
            .collect();
        assert_eq!(named, [("b", "p1", 2, 12.0), ("a", "p0", 3, 11.0)]);
    }
}
