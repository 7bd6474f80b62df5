//! Each setting's share of what several save together.
//!
//! What is divided is the reduction of the logarithm of the counts from no setting to all. A setting's part of it depends on what is on
//! already: added first, it may save much that another would have saved, too; added last, it saves only what no other does. The mean
//! over all orders in which the settings can be added is the Shapley value, which is the only division that adds up to the
//! whole, is symmetric, gives nothing to a setting without effect, and is additive over positions (Shapley 1953, A value for n-person
//! games, Contributions to the Theory of Games II, pp. 307-317). Without the counts of all subsets, the mean over some orders, drawn
//! with equal probability, estimates it (Castro, Gómez and Tejada 2009, Polynomial calculation of the Shapley value based on sampling,
//! Computers & Operations Research 36, pp. 1726-1730).
//!
//! A share is a ratio of two sums over positions, and its interval is that of [`bootstrap::ratio_intervals`]. All sums are exact: they are
//! in units of logarithms, times the number of orders.

use super::{
    bootstrap::{self, Interval},
    subsets::{SubsetCounts, subset},
    summary::Summary,
};

/// A part of a whole, 1 if it is all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The part, over all positions together.
    pub share: f64,
    /// Its 95 % confidence interval; `None` with fewer than two positions.
    pub interval: Option<Interval>,
}

/// One setting's shares of the whole reduction.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingShares<'o> {
    /// The setting.
    pub setting: &'o str,
    /// Added to none; `None` if that variant is missing, as also below.
    pub first: Option<Share>,
    /// Added to all others.
    pub last: Option<Share>,
    /// On average over orders.
    pub average: Option<Share>,
    /// The standard error of the average by the draw of its orders; `None` if it is over all orders, or over a single one.
    pub order_error: Option<f64>,
}

/// The shares of settings of what they save together.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares<'o> {
    /// The settings in the experiment's order.
    pub settings: Vec<SettingShares<'o>>,
    /// All settings against none.
    pub whole: Summary,
    /// The number of drawn orders that the averages are over; `None` if it is all orders, or if there are no averages.
    pub orders: Option<usize>,
}

/// Divides the reduction among the settings; `None` if there is no variant with all of them, or if they save nothing: all together
/// do not change the count, or the interval of its ratio does not tell which way.
#[must_use]
pub fn shares<'o>(counts: &SubsetCounts<'o>) -> Option<Shares<'o>> {
    let whole = counts.values(counts.whole())?;
    let summary = Summary::of(&counts.subsets[&counts.whole()].1);
    let is_unclear = summary
        .interval
        .is_some_and(|ends| ends.low <= 1.0 && ends.high >= 1.0);
    if is_unclear || whole.iter().sum::<i128>() == 0 {
        return None;
    }
    let numbers = 0..counts.settings.len();
    let without = |number: usize| counts.whole() ^ 1 << number;
    let averages = averages(counts);
    let orders = averages.as_ref().map_or(1, |averages| averages.orders);
    // Every numerator counts the whole as often as the averages do.
    let scaled = |values: Vec<i128>| values.into_iter().map(|one| one * orders).collect();
    let mut tops: Vec<Option<Vec<i128>>> = Vec::new();
    for number in numbers.clone() {
        tops.push(counts.step(0, number).map(scaled));
        tops.push(counts.step(without(number), number).map(scaled));
        let average = averages.as_ref();
        tops.push(average.map(|averages| averages.sums[number].clone()));
    }
    let shares = of_whole(&tops, &scaled(whole));
    let errors = averages
        .as_ref()
        .and_then(|averages| averages.errors(counts));
    let settings = numbers
        .zip(shares.chunks(3))
        .map(|(number, shares)| SettingShares {
            setting: counts.settings[number],
            first: shares[0],
            last: shares[1],
            average: shares[2],
            order_error: errors.as_ref().map(|errors| errors[number]),
        });
    Some(Shares {
        settings: settings.collect(),
        whole: summary,
        orders: averages.and_then(|averages| averages.drawn),
    })
}

