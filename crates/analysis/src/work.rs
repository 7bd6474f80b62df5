//! The work of variants that count different things, side by side: nodes of one kind of search, expansions of another. A sum of one is no
//! measure of the other.

use std::ops::AddAssign;

use plybench_records::{Iteration, Jobs, RunError, counts};

/// The work of a variant: sums over its positions, each up to the last iteration that it completed. What it does not count is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The positions with a completed iteration.
    pub positions: u64,
    /// Entered nodes.
    pub nodes: Option<u64>,
    /// Nodes of a proof-number search whose moves were made.
    pub expansions: Option<u64>,
    /// Positions that a proof-number search made by a move.
    pub created: Option<u64>,
}

impl Work {
    fn of(last: &Iteration) -> Self {
        let expansions = last.counts.one(counts::EXPANSIONS);
        Work {
            positions: 1,
            nodes: expansions.is_none().then_some(last.nodes),
            expansions,
            created: last.counts.one(counts::CREATED),
        }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        let add = |one: &mut Option<u64>, other: Option<u64>| {
            *one = match (*one, other) {
                (Some(one), Some(other)) => Some(one.saturating_add(other)),
                (one, other) => one.or(other),
            };
        };
        self.positions += other.positions;
        add(&mut self.nodes, other.nodes);
        add(&mut self.expansions, other.expansions);
        add(&mut self.created, other.created);
    }
}

/// The work of these variants, in their order.
///
/// # Errors
/// The first error of `jobs`.
pub fn of_variants(variants: &[&str], jobs: Jobs<'_>) -> Result<Vec<Work>, RunError> {
    let mut found = vec![Work::default(); variants.len()];
    for job in jobs {
        let job = job?;
        let at = variants.iter().position(|name| *name == job.variant);
        if let (Some(at), Some(last)) = (at, job.iterations.last()) {
            found[at] += Work::of(last);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use plybench_records::{Ended, samples::job};

    use super::*;

    #[test]
    fn nodes_and_expansions_stand_apart() {
        let mut solved = job("proof", "q", &[0, 0], Ended::Mate);
        solved.iterations[1].counts = [(counts::EXPANSIONS, 7), (counts::CREATED, 50)]
            .into_iter()
            .collect();
        let jobs = vec![
            job("a", "p", &[5, 9], Ended::Depth),
            job("a", "q", &[4], Ended::Nodes),
            job("proof", "p", &[], Ended::Nodes),
            solved,
        ];
        let jobs: Jobs = Box::new(jobs.into_iter().map(Ok));
        let found = of_variants(&["a", "proof"], jobs).unwrap();
        let nodes = Work {
            positions: 2,
            nodes: Some(13),
            ..Work::default()
        };
        let expansions = Work {
            positions: 1,
            nodes: None,
            expansions: Some(7),
            created: Some(50),
        };
        assert_eq!(found, [nodes, expansions]);
    }
}
