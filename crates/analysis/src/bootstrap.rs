//! A confidence interval for a geometric mean, by resampling the positions.
//!
//! The positions are the sample. Each resample therefore draws positions with replacement, as many as the sample has.
//! The interval is the bias-corrected and accelerated one (BCa). Logarithms of node ratios are skewed, because pruning helps a lot
//! on a few positions. BCa corrects for this; plain percentiles do not. Without skew the two agree. Source: Efron and Tibshirani
//! (1993), An Introduction to the Bootstrap, chapters 13 and 14, equations 14.9, 14.10 and 14.15.
//!
//! The same ratios have the same interval on every machine: the seed is fixed, the number of resamples depends only on that of the
//! positions, and each resample has its own stream of random numbers, whichever thread draws it. Exchanging the two counts of every
//! ratio inverts the interval exactly, except for rounding in the last step.
//!
//! Another seed would give slightly different ends. How far they would move follows from how chance moves the shares of the
//! resamples that an end depends on (see [`Interval::low_error`]); the digits that would change are not printed. It says nothing
//! about the positions: that is what the interval is for. With few positions, say fewer than ten, any bootstrap interval is too
//! narrow: they do not show how much positions differ.

use std::{cmp::Ordering, sync::LazyLock};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::{
    log_ratio::{LogRatio, mean_ratio},
    normal,
};

/// Samples of more positions have fewer resamples.
const LARGE: usize = 10_000;

/// Returns the number of resamples for a sample of this many positions: 9,999, or 999 for more than 10,000 positions, whose
/// interval is narrow whatever the resampling adds, and whose draws would take seconds. Each number is one less than a round
/// number, so that each quantile falls on a resample.
#[must_use]
pub const fn resamples(positions: usize) -> usize {
    if positions > LARGE { 999 } else { 9_999 }
}

/// The seed of the random numbers.
pub const SEED: u64 = 1993;

/// The normal deviate that 2.5 % of the values exceed.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Equally likely values of a normal deviate: chance moves an end's place among the resamples by so many standard deviations.
static MOVES: LazyLock<Vec<f64>> = LazyLock::new(|| {
    (1..200)
        .map(|at| normal::quantile(f64::from(at) / 200.0))
        .collect()
});

/// A 95 % confidence interval for a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end, a ratio.
    pub low: f64,
    /// The upper end, a ratio.
    pub high: f64,
    /// The Monte Carlo error of the lower end: its standard deviation over seeds, estimated from the resamples of this one. It is
    /// about the random numbers, not about the positions.
    pub low_error: f64,
    /// The Monte Carlo error of the upper end.
    pub high_error: f64,
}

/// Returns the 95 % confidence interval for the geometric mean, or `None` for fewer than two positions, which do not show how much
/// positions differ. If all ratios are equal, the interval has no width.
#[must_use]
pub fn interval(ratios: &[LogRatio]) -> Option<Interval> {
    interval_with(ratios, SEED)
}

/// Returns the 95 % confidence interval for the mean of whole numbers, such as losses in centipawns, or `None` if all are equal: they
/// do not show how much such numbers differ.
#[must_use]
pub fn interval_of_mean(values: &[i64]) -> Option<Interval> {
    let first = values.first()?;
    if values.iter().all(|value| value == first) {
        return None;
    }
    let units: Vec<i128> = values.iter().map(|&value| value.into()).collect();
    interval_of(&units, SEED, |sum| sum as f64 / values.len() as f64)
}

fn interval_with(ratios: &[LogRatio], seed: u64) -> Option<Interval> {
    let units: Vec<i128> = ratios.iter().map(|ratio| ratio.units()).collect();
    interval_of(&units, seed, |sum| mean_ratio(sum, units.len()))
}

/// Returns the interval for the mean of a sample in whole units; `mean` is that of a sample with this sum.
fn interval_of(units: &[i128], seed: u64, mean: impl Fn(i128) -> f64) -> Option<Interval> {
    if units.len() < 2 {
        return None;
    }
    let own = units.iter().sum();
    let sums = resampled(units.len(), seed, |drawn| {
        drawn.iter().map(|&at| units[at]).sum()
    });
    Some(corrected(sums, own, acceleration(units), mean))
}

