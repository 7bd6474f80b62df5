//! Trees that are too large for a page: the largest subtrees are kept.

use super::difference::{NONE, Pair};

/// The nodes that are kept of a tree, each after the one above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Their places in the whole tree.
    pub places: Vec<u32>,
    /// How many kept nodes each subtree has, itself included.
    pub spans: Vec<u32>,
    /// For each node of the whole tree the kept one that stands for it: itself, or the nearest above it.
    stands_for: Vec<u32>,
    /// The largest subtree that is left out has so many nodes; 0 if none is.
    pub largest_left_out: u32,
}

/// Keeps at most `most` nodes: those with the largest subtrees, and of equal ones the first. A subtree is smaller than the one around
/// it, so with each node all above it are kept. The nodes at the `required` places are kept in any case, with all above them.
#[must_use]
pub fn keep(pairs: &[Pair], most: usize, required: &[u32]) -> Kept {
    let mut required = required.to_vec();
    required.sort_unstable();
    let has_required = |place: u32, end: u32| {
        let next = required.partition_point(|&one| one < place);
        required.get(next).is_some_and(|&one| one < end)
    };
    let (largest_left_out, mut equal) = largest_left_out(pairs, most);
    let (mut places, mut ends) = (Vec::new(), Vec::new());
    // The kept nodes around the present one, by their number.
    let mut open: Vec<usize> = Vec::new();
    let stands_for = (0..).zip(pairs).map(|(place, pair)| {
        while open.last().is_some_and(|&number| ends[number] <= place) {
            open.pop();
        }
        let end = place + pair.size;
        let is_first_of_equal = pair.size == largest_left_out && equal > 0;
        equal -= usize::from(is_first_of_equal);
        if pair.size > largest_left_out || is_first_of_equal || has_required(place, end) {
            open.push(places.len());
            places.push(place);
            ends.push(end);
        }
        open.last().map_or(NONE, |&number| number as u32)
    });
    let stands_for = stands_for.collect();
    let spans = (0..).zip(&ends).map(|(number, &end)| {
        let next = places.partition_point(|&place| place < end);
        next as u32 - number
    });
    Kept {
        spans: spans.collect(),
        places,
        stands_for,
        largest_left_out,
    }
}

impl Kept {
    /// The number of the kept node that stands for a node of the whole tree; [`NONE`] for none.
    #[must_use]
    pub fn of(&self, place: u32) -> u32 {
        self.stands_for.get(place as usize).copied().unwrap_or(NONE)
    }
}

/// The size of the largest subtree that is left out if so many are kept, and how many of this size are kept.
fn largest_left_out(pairs: &[Pair], most: usize) -> (u32, usize) {
    if pairs.len() <= most {
        return (0, 0);
    }
    let mut sizes: Vec<u32> = pairs.iter().map(|pair| pair.size).collect();
    let (larger, &mut size, _) = sizes.select_nth_unstable_by(most, |a, b| b.cmp(a));
    let equal = larger.iter().filter(|&&one| one == size).count();
    (size, equal)
}
