//! A ranking: each variant of a run compared with its baseline.
//!
//! The baseline is one variant of the run for all, or each variant has its own: the same variant with another setting, or the
//! previous rung of a ladder.
//!
//! So that rows can be compared with each other, all use the same positions at the same depths: the
//! [common depths](super::common_depth) of all variants in the ranking. Several tests are more likely than one to find something by
//! chance, so the p-values are adjusted (see [`holm`]). The intervals are not adjusted.

use std::collections::{BTreeSet, HashSet};

use super::{
    common_depth::common_depths, comparison::Comparison, holm, outcomes::Outcomes, summary::Summary,
};

/// A variant compared with its baseline.
#[derive(Clone, Debug)]
pub struct RankedVariant<'o> {
    /// The comparison, with the baseline as A and the variant as B.
    pub comparison: Comparison<'o>,
    /// The ratios of all compared positions, summarised.
    pub summary: Summary,
    /// The p-value of the sign test, adjusted for the number of rows that have one.
    pub adjusted: Option<f64>,
}

/// What the variants of a ranking are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against<'o> {
    /// All with the same variant.
    Baseline(&'o str),
    /// Each with the variant that has this setting, `key=value`, and is otherwise the same.
    SameVariantWith(String),
    /// Each rung of a ladder with the previous one.
    PreviousRung,
}

/// Variants compared with their baselines. The smallest ratio comes first and variants without a ratio last, except that rungs stay
/// in the ladder's order.
#[derive(Clone, Debug)]
pub struct Ranking<'o> {
    /// What the variants are compared with.
    pub against: Against<'o>,
    /// One row for each compared variant.
    pub rows: Vec<RankedVariant<'o>>,
    /// Variants without a row because an earlier variant has the same settings, each followed by that earlier variant.
    pub same_as_another: Vec<(&'o str, &'o str)>,
    /// Variants without a row because there is no variant to compare them with.
    pub alone: Vec<&'o str>,
}

impl<'o> Ranking<'o> {
    /// Returns a name for what the variants are compared with.
    #[must_use]
    pub fn baseline(&self) -> &str {
        match &self.against {
            Against::Baseline(baseline) => baseline,
            Against::SameVariantWith(setting) => setting,
            Against::PreviousRung => "the rung before",
        }
    }

    /// Compares all variants of a run with one of them, but not those that are the same search as another: `repeated` names each
    /// with that other.
    #[must_use]
    pub fn of(
        outcomes: &'o Outcomes,
        baseline: &'o str,
        repeated: Vec<(&'o str, &'o str)>,
    ) -> Self {
        let again: HashSet<&str> = repeated.iter().map(|(name, _)| *name).collect();
        let others = outcomes.variants();
        let others = others.filter(|&name| name != baseline && !again.contains(name));
        let pairs = others.map(|name| (baseline, name));
        Ranking {
            same_as_another: repeated,
            ..Ranking::of_pairs(outcomes, pairs, Against::Baseline(baseline))
        }
    }