/// Returns the 95 % confidence interval of each sum as a multiple of another sum, all over the same positions: of `tops` as multiples of
/// `bottom`. `None` for fewer than two positions. All are from the same resamples.
#[must_use]
pub fn ratio_intervals(tops: &[&[i128]], bottom: &[i128]) -> Vec<Option<Interval>> {
    let positions = bottom.len();
    if positions < 2 {
        return vec![None; tops.len()];
    }
    let ratio = |top: i128, bottom: i128| top as f64 / bottom as f64;
    let bottom_sum: i128 = bottom.iter().sum();
    // Not all at once, which for many sums would take much memory.
    let of_chunk = |tops: &[&[i128]]| {
        let ratios: Vec<Vec<f64>> = resampled(positions, SEED, |drawn| {
            let sum = |values: &[i128]| drawn.iter().map(|&at| values[at]).sum();
            let bottom = sum(bottom);
            tops.iter().map(|top| ratio(sum(top), bottom)).collect()
        });
        let interval = |(number, top): (usize, &&[i128])| {
            let own: i128 = top.iter().sum();
            let without = |at: usize| ratio(own - top[at], bottom_sum - bottom[at]);
            let without: Vec<f64> = (0..positions).map(without).collect();
            let resampled = ratios.iter().map(|ratios| ratios[number]).collect();
            let own = ratio(own, bottom_sum);
            Some(corrected(resampled, own, jackknifed(&without), |ratio| {
                ratio
            }))
        };
        tops.iter().enumerate().map(interval).collect::<Vec<_>>()
    };
    tops.chunks(TOGETHER).flat_map(of_chunk).collect()
}

/// So many sums are resampled together.
const TOGETHER: usize = 64;

/// Returns the interval by the statistic of each resample, as a ratio.
fn corrected<S: PartialOrd + Copy>(
    mut resampled: Vec<S>,
    own: S,
    acceleration: f64,
    ratio: impl Fn(S) -> f64,
) -> Interval {
    resampled.sort_unstable_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
    let bias = bias(&resampled, own);
    let [(low, low_error), (high, high_error)] = [-TWO_SIDED_95, TWO_SIDED_95].map(|deviate| {
        // The acceleration of a mean is at most 1/6 and the bias at most 3.9: nothing divides by 0.
        let shifted = bias + deviate;
        let stretch = 1.0 / (1.0 - acceleration * shifted);
        let corrected = bias + shifted * stretch;
        let end = |moved| ratio(statistic_at(&resampled, corrected, moved));
        let error = share_error(bias, corrected, 1.0 + stretch * stretch, resampled.len());
        let ends: Vec<f64> = MOVES.iter().map(|by| end(error * by)).collect();
        (end(0.0), standard_deviation(&ends))
    });
    Interval {
        low,
        high,
        low_error,
        high_error,
    }
}

/// Returns how much chance moves an end among the resamples: the standard deviation of the share below it.
///
/// It depends on two shares, each with chance of its own: that below the sample's own sum, from which the bias follows, and that
/// below the corrected deviate. Both are of the same resamples and therefore correlated. `slope` is the derivative of the corrected
/// deviate by the bias.
fn share_error(bias: f64, corrected: f64, slope: f64, resamples: usize) -> f64 {
    let covariance = |a: f64, b: f64| normal::cumulative(a.min(b)) * normal::cumulative(-a.max(b));
    let weight = slope * normal::density(corrected) / normal::density(bias);
    let variance = weight * weight * covariance(bias, bias)
        - 2.0 * weight * covariance(bias, corrected)
        + covariance(corrected, corrected);
    (variance.max(0.0) / resamples as f64).sqrt()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (count - 1.0)).sqrt()
}

/// Returns what `statistic` makes of the positions that each resample draws, in the order of the resamples' streams.
fn resampled<S: Send>(
    positions: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> S + Sync,
) -> Vec<S> {
    // A fixed width: the width of usize would change which positions are drawn.
    let count = positions as u64;
    let draw = |resample: u64| {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(resample);
        let drawn = (0..count).map(|_| generator.random_range(0..count) as usize);
        statistic(&drawn.collect::<Vec<_>>())
    };
    (0..resamples(positions) as u64)
        .into_par_iter()
        .map(draw)
        .collect()
}

/// Returns the distance of the sample's own statistic from the median of the resamples, as a normal deviate. Resamples that equal
/// the sample count half.
fn bias<S: PartialOrd + Copy>(sorted: &[S], own: S) -> f64 {
    let below = sorted.partition_point(|&one| one < own);
    let above = sorted.len() - sorted.partition_point(|&one| one <= own);
    let ties = sorted.len() - below - above;
    let share = |halves: usize| halves.max(1) as f64 / (2 * sorted.len()) as f64;
    let (low, high) = (2 * below + ties, 2 * above + ties);
    // The smaller side decides, so that a mirrored sample has the mirrored bias.
    if low == high {
        0.0
    } else if low < high {
        normal::quantile(share(low))
    } else {
        -normal::quantile(share(high))
    }
}

