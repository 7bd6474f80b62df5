//! Counts of variants that have some settings on and the others off, on the same positions at the same depths.
//!
//! A position's value of a subset is the logarithm of its count as a multiple of the count with no setting. All values use the common
//! depths of all these variants.

use std::collections::BTreeMap;

use super::{
    common_depth::common_depths, comparison::Comparison, outcomes::Outcomes, pair::Pair,
    summary::CountPair,
};
use plybench_records::PositionRecord;

/// Some settings, and what variants count that have a subset of them on.
#[derive(Clone, Debug)]
pub struct SubsetCounts<'o> {
    /// The name of the settings' table in the experiment.
    pub name: &'o str,
    /// The settings. Their number is that of the bits of a subset: bit 0 is the first.
    pub settings: Vec<&'o str>,
    /// The variant of each subset, with its counts (B) and those with no setting (A) at each position.
    pub subsets: BTreeMap<u32, (&'o str, Vec<CountPair>)>,
    /// The positions at which all variants count something, sorted by name.
    pub positions: Vec<&'o PositionRecord>,
    /// The number of other positions.
    pub left_out: usize,
    /// The shallowest and the deepest depth at which counts are taken, in plies; `None` without positions.
    pub depths: Option<(usize, usize)>,
    /// The orders, by number from 0, in which the variants add the settings one by one, if they were drawn. Only those that have all
    /// their variants.
    pub orders: Vec<&'o [usize]>,
}

impl<'o> SubsetCounts<'o> {
    /// Gathers the counts of variants that have finished jobs; `None` if the one with no setting has none.
    #[must_use]
    pub fn of(
        outcomes: &'o Outcomes,
        (name, settings): (&'o str, Vec<&'o str>),
        variants: &[(u32, &'o str)],
        orders: &'o [Vec<usize>],
    ) -> Option<Self> {
        let has_a_job = |name: &str| outcomes.of(name).flatten().next().is_some();
        let started = variants.iter().filter(|(_, name)| has_a_job(name));
        let variants: BTreeMap<u32, &str> = started.copied().collect();
        let none = *variants.get(&0)?;
        let common = common_depths(outcomes, &variants.values().copied().collect::<Vec<_>>());
        let compared = variants
            .iter()
            .map(|(&subset, name)| (subset, Comparison::on(outcomes, none, name, &common)));
        let compared: BTreeMap<u32, Comparison> = compared.collect();
        // A count of 0 leaves a position out for that variant alone.
        let mut pairs: BTreeMap<&str, usize> = BTreeMap::new();
        for pair in compared.values().flat_map(|comparison| &comparison.pairs) {
            *pairs.entry(&pair.position.position).or_default() += 1;
        }
        let is_complete =
            |pair: &&Pair| pairs.get(&*pair.position.position) == Some(&compared.len());
        let complete = |comparison: &Comparison<'o>| -> Vec<Pair<'o>> {
            comparison
                .pairs
                .iter()
                .filter(is_complete)
                .cloned()
                .collect()
        };
        let positions: Vec<_> = complete(compared.get(&0)?)
            .iter()
            .map(|pair| pair.position)
            .collect();
        let all = compared.values().flat_map(complete);
        let depths = all.flat_map(|pair| [pair.depth_a, pair.depth_b]);
        let depths: Vec<usize> = depths.collect();
        let is_there = |order: &&[usize]| {
            let mut along = (0..=order.len()).map(|length| subset(&order[..length]));
            along.all(|subset| compared.contains_key(&subset))
        };
        let orders = orders.iter().map(Vec::as_slice).filter(is_there);
        Some(SubsetCounts {
            name,
            settings,
            left_out: outcomes.positions().len() - positions.len(),
            positions,
            depths: depths
                .iter()
                .min()
                .copied()
                .zip(depths.iter().max().copied()),
            orders: orders.collect(),
            subsets: compared
                .iter()
                .map(|(&subset, comparison)| {
                    let counts = complete(comparison);
                    (
                        subset,
                        (
                            comparison.b,
                            counts.iter().map(|pair| pair.counts).collect(),
                        ),
                    )
                })
                .collect(),
        })
    }

    /// The subset of all settings.
    #[must_use]
    pub fn whole(&self) -> u32 {
        subset(&(0..self.settings.len()).collect::<Vec<_>>())
    }

    /// The value of a subset at each position, in units of [`LogRatio`](super::log_ratio::LogRatio).
    pub(super) fn values(&self, subset: u32) -> Option<Vec<i128>> {
        let (_, counts) = self.subsets.get(&subset)?;
        Some(counts.iter().map(|pair| pair.log_ratio.units()).collect())
    }

    /// By how much the value changes where a setting is added to a subset, at each position.
    pub(super) fn step(&self, subset: u32, setting: usize) -> Option<Vec<i128>> {
        let (before, after) = (self.values(subset)?, self.values(subset | 1 << setting)?);
        Some(
            after
                .iter()
                .zip(&before)
                .map(|(after, before)| after - before)
                .collect(),
        )
    }

    /// The settings of a subset, by name.
    #[must_use]
    pub fn names(&self, subset: u32) -> Vec<&'o str> {
        let all = self.settings.iter().enumerate();
        let of_subset = all.filter(|(number, _)| subset >> number & 1 == 1);
        of_subset.map(|(_, name)| *name).collect()
    }
}

/// The subset of settings with these numbers.
pub(super) fn subset(settings: &[usize]) -> u32 {
    settings
        .iter()
        .fold(0, |subset, number| subset | 1 << number)
}

#[cfg(test)]
pub(super) mod samples {
    //! Counts of subsets for tests.

