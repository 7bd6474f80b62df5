//! Holm's adjustment of p-values for several tests at once.
//!
//! If every test whose adjusted p-value is at most α is called significant, the probability of one or more false positives is at
//! most α, however the tests depend on each other. Source: Holm (1979), A simple
//! sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, pp. 65-70;
//! in this form Wright (1992), Biometrics 48, pp. 1005-1013.

/// Returns the adjusted p-values in the order of the given ones.
#[must_use]
pub fn adjusted(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, &at) in order.iter().enumerate() {
        let tests_left = (p_values.len() - rank) as f64;
        least = least.max(tests_left * p_values[at]).min(1.0);
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: &[f64], wanted: &[f64]) {
        assert_eq!(found.len(), wanted.len());
        let pairs = found.iter().zip(wanted);
        assert!(
            pairs
                .clone()
                .all(|(one, other)| (one - other).abs() < 1e-12),
            "{found:?}"
        );
    }

    #[test]
    fn by_hand() {
        // 4 · 0.005, 3 · 0.01, 2 · 0.03, and 0.04 raised to the one before it.
        assert_close(
            &adjusted(&[0.01, 0.04, 0.03, 0.005]),
            &[0.03, 0.06, 0.06, 0.02],
        );
        assert_close(&adjusted(&[0.7, 0.6]), &[1.0, 1.0]);
        assert!(adjusted(&[]).is_empty());
    }

    #[test]
    fn the_infarction_study() {
        // Fifteen p-values in Benjamini and Hochberg (1995), Journal of the Royal Statistical
        // Society B 57, p. 295: with the familywise error controlled at 0.05, the first three remain significant.
        let p_values = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        let adjusted = adjusted(&p_values);
        assert_close(&adjusted[..4], &[0.0015, 0.0056, 0.0247, 0.114]);
        assert_eq!(adjusted.iter().filter(|&&p| p <= 0.05).count(), 3);
    }

    #[test]
    fn the_documented_example_of_stdlib() {
        // https://stdlib.io/docs/api/latest/@stdlib/stats/padjust
        assert_close(
            &adjusted(&[0.319, 0.201, 0.4, 0.374, 0.113]),
            &[0.957, 0.804, 0.957, 0.957, 0.565],
        );
    }
}
