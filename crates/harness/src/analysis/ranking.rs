//! Every variant of a run against one of them, or each against one of its own: its twin, or the rung before it.
//!
//! Rows are held against each other, so that all rest on the same positions at the same depths: the
//! [ground](super::common_depth) that all of their variants have in common. Several tests find something by chance more often than one does, so the p-values
//! are adjusted (see [`holm`]); the intervals are not.

use std::collections::BTreeSet;

use super::{
    common_depth::common_depths, comparison::Comparison, holm, outcomes::Outcomes, summary::Summary,
};

/// A variant against its baseline.
#[derive(Clone, Debug)]
pub struct RankedVariant<'o> {
    /// The comparison: the baseline is its A.
    pub comparison: Comparison<'o>,
    /// Its numbers.
    pub summary: Summary,
    /// The p-value of the sign test, adjusted for as many tests as there are rows with one.
    pub adjusted: Option<f64>,
}

/// What the rows of a ranking are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against<'o> {
    /// All with one variant.
    Baseline(&'o str),
    /// Each with the variant that differs from it in this setting alone, `key=value`.
    SameVariantWith(String),
    /// Each rung of a ladder with the one before it.
    PreviousRung,
}

/// Variants with their baselines: that with the smallest ratio first, without a ratio last; rungs in the ladder's
/// order.
#[derive(Clone, Debug)]
pub struct Ranking<'o> {
    /// The variants whose counts are 1.
    pub against: Against<'o>,
    /// The others.
    pub rows: Vec<RankedVariant<'o>>,
    /// Variants that have no row, since an earlier one has the same settings: first the variant, then that one.
    pub repeated: Vec<(&'o str, &'o str)>,
    /// Variants that have no row, since there is nothing to compare them with.
    pub alone: Vec<&'o str>,
}

impl<'o> Ranking<'o> {
    /// A name for what the counts are measured by.
    #[must_use]
    pub fn baseline(&self) -> &str {
        match &self.against {
            Against::Baseline(baseline) => baseline,
            Against::SameVariantWith(setting) => setting,
            Against::PreviousRung => "the rung before",
        }
    }

    /// Ranks the variants of a run against one of them.
    #[must_use]
    pub fn of(outcomes: &'o Outcomes, baseline: &'o str) -> Self {
        let others = outcomes.variants().filter(|&name| name != baseline);
        let pairs = others.map(|name| (baseline, name));
        Ranking::of_pairs(outcomes, pairs, Against::Baseline(baseline))
    }

    /// Ranks variants, the second of each pair, against the first. A variant without any finished job takes
    /// no ground from the others.
    #[must_use]
    pub fn of_pairs(
        outcomes: &'o Outcomes,
        pairs: impl Iterator<Item = (&'o str, &'o str)>,
        against: Against<'o>,
    ) -> Self {
        let pairs: Vec<(&str, &str)> = pairs.collect();
        let named: BTreeSet<&str> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let has_a_job = |name: &&str| outcomes.of(name).flatten().next().is_some();
        let started: Vec<&str> = named.into_iter().filter(has_a_job).collect();
        let ground = common_depths(outcomes, &started);
        let row = |pair: (&'o str, &'o str)| {
            let comparison = Comparison::on(outcomes, pair, &ground);
            RankedVariant {
                summary: comparison.summary(),
                comparison,
                adjusted: None,
            }
        };
        let mut rows: Vec<RankedVariant> = pairs.into_iter().map(row).collect();
        let p_values: Vec<f64> = rows
            .iter()
            .filter_map(|row| row.summary.sign_test)
            .collect();
        let tested = rows
            .iter_mut()
            .filter(|row| row.summary.sign_test.is_some());
        for (row, adjusted) in tested.zip(holm::adjusted(&p_values)) {
            row.adjusted = Some(adjusted);
        }
        if against != Against::PreviousRung {
            let mean = |row: &RankedVariant| row.summary.geometric_mean.unwrap_or(f64::INFINITY);
            // Equals stay in the experiment's order.
            rows.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
        }
        Ranking {
            against,
            rows,
            repeated: Vec::new(),
            alone: Vec::new(),
        }
    }

