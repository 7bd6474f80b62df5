//! Every variant of a run against one of them, or each against its own twin.
//!
//! Each row is the comparison of two variants, no more: where a run is unfinished or its jobs have a
//! node limit, two rows need not rest on the same positions and depths, and [`Ranking::is_level`] says
//! whether they do. Several tests find something by chance more often than one does, so the p-values
//! are adjusted (see [`holm`]); the intervals are not.

use super::{comparison::Comparison, holm, outcomes::Outcomes, pair::Pair, summary::Summary};

/// A variant against its baseline.
#[derive(Clone, Debug)]
pub struct Row<'o> {
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
    One(&'o str),
    /// Each with the variant that differs from it in this setting alone, `key=value`.
    Twins(String),
}

/// Variants with their baselines, that with the smallest ratio first; without a ratio last.
#[derive(Clone, Debug)]
pub struct Ranking<'o> {
    /// The variants whose counts are 1.
    pub against: Against<'o>,
    /// The others.
    pub rows: Vec<Row<'o>>,
}

impl<'o> Ranking<'o> {
    /// A name for what the counts are measured by.
    #[must_use]
    pub fn baseline(&self) -> &str {
        match &self.against {
            Against::One(baseline) => baseline,
            Against::Twins(setting) => setting,
        }
    }

    /// Ranks the variants of a run against one of them.
    #[must_use]
    pub fn of(outcomes: &'o Outcomes, baseline: &'o str) -> Self {
        let others = outcomes.variants().filter(|&name| name != baseline);
        let pairs = others.map(|name| (baseline, name));
        Ranking::of_pairs(outcomes, pairs, Against::One(baseline))
    }

    /// Ranks variants, the second of each pair, against the first.
    #[must_use]
    pub fn of_pairs(
        outcomes: &'o Outcomes,
        pairs: impl Iterator<Item = (&'o str, &'o str)>,
        against: Against<'o>,
    ) -> Self {
        let row = |(baseline, name): (&'o str, &'o str)| {
            let comparison = Comparison::of(outcomes, baseline, name);
            Row {
                summary: comparison.summary(),
                comparison,
                adjusted: None,
            }
        };
        let mut rows: Vec<Row> = pairs.map(row).collect();
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
        let mean = |row: &Row| row.summary.geometric_mean.unwrap_or(f64::INFINITY);
        // Equals stay in the experiment's order.
        rows.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
        Ranking { against, rows }
    }

    /// Whether all rows rest on the same positions at the same depths.
    #[must_use]
    pub fn is_level(&self) -> bool {
        fn ground<'p>(pairs: &'p [Pair<'_>]) -> impl Iterator<Item = (&'p str, (usize, usize))> {
            let pairs = pairs.iter();
            pairs.map(|pair| (pair.position.position.as_str(), pair.compared))
        }
        self.rows
            .windows(2)
            .all(|rows| ground(&rows[0].comparison.pairs).eq(ground(&rows[1].comparison.pairs)))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::{
            Outcome,
            samples::{outcome, outcomes},
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
        let against = Against::Twins("x=y".to_owned());
        let pairs = [("a", "c"), ("b", "d")].into_iter();
        let ranking = Ranking::of_pairs(&outcomes, pairs, against);
        let means = ranking.rows.iter().map(|row| row.summary.geometric_mean);
        let means: Vec<f64> = means.map(Option::unwrap).collect();
        assert!((means[0] - 0.5).abs() < 1e-12 && (means[1] - 0.75).abs() < 1e-12);
    }

    #[test]
    fn rows_on_the_same_positions_and_depths_are_level() {
        let level = outcomes(vec![jobs(10), jobs(20), jobs(5)]);
        assert!(Ranking::of(&level, "a").is_level());
        let mut shallow = jobs(5);
        shallow[3] = Some(outcome(&[3, 9], 0, Ended::Depth));
        let deeper = outcomes(vec![shallow.clone(), jobs(20), shallow]);
        assert!(!Ranking::of(&deeper, "a").is_level());
    }
}