/// Returns a sixth of the skewness of the mean, estimated by the jackknife; 0 if all values are equal.
fn acceleration(units: &[i128]) -> f64 {
    let sum: i128 = units.iter().sum();
    // Leaving a value out changes the mean in proportion to the value's distance from it.
    let distances = units.iter();
    skewness(distances.map(|one| (one * units.len() as i128 - sum) as f64))
}

/// The same of another statistic, by its values without each position in turn.
fn jackknifed(without: &[f64]) -> f64 {
    let mean = without.iter().sum::<f64>() / without.len() as f64;
    skewness(without.iter().map(|one| mean - one))
}

fn skewness(distances: impl Iterator<Item = f64>) -> f64 {
    let (squares, cubes) = distances.fold((0.0, 0.0), |(squares, cubes), distance| {
        (
            squares + distance * distance,
            cubes + distance * distance * distance,
        )
    });
    if squares == 0.0 {
        return 0.0;
    }
    cubes / (6.0 * squares * squares.sqrt())
}

/// Returns the statistic at the quantile that a normal deviate stands for, counted from the nearer end (Efron and Tibshirani 1993,
/// p. 160), and `moved` by a share of the resamples away from that end.
fn statistic_at<S: Copy>(sorted: &[S], deviate: f64, moved: f64) -> S {
    let tail = normal::cumulative(-deviate.abs()) + moved;
    let from_end = ((sorted.len() + 1) as f64 * tail) as usize;
    let at = from_end.clamp(1, sorted.len()) - 1;
    if deviate < 0.0 {
        sorted[at]
    } else {
        sorted[sorted.len() - 1 - at]
    }
}

#[cfg(test)]
mod tests {
    // Not the whole prelude: it has its own trait for random number generators.
    use proptest::prelude::{ProptestConfig, Strategy, prop, prop_assert, proptest};
    use rand::distr::Open01;

    use super::*;
    use crate::log_ratio::geometric_mean;

    fn logarithms(values: &[f64]) -> Vec<LogRatio> {
        let values = values.iter().copied();
        values.map(LogRatio::from_logarithm).collect()
    }

    /// The survival times of Efron and Tibshirani (1993), table 2.1, in days. Divided by 100 they serve as logarithms of ratios.
    const TREATED: [f64; 7] = [0.94, 1.97, 0.16, 0.38, 0.99, 1.41, 0.23];
    const CONTROL: [f64; 9] = [0.52, 1.04, 1.46, 0.10, 0.51, 0.30, 0.40, 0.27, 0.46];

    #[test]
    fn the_mice_have_their_published_standard_error() {
        // Table 2.2: 23.36 days in the limit; 23.79 with 500 resamples and 23.02 with 1,000.
        let mice = logarithms(&TREATED);
        let units: Vec<i128> = mice.iter().map(|ratio| ratio.units()).collect();
        let sums = resampled(mice.len(), SEED, |drawn| {
            drawn.iter().map(|&at| units[at]).sum::<i128>()
        });
        let days: Vec<f64> = sums
            .iter()
            .map(|&sum| 100.0 * libm::log(mean_ratio(sum, mice.len())))
            .collect();
        let mean = days.iter().sum::<f64>() / days.len() as f64;
        let squares: f64 = days.iter().map(|day| (day - mean).powi(2)).sum();
        let error = (squares / (days.len() - 1) as f64).sqrt();
        assert!((mean - 86.86).abs() < 0.7, "{mean}");
        assert!((error - 23.36).abs() < 0.5, "{error}");
    }

    #[test]
    fn the_interval_of_the_mice_agrees_with_scipy() {
        // scipy.stats.bootstrap 1.17.1, method BCa, a million resamples, in days:
        // 46.4 to 138.3 for the treated mice and 36.1 to 91.9 for the others.
        for (mice, low, high) in [(&TREATED[..], 46.4, 138.3), (&CONTROL[..], 36.1, 91.9)] {
            let found = interval(&logarithms(mice)).unwrap();
            let days = |ratio: f64| 100.0 * libm::log(ratio);
            assert!((days(found.low) - low).abs() < 1.2, "{}", days(found.low));
            assert!(
                (days(found.high) - high).abs() < 2.5,
                "{}",
                days(found.high)
            );
        }
    }

