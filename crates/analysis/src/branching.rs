//! The effective branching factor: how much an iteration grows with each further ply.
//!
//! Let N(d) be the number of nodes that iteration d alone entered. The factor at depth d is the square root of N(d) / N(d-2).
//! The growth of depth-first iterative deepening by iteration is that of Korf (1985), Depth-first iterative-deepening, Artificial
//! Intelligence 27, pp. 97-109. The factor covers two plies because alpha-beta grows unevenly: its smallest tree has
//! b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves (Knuth and Moore 1975, An analysis of alpha-beta pruning, Artificial Intelligence 6, p. 305), so
//! a step to an odd depth costs a lot and a step to an even depth costs little.

use std::collections::BTreeMap;

use super::{
    common_depth::common_depths,
    log_ratio::LogRatio,
    outcomes::{Outcome, Outcomes},
    spread::Spread,
};

/// The factors of one variant: each depth in plies, from 3, with the spread of the factor over positions.
pub type BranchingByDepth = Vec<(usize, Spread)>;

/// Returns the factors of each variant. Each depth covers the positions at which all variants completed it, so differences between
/// variants do not come from different positions.
#[must_use]
pub fn by_depth(outcomes: &Outcomes, variants: &[&str]) -> Vec<BranchingByDepth> {
    let jobs = outcomes.of_all(variants);
    let mut found: Vec<BTreeMap<usize, Vec<LogRatio>>> = vec![BTreeMap::new(); variants.len()];
    for (position, common) in common_depths(outcomes, variants).into_iter().enumerate() {
        for depth in 3..=common.map_or(0, |common| common.depth) {
            let factors = jobs.iter().map(|jobs| factor(jobs[position]?, depth));
            let factors: Vec<LogRatio> = factors.collect::<Option<_>>().unwrap_or_default();
            for (found, factor) in found.iter_mut().zip(factors) {
                found.entry(depth).or_default().push(factor);
            }
        }
    }
    let spreads = |found: BTreeMap<usize, Vec<LogRatio>>| -> BranchingByDepth {
        let found = found.into_iter();
        found
            .filter_map(|(depth, factors)| Some((depth, Spread::of(&factors)?)))
            .collect()
    };
    found.into_iter().map(spreads).collect()
}

/// Returns the factor at a depth, or `None` if an iteration is missing or entered no node.
fn factor(job: &Outcome, depth: usize) -> Option<LogRatio> {
    LogRatio::of(job.entered(depth)?, job.entered(depth.checked_sub(2)?)?).map(LogRatio::halved)
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use plybench_records::Ended;

    fn deep(nodes: &[u64]) -> Option<Outcome> {
        Some(outcome(nodes, 0, Ended::Depth))
    }

    #[test]
    fn the_growth_over_two_plies_by_hand() {
        // Iterations of 10, 20, 90 and 20 nodes: square roots of 9 and of 1.
        let outcomes = outcomes(vec![vec![deep(&[10, 30, 120, 140])]]);
        let factors = &by_depth(&outcomes, &["a"])[0];
        let depths: Vec<usize> = factors.iter().map(|(depth, _)| *depth).collect();
        assert_eq!(depths, [3, 4]);
        assert!((factors[0].1.geometric_mean - 3.0).abs() < 1e-14);
        assert_eq!(factors[1].1.geometric_mean, 1.0);
    }

    #[test]
    fn only_depths_that_all_variants_completed_count() {
        let outcomes = outcomes(vec![
            vec![deep(&[1, 2, 6, 9]), deep(&[1, 2, 18]), deep(&[1, 2, 3])],
            vec![deep(&[1, 2, 3]), deep(&[1, 2, 3, 4]), None],
        ]);
        let factors = by_depth(&outcomes, &["a", "b"]);
        for factors in &factors {
            assert_eq!(factors.len(), 1);
            assert_eq!((factors[0].0, factors[0].1.positions()), (3, 2));
        }
        // Square roots of 4 and of 16: their geometric mean.
        assert!((factors[0][0].1.geometric_mean - 8_f64.sqrt()).abs() < 1e-14);
        assert_eq!(by_depth(&outcomes, &["a", "c"]), [vec![], vec![]]);
    }
}
