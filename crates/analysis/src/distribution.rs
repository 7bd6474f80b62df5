//! The empirical distribution of ratios: the share of positions whose ratio is at most a given value.

use super::log_ratio::LogRatio;

/// A step of an empirical distribution function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// A ratio that occurs at one position or more.
    pub ratio: f64,
    /// The share of positions whose ratio is at most this one; above 0 and at most 1.
    pub share: f64,
}

/// Returns the steps of the empirical distribution function, ascending, with one step per distinct ratio.
#[must_use]
pub fn steps(ratios: &[LogRatio]) -> Vec<Step> {
    let mut sorted = ratios.to_vec();
    sorted.sort_unstable();
    let mut below = 0;
    let steps = sorted.chunk_by(|one, other| one == other).map(|equal| {
        below += equal.len();
        Step {
            ratio: equal[0].ratio(),
            share: below as f64 / sorted.len() as f64,
        }
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_one_step() {
        let ratios = [(1, 1), (1, 2), (7, 7), (2, 1)].map(|(b, a)| LogRatio::of(b, a).unwrap());
        let steps = steps(&ratios);
        let shares: Vec<f64> = steps.iter().map(|step| step.share).collect();
        assert_eq!(shares, [0.25, 0.75, 1.0]);
        assert_eq!(steps[1].ratio, 1.0);
        assert!((steps[0].ratio - 0.5).abs() < 1e-14 && (steps[2].ratio - 2.0).abs() < 1e-14);
    }

    #[test]
    fn without_positions_there_are_no_steps() {
        assert_eq!(steps(&[]), []);
    }
}
