//! Pairwise coverings: few rows in which every two factors take every pair of their values.
//!
//! Most errors that depend on settings depend on one or two of them, so a covering of all pairs finds them with a number of searches
//! that grows with the logarithm of the number of settings (Cohen, Dalal, Fredman and Patton, "The AETG System", 1997; the greedy
//! choice here is theirs without the random candidates).

/// Rows that give each factor one of its values, by number, so that every pair of values of two factors is in some row. `sizes` has
/// the number of values of each factor. The same sizes and seed always give the same rows.
#[must_use]
pub fn pairwise(sizes: &[usize], seed: u64) -> Vec<Vec<usize>> {
    let mut missing = Pairs::all(sizes);
    let mut state = seed;
    let mut rows = Vec::new();
    while let Some([one, other]) = missing.first() {
        let mut row: Vec<Option<usize>> = vec![None; sizes.len()];
        row[one.0] = Some(one.1);
        row[other.0] = Some(other.1);
        for factor in 0..sizes.len() {
            if row[factor].is_some() {
                continue;
            }
            state = mixed(state);
            // A rotated order, so that ties do not always go to the same value.
            let values = (0..sizes[factor]).map(|value| (value + state as usize) % sizes[factor]);
            let gain = |value: usize| {
                let set = row.iter().enumerate();
                let set = set.filter_map(|(other, chosen)| Some((other, (*chosen)?)));
                set.filter(|&other| missing.has((factor, value), other))
                    .count()
            };
            row[factor] = values.max_by_key(|&value| gain(value));
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        missing.remove_all_of(&row);
        rows.push(row);
    }
    rows
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
    fn all(sizes: &[usize]) -> Self {
        let starts: Vec<usize> = sizes
            .iter()
            .scan(0, |next, size| {
                let start = *next;
                *next += size;
                Some(start)
            })
            .collect();
        let total = sizes.iter().sum();
        let mut pairs = Pairs {
            starts,
            total,
            is_missing: vec![false; total * total],
        };
        for one in 0..sizes.len() {
            for other in one + 1..sizes.len() {
                for value in 0..sizes[one] {
                    for with in 0..sizes[other] {
                        let at = pairs.place((one, value), (other, with));
                        pairs.is_missing[at] = true;
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

    fn remove_all_of(&mut self, row: &[usize]) {
        for (one, &value) in row.iter().enumerate() {
            for (other, &with) in row.iter().enumerate().skip(one + 1) {
                let at = self.place((one, value), (other, with));
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

    #[test]
    fn every_pair_of_values_is_in_some_row() {
        for sizes in [vec![2, 3, 4, 2, 5, 3], vec![1, 1, 2], vec![3; 20]] {
            let rows = pairwise(&sizes, 7);
            for one in 0..sizes.len() {
                for other in one + 1..sizes.len() {
                    for value in 0..sizes[one] {
                        for with in 0..sizes[other] {
                            let has = |row: &Vec<usize>| row[one] == value && row[other] == with;
                            assert!(rows.iter().any(has), "{sizes:?}");
                        }
                    }
                }
            }
            let largest = sizes.iter().max().unwrap();
            assert!(rows.len() <= 4 * largest * largest, "{}", rows.len());
            assert_eq!(rows, pairwise(&sizes, 7));
        }
    }
}