    #[test]
    fn the_interval_is_the_same_everywhere() {
        // Not a published value: the result of these random numbers, so that a change of them is noticed.
        let found = interval(&logarithms(&TREATED)).unwrap();
        let shown = format!("{:.9} {:.9}", found.low, found.high);
        assert_eq!(shown, "1.599994193 4.066802820");
    }

    #[test]
    fn other_seeds_move_the_ends_as_far_as_the_stated_error() {
        type End = fn(&Interval) -> (f64, f64);
        let long_tail: Vec<f64> = (1..=100)
            .map(|at| 3.0 * libm::log(f64::from(at) / 100.0))
            .collect();
        let one_outlier: Vec<f64> = (1..20).map(|at| f64::from(at) / 1_000.0).collect();
        let one_outlier = [one_outlier, vec![3.0]].concat();
        let [one_saved, two_saved] =
            [1, 2].map(|saved| [vec![0.0; 10 - saved], vec![-3.0; saved]].concat());
        let samples = [
            TREATED.to_vec(),
            long_tail,
            one_outlier,
            one_saved,
            two_saved,
        ];
        for sample in samples.map(|sample| logarithms(&sample)) {
            let found: Vec<Interval> = (0..40)
                .map(|seed| interval_with(&sample, seed).unwrap())
                .collect();
            let ends: [End; 2] = [
                |one| (one.low, one.low_error),
                |one| (one.high, one.high_error),
            ];
            for end in ends {
                let spread =
                    standard_deviation(&found.iter().map(|one| end(one).0).collect::<Vec<_>>());
                let stated: f64 = found.iter().map(|one| end(one).1.powi(2)).sum();
                let stated = (stated / 40.0).sqrt();
                assert!(
                    spread <= 2.0 * stated && stated <= 2.0 * spread,
                    "{spread} {stated} {sample:?}"
                );
            }
        }
    }

    #[test]
    fn the_acceleration_by_hand() {
        // Distances from the mean of 0, 0, 3 are -1, -1, 2: (-1 - 1 + 8) / (6 · 6^1.5).
        let found = acceleration(&[0, 0, 3]);
        assert!((found - 1.0 / 6.0_f64.powf(1.5)).abs() < 1e-15, "{found}");
        assert_eq!(acceleration(&[1, 2, 3]), 0.0);
        assert_eq!(acceleration(&[2, 2]), 0.0);
    }

    #[test]
    fn the_interval_of_a_ratio_of_sums() {
        // As multiples of their number, sums are means, whose intervals are known.
        let mice = logarithms(&TREATED);
        let units: Vec<i128> = mice.iter().map(|ratio| ratio.units()).collect();
        let one = LogRatio::from_logarithm(1.0).units();
        let [Some(found)] = ratio_intervals(&[&units], &[one; 7])[..] else {
            panic!("an interval");
        };
        let mean = interval(&mice).unwrap();
        assert!((found.low - libm::log(mean.low)).abs() < 1e-12, "{found:?}");
        assert!(
            (found.high - libm::log(mean.high)).abs() < 1e-12,
            "{found:?}"
        );
        // Worked out by a script of its own, from the equations of Efron and Tibshirani, with 400,000 resamples.
        let (tops, bottoms) = (
            [94, 197, 16, 38, 99, 141, 23],
            [100, 250, 30, 40, 120, 190, 20],
        );
        let [Some(found), None] = [
            ratio_intervals(&[&tops], &bottoms)[0],
            ratio_intervals(&[&[1]], &[2])[0],
        ] else {
            panic!("only two positions or more have an interval");
        };
        assert!(
            (found.low - 0.7575).abs() < 0.005 && (found.high - 0.8966).abs() < 0.005,
            "{found:?}"
        );
    }

    #[test]
    fn the_bias_by_hand() {
        // Of ten resamples, three are smaller, two are equal and five are larger: the share is 0.4, whose deviate is -0.2533.
        let sums = [1, 2, 3, 5, 5, 6, 7, 8, 9, 10];
        assert!((bias(&sums, 5) + 0.253_347_103_135_799_7).abs() < 1e-12);
        assert_eq!(bias(&[5; 4], 5), 0.0);
    }

    #[test]
    fn quantiles_are_counted_from_the_nearer_end() {
        let sums: Vec<i128> = (1..=9_999).collect();
        assert_eq!(statistic_at(&sums, -TWO_SIDED_95, 0.0), 250);
        assert_eq!(statistic_at(&sums, TWO_SIDED_95, 0.0), 9_750);
        assert_eq!(
            (
                statistic_at(&sums, -30.0, 0.0),
                statistic_at(&sums, 30.0, 0.0)
            ),
            (1, 9_999)
        );
    }

