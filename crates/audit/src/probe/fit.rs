//! A linear law with the least absolute deviations: a few positions in which something else happens do not bend it.
//!
//! By weighted least squares, each time with the last deviations' inverses as weights (P. Bloomfield and W. L. Steiger, "Least Absolute
//! Deviations", 1983, chapter 1).

/// How often the weights are worked out anew.
const ROUNDS: usize = 100;
/// Deviations below this weigh alike.
const SMALLEST: f64 = 0.1;

/// A law `y = c[0] x[0] + c[1] x[1] + …`, and the median of the absolute deviations from it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Law {
    pub(super) coefficients: Vec<f64>,
    pub(super) deviation: f64,
}

/// The law of these points; none if they do not determine one.
pub(super) fn law(points: &[(Vec<f64>, f64)]) -> Option<Law> {
    let mut weights = vec![1.0; points.len()];
    let mut coefficients = Vec::new();
    for _ in 0..ROUNDS {
        coefficients = least_squares(points, &weights)?;
        for (weight, point) in weights.iter_mut().zip(points) {
            *weight = 1.0 / deviation(&coefficients, point).max(SMALLEST);
        }
    }
    let mut deviations: Vec<f64> = points
        .iter()
        .map(|point| deviation(&coefficients, point))
        .collect();
    deviations.sort_by(f64::total_cmp);
    Some(Law {
        deviation: *deviations.get(points.len() / 2)?,
        coefficients,
    })
}

fn deviation(coefficients: &[f64], (x, y): &(Vec<f64>, f64)) -> f64 {
    let predicted: f64 = coefficients.iter().zip(x).map(|(c, x)| c * x).sum();
    (y - predicted).abs()
}

/// Solves the normal equations by elimination.
fn least_squares(points: &[(Vec<f64>, f64)], weights: &[f64]) -> Option<Vec<f64>> {
    let unknowns = points.first()?.0.len();
    let mut rows = vec![vec![0.0; unknowns + 1]; unknowns];
    for ((x, y), weight) in points.iter().zip(weights) {
        for (row, factor) in rows.iter_mut().zip(x) {
            for (cell, other) in row.iter_mut().zip(x.iter().chain([y])) {
                *cell += weight * factor * other;
            }
        }
    }
    for column in 0..unknowns {
        let largest = (column..unknowns)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, largest);
        let pivot = rows[column].clone();
        if pivot[column].abs() < 1e-9 {
            return None;
        }
        for (at, row) in rows.iter_mut().enumerate() {
            if at != column {
                let factor = row[column] / pivot[column];
                for (cell, of_pivot) in row.iter_mut().zip(&pivot) {
                    *cell -= factor * of_pivot;
                }
            }
        }
    }
    let solution = rows.iter().enumerate();
    Some(solution.map(|(at, row)| row[unknowns] / row[at]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_outliers_do_not_bend_a_law() {
        let points = (0..20).map(|at| {
            let (a, b) = (f64::from(at % 5), f64::from(at / 5));
            let outlier = if at % 7 == 3 { 500.0 } else { 0.0 };
            (vec![1.0, a, b], 3.0 + 2.0 * a + b + outlier)
        });
        let found = law(&points.collect::<Vec<_>>()).unwrap();
        for (found, known) in found.coefficients.iter().zip([3.0, 2.0, 1.0]) {
            assert!((found - known).abs() < 0.05, "{found} and {known}");
        }
        assert!(found.deviation < 0.05);
    }

    #[test]
    fn points_that_determine_no_law_have_none() {
        assert_eq!(law(&[]), None);
        assert_eq!(law(&[(vec![1.0, 2.0], 3.0)]), None);
        assert_eq!(law(&[(vec![1.0, 2.0], 3.0), (vec![1.0, 2.0], 4.0)]), None);
    }
}
