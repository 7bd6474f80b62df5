//! Pairwise coverings: few rows in which every two factors take every pair of their values.
//!
//! Most errors that depend on settings depend on one or two of them, so a covering of all pairs finds them with a number of
//! searches that grows with the logarithm of the number of settings (Cohen, Dalal, Fredman and Patton, "The AETG System", 1997; the
//! greedy choice here is theirs without the random candidates).

use std::collections::BTreeSet;

/// Something that can be set to one of several values.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    /// The number of its values.
    pub values: usize,
    /// The factor that switches this one on by any value but its first, 0. While it is off, this one has no effect.
    pub switch: Option<usize>,
}

/// A factor and one of its values.
type Choice = (usize, usize);

/// Rows that give each factor one of its values, by number, so that every pair of values of two factors has an effect in some row.
/// The same factors and seed always give the same rows.
#[must_use]
pub fn pairwise(factors: &[Factor], seed: u64) -> Vec<Vec<usize>> {
    let mut missing = all_pairs(factors);
    let mut state = seed;
    let mut rows = Vec::new();
    while let Some(&pair) = missing.first() {
        let mut row: Vec<Option<usize>> = vec![None; factors.len()];
        for (factor, value) in pair {
            row[factor] = Some(value);
        }
        for (factor, _) in pair {
            if let Some(switch) = factors[factor].switch {
                row[switch].get_or_insert(1);
            }
        }
        for factor in 0..factors.len() {
            if row[factor].is_some() {
                continue;
            }
            state = mixed(state);
            // A rotated order, so that ties do not always go to the same value.
            let count = factors[factor].values;
            let values = (0..count).map(|value| (value + state as usize) % count);
            let gain = |value: usize| {
                let set = row.iter().enumerate();
                let set = set.filter_map(|(other, chosen)| Some((other, (*chosen)?)));
                set.filter(|&other| missing.contains(&pair_of((factor, value), other)))
                    .count()
            };
            row[factor] = values.max_by_key(|&value| gain(value));
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        let has = |(factor, value): Choice| row[factor] == value && is_on(factors, &row, factor);
        missing.retain(|&[one, other]| !(has(one) && has(other)));
        rows.push(row);
    }
    rows
}

/// Whether a factor has an effect in a row.
fn is_on(factors: &[Factor], row: &[usize], factor: usize) -> bool {
    factors[factor].switch.is_none_or(|switch| row[switch] > 0)
}

/// The pair in the order of its factors.
fn pair_of(one: Choice, other: Choice) -> [Choice; 2] {
    [one.min(other), one.max(other)]
}

/// Every pair of values of two factors that can have an effect.
fn all_pairs(factors: &[Factor]) -> BTreeSet<[Choice; 2]> {
    // A factor is never on while its switch is off.
    let is_never = |of: Choice, with: Choice| {
        let switch = factors[of.0].switch;
        switch.is_some_and(|switch| factors[switch].values < 2 || (switch, 0) == with)
    };
    let choices = factors.iter().enumerate();
    let choices = choices.flat_map(|(factor, of)| (0..of.values).map(move |value| (factor, value)));
    let choices: Vec<Choice> = choices.collect();
    let pairs = choices.iter().enumerate().flat_map(|(at, &one)| {
        let later = choices[at..].iter().filter(move |other| other.0 > one.0);
        later.map(move |&other| [one, other])
    });
    pairs
        .filter(|&[one, other]| !is_never(one, other) && !is_never(other, one))
        .collect()
}

/// The next state of a generator (D. Stafford's finalizer, variant 13).
fn mixed(state: u64) -> u64 {
    let x = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Factors with these numbers of values, some with a switch.
    fn factors(sizes: &[usize], switches: &[(usize, usize)]) -> Vec<Factor> {
        let factor = |(number, &values): (usize, &usize)| Factor {
            values,
            switch: switches
                .iter()
                .find(|(of, _)| *of == number)
                .map(|&(_, switch)| switch),
        };
        sizes.iter().enumerate().map(factor).collect()
    }

    #[test]
    fn every_pair_of_values_has_an_effect_in_some_row() {
        let many = [3; 20];
        let cases = [
            factors(&[2, 3, 4, 2, 5, 3], &[]),
            factors(&[2, 3, 4, 2, 5, 3], &[(1, 0), (4, 3), (5, 3)]),
            factors(&[1, 1, 2], &[]),
            factors(&many, &[(0, 19), (18, 2), (3, 2)]),
        ];
        for factors in cases {
            let sizes: Vec<usize> = factors.iter().map(|factor| factor.values).collect();
            let rows = pairwise(&factors, 7);
            for one in 0..sizes.len() {
                for other in one + 1..sizes.len() {
                    for value in 0..sizes[one] {
                        for with in 0..sizes[other] {
                            let is_off = factors[other].switch == Some(one) && value == 0
                                || factors[one].switch == Some(other) && with == 0;
                            let has = |row: &Vec<usize>| {
                                let on = |factor| is_on(&factors, row, factor);
                                row[one] == value && row[other] == with && on(one) && on(other)
                            };
                            assert!(is_off || rows.iter().any(has), "{factors:?}");
                        }
                    }
                }
            }
            let largest = sizes.iter().max().unwrap();
            assert!(rows.len() <= 4 * largest * largest, "{}", rows.len());
            assert_eq!(rows, pairwise(&factors, 7));
        }
    }
}
