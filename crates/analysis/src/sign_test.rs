//! The sign test: whether one of two variants is better more often than a fair coin would decide.
//!
//! Ties are dropped. If neither variant is better, the wins are binomially distributed with probability ½. The test is exact and
//! two-sided. Source: Conover (1999), Practical Nonparametric Statistics, 3rd edition, section 3.4; the test itself is
//! Arbuthnott's (1710).

use std::f64::consts::LN_2;

/// Returns the probability of a split at least as uneven as this one, in either direction, if neither variant is better; 1 if
/// there are only ties. A probability below 10⁻³⁰⁷ may come out as 0.
#[must_use]
pub fn two_sided(wins: u64, losses: u64) -> f64 {
    let (fewer, all) = (wins.min(losses), wins + losses);
    if 2 * fewer + 1 >= all {
        return 1.0;
    }
    // Twice the lower tail, summed from its largest term down. Logarithms keep that term in range.
    let (n, k) = (all as f64, fewer as f64);
    let choose = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    let (mut term, mut sum) = (1.0, 1.0);
    for j in (1..=fewer).rev() {
        term *= j as f64 / (all - j + 1) as f64;
        sum += term;
        if term < f64::EPSILON * sum {
            break;
        }
    }
    (2.0 * sum * libm::exp(choose - n * LN_2)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples() {
        for (wins, losses, p, source) in [
            // The book gives 10/512, one-sided.
            (8, 1, 20.0 / 512.0, "Conover (1999), section 3.4, example 1"),
            (8, 2, 0.109_375, "Zar (1999), deer's legs"),
            // The book gives 0.00046, one-sided.
            (
                21,
                4,
                0.000_910_520_553_588_867_2,
                "Hollander and Wolfe (1999), example 3.5",
            ),
        ] {
            let found = two_sided(wins, losses);
            assert!((found / p - 1.0).abs() < 1e-12, "{source}: {found}");
            assert_eq!(found, two_sided(losses, wins));
        }
    }

    #[test]
    fn large_counts_stay_exact() {
        // Computed by summing exact fractions.
        for (wins, losses, p) in [
            (450, 550, 0.001_730_536_084_976_317_6),
            (4_800, 5_200, 6.593_515_598_672_442e-5),
        ] {
            let found = two_sided(wins, losses);
            assert!((found / p - 1.0).abs() < 1e-9, "{found}");
        }
        assert!(two_sided(1_000_000, 0) < 1e-300);
    }

    #[test]
    fn an_even_split_has_probability_one() {
        for (wins, losses) in [(0, 0), (1, 0), (0, 1), (5, 5), (501, 500)] {
            assert_eq!(two_sided(wins, losses), 1.0);
        }
        assert_eq!(two_sided(2, 0), 0.5);
    }
}