    /// Compares the second variant of each pair with the first. Variants without a finished job are ignored when common depths are
    /// determined.
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
        let common_depths = common_depths(outcomes, &started);
        let row = |(baseline, variant): (&'o str, &'o str)| {
            let comparison = Comparison::on(outcomes, baseline, variant, &common_depths);
            RankedVariant {
                summary: comparison.summary(),
                comparison,
                adjusted: None,
            }
        };
        let mut rows: Vec<RankedVariant> = pairs.into_iter().map(row).collect();
        let p_values = rows.iter().filter_map(|row| row.summary.sign_test);
        let mut adjusted = holm::adjusted(&p_values.collect::<Vec<_>>()).into_iter();
        for row in &mut rows {
            row.adjusted = row.summary.sign_test.and_then(|_| adjusted.next());
        }
        if against != Against::PreviousRung {
            let mean = |row: &RankedVariant| row.summary.geometric_mean.unwrap_or(f64::INFINITY);
            // The sort is stable: equal ratios stay in the experiment's order.
            rows.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
        }
        Ranking {
            against,
            rows,
            same_as_another: Vec::new(),
            alone: Vec::new(),
        }
    }

    /// Returns whether all rows use the same positions. They do not if a variant has no finished job, or if a count is 0 at a
    /// position.
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
    use plybench_records::Ended;

    fn jobs(nodes: u64) -> Vec<Option<Outcome>> {
        vec![Some(outcome(&[nodes], 0, Ended::Depth)); 8]
    }

    #[test]
    fn the_smallest_ratio_is_first_and_p_values_are_adjusted() {
        let outcomes = outcomes(vec![jobs(10), jobs(20), jobs(5), vec![None; 8], jobs(10)]);
        let ranking = Ranking::of(&outcomes, "a", Vec::new());
        let names: Vec<&str> = ranking.rows.iter().map(|row| row.comparison.b).collect();
        assert_eq!(names, ["c", "e", "b", "d"]);
        // Eight wins of eight: p = 2/256, times three tests. The variant without a job is not tested.
        let adjusted: Vec<Option<f64>> = ranking.rows.iter().map(|row| row.adjusted).collect();
        let p = adjusted[0].unwrap();
        assert!((p - 6.0 / 256.0).abs() < 1e-12, "{p}");
        assert_eq!((adjusted[1], adjusted[3]), (Some(1.0), None));
        assert!(!ranking.is_level());
    }

    #[test]
    fn each_variant_is_compared_with_the_same_variant_with_a_setting() {
        let outcomes = outcomes(vec![jobs(10), jobs(20), jobs(5), jobs(15)]);
        let against = Against::SameVariantWith("x=y".to_owned());
        let pairs = [("a", "c"), ("b", "d")].into_iter();
        let ranking = Ranking::of_pairs(&outcomes, pairs, against);
        let means = ranking.rows.iter().map(|row| row.summary.geometric_mean);
        let means: Vec<f64> = means.map(Option::unwrap).collect();
        assert!((means[0] - 0.5).abs() < 1e-12 && (means[1] - 0.75).abs() < 1e-12);
    }

    #[test]
    fn rungs_stay_in_their_order_and_p_values_are_adjusted_for_their_number() {
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
    fn all_rows_use_the_depths_that_every_variant_completed() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let jobs = vec![
            vec![deep(&[4, 16, 64]), deep(&[4, 16])],
            vec![deep(&[4, 8, 4]), deep(&[4, 8])],
            vec![deep(&[4, 4]), deep(&[2])],
        ];
        let mut outcomes = outcomes(jobs);
        let ranking = Ranking::of(&outcomes, "a", Vec::new());
        let found = |ranking: &Ranking| -> Vec<(String, Vec<usize>, f64)> {
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
        // The square of the mean of two ratios is their product. Without c, b would be compared at depths 3 and 2.
        let wanted = [
            ("c".to_owned(), vec![2, 1], 0.125),
            ("b".to_owned(), vec![2, 1], 0.5),
        ];
        assert_eq!(found(&ranking), wanted);
        assert!(ranking.is_level());
        let by_depth = ranking.rows[1].comparison.groups(By::Depth);
        assert_eq!(by_depth.len(), 2, "{by_depth:?}");

        // A position that one variant has not finished counts for no variant and is listed with the reason.
        samples::remove(&mut outcomes, 2, 1);
        let ranking = Ranking::of(&outcomes, "a", Vec::new());
        let b = &ranking.rows[1].comparison;
        assert_eq!((b.b, b.pairs.len()), ("b", 1));
        assert_eq!(b.left_out[0].1, Reason::WithoutAnother);
        assert!(ranking.is_level());
    }

    #[test]
    fn differences_are_also_found_beyond_the_common_depth() {
        let deep = |nodes: &[u64], score| Some(outcome(nodes, score, Ended::Depth));
        let mut other = deep(&[4, 8], 0);
        other.as_mut().unwrap().iterations[1].best_move = None;
        let jobs = vec![vec![deep(&[4, 8], 0)], vec![other], vec![deep(&[4], 0)]];
        let outcomes = outcomes(jobs);
        let ranking = Ranking::of(&outcomes, "a", Vec::new());
        let moves: usize = ranking
            .rows
            .iter()
            .map(|row| row.comparison.move_differences())
            .sum();
        assert_eq!(moves, 1);
    }
}