    /// Whether all rows rest on the same positions: one of a variant without any job does not, nor one that
    /// lacks a position at which nothing was counted.
    #[must_use]
    pub fn is_level(&self) -> bool {
        fn positions<'r>(row: &'r RankedVariant) -> impl Iterator<Item = &'r str> {
            let pairs = row.comparison.pairs.iter();
            pairs.map(|pair| pair.position.position.as_str())
        }
        self.rows
            .windows(2)
            .all(|rows| positions(&rows[0]).eq(positions(&rows[1])))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            grouping::By,
            outcomes::{
                Outcome,
                samples::{self, outcome, outcomes},
            },
            pair::Reason,
        },
        *,
    };
    use crate::store::Ended;

    fn jobs(nodes: u64) -> Vec<Option<Outcome>> {
        vec![Some(outcome(&[nodes], 0, Ended::Depth)); 8]
    }

    #[test]
    fn the_smallest_ratio_is_first_and_p_values_are_adjusted() {
        let outcomes = outcomes(vec![jobs(10), jobs(20), jobs(5), vec![None; 8], jobs(10)]);
        let ranking = Ranking::of(&outcomes, "a");
        let names: Vec<&str> = ranking.rows.iter().map(|row| row.comparison.b).collect();
        assert_eq!(names, ["c", "e", "b", "d"]);
        // Eight of eight: 2/256, of three tests; the variant without a job is not tested.
        let adjusted: Vec<Option<f64>> = ranking.rows.iter().map(|row| row.adjusted).collect();
        let p = adjusted[0].unwrap();
        assert!((p - 6.0 / 256.0).abs() < 1e-12, "{p}");
        assert_eq!((adjusted[1], adjusted[3]), (Some(1.0), None));
        assert!(!ranking.is_level());
    }

    #[test]
    fn twins_are_compared_with_each_other() {
        let outcomes = outcomes(vec![jobs(10), jobs(20), jobs(5), jobs(15)]);
        let against = Against::SameVariantWith("x=y".to_owned());
        let pairs = [("a", "c"), ("b", "d")].into_iter();
        let ranking = Ranking::of_pairs(&outcomes, pairs, against);
        let means = ranking.rows.iter().map(|row| row.summary.geometric_mean);
        let means: Vec<f64> = means.map(Option::unwrap).collect();
        assert!((means[0] - 0.5).abs() < 1e-12 && (means[1] - 0.75).abs() < 1e-12);
    }

    #[test]
    fn steps_stay_in_their_order_and_are_adjusted_for_as_many() {
        let outcomes = outcomes(vec![jobs(20), jobs(15), jobs(5), jobs(10)]);
        let pairs = [("a", "b"), ("b", "c"), ("c", "d")].into_iter();
        let ranking = Ranking::of_pairs(&outcomes, pairs, Against::PreviousRung);
        let names: Vec<&str> = ranking.rows.iter().map(|row| row.comparison.b).collect();
        assert_eq!(names, ["b", "c", "d"]);
        for row in &ranking.rows {
            let p = row.adjusted.unwrap();
            assert!((p - 3.0 * 2.0 / 256.0).abs() < 1e-12, "{p}");
        }
    }

    #[test]
    fn all_rows_rest_on_the_depths_that_every_variant_completed() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let jobs = vec![
            vec![deep(&[4, 16, 64]), deep(&[4, 16])],
            vec![deep(&[4, 8, 4]), deep(&[4, 8])],
            vec![deep(&[4, 4]), deep(&[2])],
        ];
        let mut outcomes = outcomes(jobs);
        let ranking = Ranking::of(&outcomes, "a");
        let told = |ranking: &Ranking| -> Vec<(String, Vec<usize>, f64)> {
            let rows = ranking.rows.iter().map(|row| {
                let pairs = row.comparison.pairs.iter();
                let depths = pairs.map(|pair| pair.depth_a).collect();
                let mean = row.summary.geometric_mean.unwrap();
                (
                    row.comparison.b.to_owned(),
                    depths,
                    (mean * mean * 1e6).round() / 1e6,
                )
            });
            rows.collect()
        };
        // The squared mean of two ratios is their product. By itself b would be compared at depths 3 and 2.
        let wanted = [
            ("c".to_owned(), vec![2, 1], 0.125),
            ("b".to_owned(), vec![2, 1], 0.5),
        ];
        assert_eq!(told(&ranking), wanted);
        assert!(ranking.is_level());
        let by_depth = ranking.rows[1].comparison.groups(By::Depth);
        assert_eq!(by_depth.len(), 2, "{by_depth:?}");

        // What one has yet to finish counts for none, and is said.
        samples::remove(&mut outcomes, 2, 1);
        let ranking = Ranking::of(&outcomes, "a");
        let b = &ranking.rows[1].comparison;
        assert_eq!((b.b, b.pairs.len()), ("b", 1));
        assert_eq!(b.left_out[0].1, Reason::WithoutAnother);
        assert!(ranking.is_level());
    }

    #[test]
    fn differences_are_looked_for_beyond_the_common_ground() {
        let deep = |nodes: &[u64], score| Some(outcome(nodes, score, Ended::Depth));
        let mut other = deep(&[4, 8], 0);
        other.as_mut().unwrap().iterations[1].best_move = None;
        let jobs = vec![vec![deep(&[4, 8], 0)], vec![other], vec![deep(&[4], 0)]];
        let outcomes = outcomes(jobs);
        let ranking = Ranking::of(&outcomes, "a");
        let moves: usize = ranking
            .rows
            .iter()
            .map(|row| row.comparison.move_differences())
            .sum();
        assert_eq!(moves, 1);
    }
}
