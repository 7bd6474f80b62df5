//! The standard normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// Returns the probability density at `z`.
#[must_use]
pub fn density(z: f64) -> f64 {
    libm::exp(-0.5 * z * z) / TAU.sqrt()
}

/// Returns the probability of a value below `z`.
#[must_use]
pub fn cumulative(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// Returns the value that the distribution falls below with this probability, found by bisection; -40 at 0 and 40 at 1.
#[must_use]
pub fn quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if cumulative(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_wichura() {
        // The check values of algorithm AS 241, Wichura (1988), Applied Statistics 37, p. 477.
        for (probability, z) in [
            (0.25, -0.674_489_750_196_081_7),
            (0.001, -3.090_232_306_167_813_5),
            (1e-20, -9.262_340_089_798_408),
        ] {
            let found = quantile(probability);
            assert!((found / z - 1.0).abs() < 1e-13, "{probability}: {found}");
        }
        assert!(quantile(0.5).abs() < 1e-15);
    }
}
