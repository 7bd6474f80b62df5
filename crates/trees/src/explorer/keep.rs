//! Trees that are too large for a page: the largest subtrees are kept.

use std::collections::HashSet;

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
    let required = with_all_above(pairs, required);
    let (left_out, mut equal) = largest_left_out(pairs, most);
    let mut kept = Kept {
        places: Vec::new(),
        spans: Vec::new(),
        stands_for: Vec::with_capacity(pairs.len()),
        largest_left_out: left_out,
    };
    // The kept nodes around the present one: the place after their last node, and their number.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        while open.last().is_some_and(|&(end, _)| end <= place) {
            kept.close(open.pop());
        }
        let is_first_of_equal = pair.size == left_out && equal > 0;
        equal -= usize::from(is_first_of_equal);
        if pair.size > left_out || is_first_of_equal || required.contains(&(place as u32)) {
            open.push((place + pair.size as usize, kept.places.len()));
            kept.places.push(place as u32);
            kept.spans.push(1);
        }
        kept.stands_for
            .push(open.last().map_or(NONE, |&(_, number)| number as u32));
    }
    while let Some(last) = open.pop() {
        kept.close(Some(last));
    }
    kept
}

impl Kept {
    fn close(&mut self, last: Option<(usize, usize)>) {
        if let Some((_, number)) = last {
            self.spans[number] = (self.places.len() - number) as u32;
        }
    }

    /// The number of the kept node that stands for a node of the whole tree; [`NONE`] for none.
    #[must_use]
    pub fn of(&self, place: u32) -> u32 {
        self.stands_for.get(place as usize).copied().unwrap_or(NONE)
    }
}

/// These places and those of all nodes above them.
fn with_all_above(pairs: &[Pair], required: &[u32]) -> HashSet<u32> {
    let mut wanted = required.to_vec();
    wanted.sort_unstable();
    let mut wanted = wanted.into_iter().peekable();
    let mut all = HashSet::new();
    let mut open: Vec<(usize, u32)> = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        if wanted.peek().is_none() {
            break;
        }
        while open.last().is_some_and(|&(end, _)| end <= place) {
            open.pop();
        }
        open.push((place + pair.size as usize, place as u32));
        while wanted.next_if(|&one| one as usize <= place).is_some() {
            all.extend(open.iter().map(|&(_, above)| above));
        }
    }
    all
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
