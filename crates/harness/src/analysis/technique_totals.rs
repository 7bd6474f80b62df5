//! What techniques did: how often each cut, skipped, reduced and extended, summed over positions.
//!
//! Counts are those of a record: since the search began, iterations 1 to d together. Positions count where all variants completed
//! the depth, so that what one variant did more is not what it searched more.

use super::{common_depth::CommonDepths, outcomes::Outcomes};
use crate::store::{Count, Record, WholeJob};

/// What a variant's techniques did on some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TechniqueTotals {
    /// How many positions.
    pub positions: usize,
    /// Nodes entered.
    pub nodes: u64,
    /// The counts by name, such as `null-move.cuts`, in the order of the records.
    pub counts: Vec<(String, u64)>,
}

impl TechniqueTotals {
    /// How often, by the count's name; none if no technique of the variant can do that.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u64> {
        let mut counts = self.counts.iter();
        counts
            .find(|(known, _)| known == name)
            .map(|(_, count)| *count)
    }

    /// The techniques that have counts, in their order.
    #[must_use]
    pub fn techniques(&self) -> Vec<&str> {
        let names = self
            .counts
            .iter()
            .filter_map(|(name, _)| name.split_once('.'));
        let mut techniques: Vec<&str> = names.map(|(technique, _)| technique).collect();
        techniques.dedup();
        techniques
    }

    fn add(&mut self, record: &Record) {
        self.positions += 1;
        self.nodes = self.nodes.saturating_add(record.nodes);
        for (name, count) in record.counts.iter() {
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

/// What the techniques of some variants did on the same positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueTotalsByVariant {
    /// For each variant, each position at the deepest depth that all variants completed or, where all stopped at the same mate,
    /// where it stopped.
    pub deepest: Vec<TechniqueTotals>,
    /// For each variant, the positions at which all completed depth 1, 2, ….
    pub by_depth: Vec<Vec<TechniqueTotals>>,
}

impl TechniqueTotalsByVariant {
    /// Gathers them from the jobs that the outcomes are of.
    ///
    /// # Errors
    /// The first that the jobs bring.
    pub fn gather<E>(
        outcomes: &Outcomes,
        variants: &[&str],
        jobs: impl Iterator<Item = Result<WholeJob, E>>,
    ) -> Result<Self, E> {
        let shared = CommonDepths::of(outcomes, variants);
        let deepest = shared.depths().max().unwrap_or(0);
        let mut acts = TechniqueTotalsByVariant {
            deepest: vec![TechniqueTotals::default(); variants.len()],
            by_depth: vec![vec![TechniqueTotals::default(); deepest]; variants.len()],
        };
        shared.each_job(variants, jobs, |variant, common, job| {
            let records = job.records.iter().take(common.depth);
            for (record, sums) in records.zip(&mut acts.by_depth[variant]) {
                sums.add(record);
            }
            let at = if common.is_same_mate {
                job.records.len()
            } else {
                common.depth
            };
            if let Some(record) = job.records.iter().take(at).next_back() {
                acts.deepest[variant].add(record);
            }
        })?;
        Ok(acts)
    }

    /// The names of all counts that are not 0 in any variant, in their order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for (name, count) in self.deepest.iter().flat_map(|acts| &acts.counts) {
            if *count > 0 && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use crate::store::{Counts, Ended, record::samples::job};

    /// A job with so many nodes at each depth, and a cut by null move in every tenth.
    fn counted(variant: &str, position: &str, nodes: &[u64]) -> Result<WholeJob, Infallible> {
        let mut job = job(variant, position, nodes, Ended::Depth);
        for record in &mut job.records {
            record.counts = Counts::from_json(serde_json::json!({
                "table_hits": 5, "futility.skipped": 0, "null-move.cuts": record.nodes / 10,
                "null-move.searches": record.nodes,
            }));
        }
        Ok(job)
    }

    #[test]
    fn what_was_done_is_summed_where_all_completed_the_depth() {
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
        let Ok(acts) = TechniqueTotalsByVariant::gather(&outcomes, &["a", "b"], jobs.into_iter());
        let seen =
            |acts: &TechniqueTotals| (acts.positions, acts.nodes, acts.count("null-move.cuts"));
        let of = |all: &[TechniqueTotals]| -> Vec<_> { all.iter().map(seen).collect() };
        assert_eq!(of(&acts.deepest), [(2, 90, Some(9)), (2, 90, Some(9))]);
        assert_eq!(of(&acts.by_depth[0]), [(2, 30, Some(3)), (2, 90, Some(9))]);
        assert_eq!(acts.names(), ["null-move.cuts", "null-move.searches"]);
        assert_eq!(acts.deepest[0].techniques(), ["futility", "null-move"]);
        assert_eq!(acts.deepest[0].count("null-move.extended"), None);
    }
}