/// The share that each of some sums over positions has of another.
fn of_whole(tops: &[Option<Vec<i128>>], bottom: &[i128]) -> Vec<Option<Share>> {
    let given: Vec<&[i128]> = tops.iter().flatten().map(Vec::as_slice).collect();
    let sum = |values: &[i128]| values.iter().sum::<i128>() as f64;
    let mut intervals = bootstrap::ratio_intervals(&given, bottom).into_iter();
    let share = |top: &Option<Vec<i128>>| {
        let top = top.as_ref()?;
        Some(Share {
            share: sum(top) / sum(bottom),
            interval: intervals.next().flatten(),
        })
    };
    tops.iter().map(share).collect()
}

/// What each setting adds, summed over orders.
struct Averages {
    /// For each setting, the sum over orders at each position.
    sums: Vec<Vec<i128>>,
    orders: i128,
    /// The number of orders, if they are not all.
    drawn: Option<usize>,
}

/// The averages over all orders, if all subsets have counts, or else over those that were drawn.
fn averages(counts: &SubsetCounts) -> Option<Averages> {
    let settings = counts.settings.len();
    let positions = counts.positions.len();
    let mut sums = vec![vec![0; positions]; settings];
    let mut add = |setting: usize, before: u32, times: i128| {
        let step = counts.step(before, setting)?;
        for (sum, step) in sums[setting].iter_mut().zip(step) {
            *sum += times * step;
        }
        Some(())
    };
    if counts.subsets.len() == 1 << settings {
        let factorial = |n: usize| (1..=n as i128).product::<i128>();
        for before in 0..=counts.whole() {
            let size = before.count_ones() as usize;
            for setting in (0..settings).filter(|setting| before >> setting & 1 == 0) {
                // So many orders have exactly these settings before this one.
                add(
                    setting,
                    before,
                    factorial(size) * factorial(settings - 1 - size),
                )?;
            }
        }
        return Some(Averages {
            sums,
            orders: factorial(settings),
            drawn: None,
        });
    }
    for order in &counts.orders {
        for (place, &setting) in order.iter().enumerate() {
            add(setting, subset(&order[..place]), 1)?;
        }
    }
    let drawn = counts.orders.len();
    (drawn > 0).then_some(Averages {
        sums,
        orders: drawn as i128,
        drawn: Some(drawn),
    })
}

impl Averages {
    /// The standard error of each setting's share by the draw of the orders.
    fn errors(&self, counts: &SubsetCounts) -> Option<Vec<f64>> {
        let drawn = self.drawn.filter(|drawn| *drawn > 1)? as f64;
        let whole = counts.values(counts.whole())?.iter().sum::<i128>() as f64;
        let error = |setting: usize| {
            let of_order = |order: &&[usize]| {
                let place = order.iter().position(|other| *other == setting)?;
                let step = counts.step(subset(&order[..place]), setting)?;
                Some(step.iter().sum::<i128>() as f64 / whole)
            };
            let shares: Vec<f64> = counts.orders.iter().filter_map(of_order).collect();
            let mean = shares.iter().sum::<f64>() / drawn;
            let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
            (squares / (drawn - 1.0) / drawn).sqrt()
        };
        Some((0..counts.settings.len()).map(error).collect())
    }
}

/// A subset's share of the possible reduction: (none - subset) / (none - best), in total counts over all positions, where best is the
/// subset with the smallest total (Schaeffer 1989, The history heuristic and alpha-beta search enhancements in practice, IEEE
/// Transactions on Pattern Analysis and Machine Intelligence 11, pp. 1203-1212).
#[derive(Clone, Debug, PartialEq)]
pub struct Possible<'o> {
    /// The subset.
    pub subset: u32,
    /// Its variant.
    pub variant: &'o str,
    /// Its count as a multiple of that with no setting, both summed over positions.
    pub total_ratio: f64,
    /// Its share; `None` if no subset has a smaller total than none. The interval takes the best subset as given.
    pub share: Option<Share>,
}