    use super::{super::outcomes::samples::outcomes, *};
    use crate::outcomes::{Outcome, Outcomes, samples::outcome};
    use plybench_records::Ended;

    const NAMES: [&str; 3] = ["x", "y", "z"];
    const VARIANTS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

    /// Outcomes of variants with these counts, a row each.
    pub(crate) fn counted(counts: &[Vec<u64>]) -> Outcomes {
        let job = |count: &u64| -> Option<Outcome> { Some(outcome(&[*count], 0, Ended::Depth)) };
        outcomes(
            counts
                .iter()
                .map(|row| row.iter().map(job).collect())
                .collect(),
        )
    }

    /// The counts of these subsets of so many settings, in the order of the variants.
    pub(crate) fn of<'o>(
        outcomes: &'o Outcomes,
        settings: usize,
        subsets: &[u32],
        orders: &'o [Vec<usize>],
    ) -> SubsetCounts<'o> {
        let variants: Vec<(u32, &str)> = subsets.iter().copied().zip(VARIANTS).collect();
        let named = ("s", NAMES[..settings].to_vec());
        SubsetCounts::of(outcomes, named, &variants, orders).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::outcomes::samples, *};
    use crate::outcomes::samples::outcome;
    use plybench_records::Ended;

    #[test]
    fn all_subsets_count_on_the_same_positions_at_the_same_depths() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let outcomes = samples::outcomes(vec![
            vec![deep(&[8, 80]), deep(&[6]), deep(&[4]), deep(&[5])],
            vec![deep(&[4, 60]), deep(&[3]), deep(&[0]), None],
            vec![deep(&[2]), deep(&[6]), deep(&[4]), deep(&[5])],
            vec![None; 4],
        ]);
        let variants = [(0, "a"), (1, "b"), (2, "c"), (3, "d")];
        let orders = [vec![0, 1]];
        let counts = SubsetCounts::of(&outcomes, ("s", vec!["x", "y"]), &variants, &orders);
        let counts = counts.unwrap();
        // The variant that was not run does not matter, nor does the order that leads to it.
        assert_eq!((counts.subsets.len(), counts.orders.len()), (3, 0));
        let names: Vec<&str> = counts.positions.iter().map(|one| &*one.position).collect();
        assert_eq!(
            (names, counts.left_out, counts.depths),
            (vec!["p0", "p1"], 2, Some((1, 1)))
        );
        let pair = |a, b| CountPair::of(a, b).unwrap();
        assert_eq!(counts.subsets[&1], ("b", vec![pair(8, 4), pair(6, 3)]));
        assert_eq!(counts.subsets[&2], ("c", vec![pair(8, 2), pair(6, 6)]));
        assert_eq!(counts.names(3), ["x", "y"]);
        let none = SubsetCounts::of(&outcomes, ("s", vec!["x", "y"]), &variants[1..], &orders);
        assert!(none.is_none());
    }
}
