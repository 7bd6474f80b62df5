//! Totals of what techniques did: how often each cut, skipped, reduced and extended, summed over positions.
//!
//! The counts are those of a record: they run from the start of the search, iterations 1 to d together. A position counts at a
//! depth if all variants completed it there. A variant therefore does not have higher totals just because it searched deeper.

use super::common_depth::CommonDepths;
use plybench_records::{Count, Iteration, JobRecord};

/// The totals of one variant's techniques over some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TechniqueTotals {
    /// The number of positions.
    pub positions: usize,
    /// Nodes entered at these positions, all iterations together.
    pub nodes: u64,
    /// Each count's name, such as `null-move.cuts`, and its total, in the order of the records.
    pub counts: Vec<(String, u64)>,
}

impl TechniqueTotals {
    /// Returns the total of the count with this name, or `None` if no technique of the variant has such a count.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u64> {
        let found = self.counts.iter().find(|(known, _)| known == name);
        found.map(|(_, count)| *count)
    }

    /// Returns the names of the techniques that have counts, in the counts' order.
    #[must_use]
    pub fn techniques(&self) -> Vec<&str> {
        let names = self.counts.iter();
        let names = names.filter_map(|(name, _)| Some(name.split_once('.')?.0));
        let mut techniques: Vec<&str> = names.collect();
        techniques.dedup();
        techniques
    }

    fn add(&mut self, iteration: &Iteration) {
        self.positions += 1;
        self.nodes = self.nodes.saturating_add(iteration.nodes);
        for (name, count) in iteration.counts.iter() {
            let (true, Count::One(count)) = (name.contains('.'), count) else {
                continue;
            };
            match self.counts.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum = sum.saturating_add(*count),
                None => self.counts.push((name.to_owned(), *count)),
            }
        }
    }
}

/// The totals of several variants' techniques over the same positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueTotalsByVariant {
    /// One entry per variant. Each position is counted at the deepest depth that all variants completed there or, if all stopped
    /// with the same mate, at the depth at which the variant stopped.
    pub deepest: Vec<TechniqueTotals>,
    /// One list per variant with an entry for depth 1, 2, …: the totals over the positions at which all variants completed it.
    pub by_depth: Vec<Vec<TechniqueTotals>>,
}

impl TechniqueTotalsByVariant {
    /// No totals yet, of these variants on these positions.
    #[must_use]
    pub fn none(common_depths: &CommonDepths) -> Self {
        let variants = common_depths.variants();
        let deepest = common_depths.depths().max().unwrap_or(0);
        TechniqueTotalsByVariant {
            deepest: vec![TechniqueTotals::default(); variants],
            by_depth: vec![vec![TechniqueTotals::default(); deepest]; variants],
        }
    }

    /// Adds a job; one of another variant or position is ignored.
    pub fn add(&mut self, common_depths: &CommonDepths, job: &JobRecord) {
        let Some((variant, common)) = common_depths.find(job) else {
            return;
        };
        let completed = job.iterations.iter().take(common.depth);
        for (iteration, total) in completed.zip(&mut self.by_depth[variant]) {
            total.add(iteration);
        }
        let deepest = match common.is_same_mate {
            true => job.iterations.last(),
            false => job.iterations.iter().take(common.depth).next_back(),
        };
        if let Some(iteration) = deepest {
            self.deepest[variant].add(iteration);
        }
    }

    /// Returns the names of the counts that are above 0 for at least one variant, in their order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for (name, count) in self.deepest.iter().flat_map(|totals| &totals.counts) {
            if *count > 0 && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use plybench_records::{Ended, samples::job};

    /// A job with these node counts by depth, in which null move cuts every tenth node.
    fn counted(variant: &str, position: &str, nodes: &[u64]) -> JobRecord {
        let mut job = job(variant, position, nodes, Ended::Depth);
        for iteration in &mut job.iterations {
            iteration.counts = serde_json::from_value(serde_json::json!({
                "table_hits": 5, "futility.skipped": 0, "null-move.cuts": iteration.nodes / 10,
                "null-move.searches": iteration.nodes,
            }))
            .unwrap();
        }
        job
    }

    #[test]
    fn positions_count_at_the_depths_that_all_variants_completed() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let outcomes = outcomes(vec![
            vec![deep(&[10, 40, 90]), deep(&[20, 50])],
            vec![deep(&[10, 30]), deep(&[20, 60])],
        ]);
        let names: Vec<&str> = outcomes
            .positions()
            .iter()
            .map(|one| one.position.as_str())
            .collect();
        let jobs = vec![
            counted("a", names[0], &[10, 40, 90]),
            counted("a", names[1], &[20, 50]),
            counted("b", names[0], &[10, 30]),
            counted("b", names[1], &[20, 60]),
        ];
        let common_depths = CommonDepths::of(&outcomes, &["a", "b"]);
        let mut totals = TechniqueTotalsByVariant::none(&common_depths);
        for job in &jobs {
            totals.add(&common_depths, job);
        }
        let seen = |one: &TechniqueTotals| (one.positions, one.nodes, one.count("null-move.cuts"));
        let of = |all: &[TechniqueTotals]| -> Vec<_> { all.iter().map(seen).collect() };
        assert_eq!(of(&totals.deepest), [(2, 90, Some(9)), (2, 90, Some(9))]);
        assert_eq!(
            of(&totals.by_depth[0]),
            [(2, 30, Some(3)), (2, 90, Some(9))]
        );
        assert_eq!(totals.names(), ["null-move.cuts", "null-move.searches"]);
        assert_eq!(totals.deepest[0].techniques(), ["futility", "null-move"]);
        assert_eq!(totals.deepest[0].count("null-move.extended"), None);
    }
}