/// Each subset's share of the possible reduction, the largest first. The variants are those of the run: of other subsets, one may save
/// more than the best here.
#[must_use]
pub fn possible<'o>(counts: &SubsetCounts<'o>) -> Vec<Possible<'o>> {
    let saved = |subset: &u32| -> Vec<i128> {
        let pairs = counts.subsets[subset].1.iter();
        pairs
            .map(|pair| i128::from(pair.nodes_a) - i128::from(pair.nodes_b))
            .collect()
    };
    let sum = |values: &[i128]| values.iter().sum::<i128>();
    let all: Vec<Option<Vec<i128>>> = counts
        .subsets
        .keys()
        .map(|subset| Some(saved(subset)))
        .collect();
    let best = all.iter().flatten().max_by_key(|saved| sum(saved));
    let best = best.filter(|best| sum(best) > 0);
    let shares = best.map_or_else(|| vec![None; all.len()], |best| of_whole(&all, best));
    let subsets = counts.subsets.iter().zip(shares);
    let possible = subsets.map(|((&subset, (variant, pairs)), share)| {
        let total = |count: fn(&super::summary::CountPair) -> u64| {
            pairs.iter().map(count).map(u128::from).sum::<u128>()
        };
        Possible {
            subset,
            variant,
            total_ratio: total(|pair| pair.nodes_b) as f64 / total(|pair| pair.nodes_a) as f64,
            share,
        }
    });
    let mut possible: Vec<Possible> = possible.collect();
    possible.sort_by(|one, other| one.total_ratio.total_cmp(&other.total_ratio));
    possible
}

#[cfg(test)]
mod tests {
    // Not the whole prelude: it has its own trait for random number generators.
    use proptest::prelude::{ProptestConfig, prop, prop_assert, proptest};

    use super::{
        super::subsets::samples::{counted, of},
        *,
    };

    fn told(share: Option<Share>) -> f64 {
        (share.unwrap().share * 1e9).round() / 1e9
    }

    fn by_setting(shares: &Shares) -> Vec<[f64; 3]> {
        let all = shares.settings.iter();
        all.map(|one| [one.first, one.last, one.average].map(told))
            .collect()
    }

    #[test]
    fn two_settings_that_save_partly_the_same() {
        // x alone saves 4 of 5 halvings, y alone 3; together they save 5.
        let outcomes = counted(&[vec![64, 32], vec![4, 2], vec![8, 4], vec![2, 1]]);
        let shares = shares(&of(&outcomes, 2, &[0, 1, 2, 3], &[])).unwrap();
        assert_eq!(by_setting(&shares), [[0.8, 0.4, 0.6], [0.6, 0.2, 0.4]]);
        assert_eq!(
            (shares.orders, shares.settings[0].order_error),
            (None, None)
        );
        assert!((shares.whole.geometric_mean.unwrap() - 1.0 / 32.0).abs() < 1e-12);
        // Both positions say the same: no uncertainty.
        let ends = shares.settings[0].average.unwrap().interval.unwrap();
        assert!(
            (ends.low - 0.6).abs() < 1e-9 && (ends.high - 0.6).abs() < 1e-9,
            "{ends:?}"
        );
    }

    #[test]
    fn three_settings_by_hand() {
        // In halvings: x 1, y 2, z 0; xy 4, xz 1, yz 2; xyz 4. z does nothing, and x and y share their surplus of 1.
        let saved = [0, 1, 2, 4, 0, 1, 2, 4];
        let counts: Vec<Vec<u64>> = saved.iter().map(|saved| vec![64 >> saved; 3]).collect();
        let outcomes = counted(&counts);
        let all: Vec<u32> = (0..8).collect();
        let found = shares(&of(&outcomes, 3, &all, &[])).unwrap();
        let wanted = [[0.25, 0.5, 0.375], [0.5, 0.75, 0.625], [0.0, 0.0, 0.0]];
        assert_eq!(by_setting(&found), wanted);
        // Along the orders x y z, twice, and y x z: x adds 1, 1 and 2 of 4.
        let orders = [vec![0, 1, 2], vec![0, 1, 2], vec![1, 0, 2]];
        let some = counted(&[0, 1, 2, 3, 7].map(|subset| counts[subset].clone()));
        let found = shares(&of(&some, 3, &[0, 1, 2, 3, 7], &orders)).unwrap();
        assert_eq!(found.orders, Some(3));
        let x = &found.settings[0];
        assert!((x.average.unwrap().share - 1.0 / 3.0).abs() < 1e-12);
        // Shares 1/4, 1/4 and 1/2: their standard deviation is 1 / (4 √3), that of their mean 1/12.
        assert!((x.order_error.unwrap() - 1.0 / 12.0).abs() < 1e-12);
        assert!(x.last.is_none() && found.settings[2].last.is_some());
    }

