//! Pairwise coverings: few rows in which every two factors take every pair of their values.
//!
//! Most errors that depend on settings depend on one or two of them, so a covering of all pairs finds them with a number of
//! searches that grows with the logarithm of the number of settings (Cohen, Dalal, Fredman and Patton, "The AETG System", 1997; the
//! greedy choice here is theirs without the random candidates).

/// Something that can be set to one of several values.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    /// The number of its values.
    pub values: usize,
    /// The factor that switches this one on by any value but its first, 0. While it is off, this one has no effect.
    pub switch: Option<usize>,
}

/// Rows that give each factor one of its values, by number, so that every pair of values of two factors has an effect in some row.
/// The same factors and seed always give the same rows.
#[must_use]
pub fn pairwise(factors: &[Factor], seed: u64) -> Vec<Vec<usize>> {
    let mut missing = Pairs::all(factors);
    let mut state = seed;
    let mut rows = Vec::new();
    while let Some(pair) = missing.first() {
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
                set.filter(|&other| missing.has((factor, value), other))
                    .count()
            };
            row[factor] = values.max_by_key(|&value| gain(value));
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        missing.remove_all_of(factors, &row);
        rows.push(row);
    }
    rows
}

/// Whether a factor has an effect in a row.
fn is_on(factors: &[Factor], row: &[usize], factor: usize) -> bool {
    factors[factor].switch.is_none_or(|switch| row[switch] > 0)
}

/// A factor and one of its values.
type Choice = (usize, usize);

/// The pairs that no row has yet.
struct Pairs {
    /// The place of each factor's first value in a list of all values.
    starts: Vec<usize>,
    total: usize,
    /// By the place of one value and that of the other.
    is_missing: Vec<bool>,
}

impl Pairs {
    fn all(factors: &[Factor]) -> Self {
        let starts: Vec<usize> = factors
            .iter()
            .scan(0, |next, factor| {
                let start = *next;
                *next += factor.values;
                Some(start)
            })
            .collect();
        let total = factors.iter().map(|factor| factor.values).sum();
        let mut pairs = Pairs {
            starts,
            total,
            is_missing: vec![false; total * total],
        };
        for one in 0..factors.len() {
            for other in one + 1..factors.len() {
                for value in 0..factors[one].values {
                    for with in 0..factors[other].values {
                        // A factor is never on while its switch is off.
                        let is_never = |of: Choice, with: Choice| {
                            factors[of.0].switch.is_some_and(|switch| {
                                factors[switch].values < 2 || (switch, 0) == with
                            })
                        };
                        let (first, second) = ((one, value), (other, with));
                        let at = pairs.place(first, second);
                        pairs.is_missing[at] = !is_never(first, second) && !is_never(second, first);
                    }
                }
            }
        }
        pairs
    }

    fn place(&self, one: Choice, other: Choice) -> usize {
        let (first, second) = if one.0 < other.0 {
            (one, other)
        } else {
            (other, one)
        };
        (self.starts[first.0] + first.1) * self.total + self.starts[second.0] + second.1
    }

    fn has(&self, one: Choice, other: Choice) -> bool {
        self.is_missing[self.place(one, other)]
    }

    fn first(&self) -> Option<[Choice; 2]> {
        let at = self.is_missing.iter().position(|&missing| missing)?;
        let choice = |place: usize| {
            let factor = self.starts.partition_point(|&start| start <= place) - 1;
            (factor, place - self.starts[factor])
        };
        Some([choice(at / self.total), choice(at % self.total)])
    }

    fn remove_all_of(&mut self, factors: &[Factor], row: &[usize]) {
        let on: Vec<usize> = (0..row.len())
            .filter(|&factor| is_on(factors, row, factor))
            .collect();
        for (number, &one) in on.iter().enumerate() {
            for &other in &on[number + 1..] {
                let at = self.place((one, row[one]), (other, row[other]));
                self.is_missing[at] = false;
            }
        }
    }
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