    #[test]
    fn a_large_sample_has_fewer_resamples() {
        assert_eq!((resamples(10_000), resamples(10_001)), (9_999, 999));
        let large: Vec<f64> = (0..10_001).map(|at| f64::from(at % 100) / 100.0).collect();
        let found = interval(&logarithms(&large)).unwrap();
        // The standard deviation of the numbers from 0 to 0.99 is 0.2887.
        let half = TWO_SIDED_95 * 0.2887 / 100.0;
        for (end, exact) in [(found.low, 0.495 - half), (found.high, 0.495 + half)] {
            assert!((libm::log(end) - exact).abs() < 0.001, "{end} {exact}");
        }
    }

    #[test]
    fn equal_ratios_have_no_width_and_one_ratio_has_no_interval() {
        let none = interval(&[LogRatio::ONE; 20]).unwrap();
        assert_eq!((none.low, none.high), (1.0, 1.0));
        assert_eq!(interval(&[LogRatio::ONE]), None);
        assert_eq!(interval(&[]), None);
    }

    /// Returns how often the interval for 50 drawn ratios contains the true mean of their logarithms, as a share.
    fn coverage(mean: f64, mut draw: impl FnMut(&mut ChaCha8Rng) -> f64) -> f64 {
        let mut generator = ChaCha8Rng::seed_from_u64(7);
        let mut hits = 0;
        for _ in 0..400 {
            let sample: Vec<f64> = (0..50).map(|_| draw(&mut generator)).collect();
            let found = interval(&logarithms(&sample)).unwrap();
            hits += u32::from(found.low <= libm::exp(mean) && libm::exp(mean) <= found.high);
        }
        f64::from(hits) / 400.0
    }

    #[test]
    fn the_interval_contains_the_true_mean_of_about_95_of_100_samples() {
        let uniform = |generator: &mut ChaCha8Rng| -> f64 { generator.sample(Open01) };
        let lognormal = coverage(-0.3, |generator| {
            0.5 * normal::quantile(uniform(generator)) - 0.3
        });
        assert!((0.91..=0.98).contains(&lognormal), "{lognormal}");
        // Logarithms as skewed as those of a rule that helps a lot on a few positions.
        let skewed = coverage(-1.0, |generator| libm::log(uniform(generator)));
        assert!((0.91..=0.98).contains(&skewed), "{skewed}");
    }

    fn counts() -> impl Strategy<Value = Vec<(u64, u64)>> {
        let count = 1..1_000_000_u64;
        prop::collection::vec((count.clone(), count), 2..30)
    }

    fn ratios(counts: &[(u64, u64)]) -> Vec<LogRatio> {
        let counts = counts.iter();
        let ratio = |&(b, a): &(u64, u64)| LogRatio::of(b, a).unwrap();
        counts.map(ratio).collect()
    }

    fn is_close(one: f64, other: f64) -> bool {
        (one / other - 1.0).abs() < 1e-9
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_interval_contains_the_geometric_mean(counts in counts()) {
            let ratios = ratios(&counts);
            let (found, mean) = (interval(&ratios).unwrap(), geometric_mean(&ratios).unwrap());
            prop_assert!(found.low <= mean * (1.0 + 1e-12) && mean <= found.high * (1.0 + 1e-12));
        }

        #[test]
        fn exchanging_the_two_counts_inverts_the_interval(counts in counts()) {
            let exchanged: Vec<(u64, u64)> = counts.iter().map(|&(b, a)| (a, b)).collect();
            let one = interval(&ratios(&counts)).unwrap();
            let other = interval(&ratios(&exchanged)).unwrap();
            prop_assert!(is_close(one.low, 1.0 / other.high) && is_close(one.high, 1.0 / other.low));
        }

        #[test]
        fn a_common_factor_scales_the_interval(counts in counts(), factor in 2..1_000_u64) {
            let scaled: Vec<(u64, u64)> = counts.iter().map(|&(b, a)| (b * factor, a)).collect();
            let one = interval(&ratios(&counts)).unwrap();
            let other = interval(&ratios(&scaled)).unwrap();
            let factor = factor as f64;
            prop_assert!(is_close(one.low * factor, other.low) && is_close(one.high * factor, other.high));
        }
    }
}