    #[test]
    fn what_is_not_there_has_no_share() {
        // A leave-one-out beside none has the last shares alone.
        let outcomes = counted(&[vec![64, 32], vec![2, 1], vec![8, 4], vec![4, 2]]);
        let found = shares(&of(&outcomes, 2, &[0, 3, 1, 2], &[])).unwrap();
        assert_eq!(found.settings.len(), 2);
        let left_out = shares(&of(&outcomes, 3, &[0, 7, 6, 5], &[])).unwrap();
        assert!(
            left_out
                .settings
                .iter()
                .all(|one| one.first.is_none() && one.average.is_none())
        );
        assert!(left_out.settings[0].last.is_some() && left_out.settings[2].last.is_none());
        // Without all of them there is no whole, and a whole that may be nothing cannot be divided.
        assert!(shares(&of(&outcomes, 3, &[0, 1, 2, 3], &[])).is_none());
        let unclear = counted(&[vec![10, 10], vec![1, 1], vec![1, 1], vec![5, 20]]);
        assert!(shares(&of(&unclear, 2, &[0, 1, 2, 3], &[])).is_none());
    }

    #[test]
    fn the_possible_reduction_by_hand() {
        let outcomes = counted(&[vec![90, 10], vec![50, 10], vec![20, 20], vec![30, 20]]);
        let possible = possible(&of(&outcomes, 2, &[0, 1, 2, 3], &[]));
        let found = possible
            .iter()
            .map(|one| (one.variant, one.total_ratio, told(one.share)));
        // The best is not the whole: 100 - 40 = 60 could be saved.
        let wanted = [
            ("c", 0.4, 1.0),
            ("d", 0.5, 0.833_333_333),
            ("b", 0.6, 0.666_666_667),
            ("a", 1.0, 0.0),
        ];
        assert_eq!(found.collect::<Vec<_>>(), wanted);
        let more = counted(&[vec![1, 1], vec![2, 2]]);
        let more = super::possible(&of(&more, 1, &[0, 1], &[]));
        assert!(more.iter().all(|one| one.share.is_none()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn average_shares_add_up_to_the_whole(
            counts in prop::collection::vec(prop::collection::vec(1..1_000_000_u64, 4), 8),
            drawn in prop::collection::vec(0..6_usize, 1..5),
        ) {
            let outcomes = counted(&counts);
            let all: Vec<u32> = (0..8).collect();
            let sum = |shares: &Shares| -> f64 {
                shares.settings.iter().map(|one| one.average.unwrap().share).sum()
            };
            if let Some(shares) = shares(&of(&outcomes, 3, &all, &[])) {
                prop_assert!((sum(&shares) - 1.0).abs() < 1e-9);
            }
            let every = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let orders: Vec<Vec<usize>> = drawn.iter().map(|&at| every[at].to_vec()).collect();
            let mut along: Vec<u32> = orders
                .iter()
                .flat_map(|order| (0..=3).map(|length| subset(&order[..length])))
                .collect();
            along.sort_unstable();
            along.dedup();
            let outcomes = counted(&counts[..along.len()]);
            if let Some(shares) = shares(&of(&outcomes, 3, &along, &orders)) {
                prop_assert!((sum(&shares) - 1.0).abs() < 1e-9);
                prop_assert!(along.len() == 8 || shares.orders == Some(orders.len()));
            }
        }
    }
}
