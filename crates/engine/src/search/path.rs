//! The positions on the current path, and whether one of them stands again.
//!
//! Walking back along the path for each node is dear, and a key that stood there before is rare. So
//! the keys are also counted by their lowest byte: where none with this byte is on the path, nothing
//! has to be walked.

use crate::units::{MAX_PLY, Ply};

/// The keys of the positions on the path, by ply. Entries below the current node are left over from
/// its siblings: they are counted, but never looked at.
pub(super) struct Path {
    keys: Vec<u64>,
    /// How many of the keys end in each byte; all of them at most.
    counts: [u16; 256],
}

impl Default for Path {
    fn default() -> Self {
        Path {
            keys: Vec::new(),
            counts: [0; 256],
        }
    }
}

impl Path {
    /// One without positions, in the memory of this one.
    pub(super) fn renewed(mut self) -> Self {
        self.keys.resize(MAX_PLY + 2, 0);
        self.clear();
        self
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.keys.fill(0);
        self.counts.fill(0);
        self.counts[0] = self.keys.len() as u16;
    }

    /// The node at this ply has the position with this key, as those below it shall know.
    #[inline]
    pub(super) fn enter(&mut self, ply: Ply, key: u64) {
        let left = std::mem::replace(&mut self.keys[ply.index()], key);
        self.counts[left as usize & 255] -= 1;
        self.counts[key as usize & 255] += 1;
    }

    /// Whether the position with this key stood above this ply before, so many plies being
    /// reversible. Two occurrences need four plies.
    #[inline]
    pub(super) fn repeats(&self, ply: Ply, key: u64, reversible_plies: u8) -> bool {
        self.counts[key as usize & 255] > 0 && self.walk(ply, key, reversible_plies)
    }

    #[cold]
    fn walk(&self, ply: Ply, key: u64, reversible_plies: u8) -> bool {
        let reversible = usize::from(reversible_plies).min(ply.index());
        let (first, last) = (ply.index() - reversible, ply.index().saturating_sub(3));
        let above = self.keys.get(first..last).unwrap_or(&[]);
        above.iter().rev().step_by(2).any(|&earlier| earlier == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of these keys from the root on.
    fn path(keys: &[u64]) -> Path {
        let mut path = Path::default().renewed();
        for (ply, &key) in (0..).zip(keys) {
            path.enter(Ply::new(ply), key);
        }
        path
    }

    #[test]
    fn a_position_repeats_four_plies_on_or_any_even_number_more() {
        let path = path(&[7, 1, 2, 3, 4, 5]);
        let repeats = |ply, key| path.repeats(Ply::new(ply), key, 100);
        assert!(repeats(4, 7) && repeats(6, 7) && repeats(5, 1));
        // Too near, or with the other side to move.
        assert!(!repeats(2, 7) && !repeats(5, 7) && !repeats(6, 4));
    }

    #[test]
    fn nothing_repeats_before_a_move_that_cannot_be_taken_back() {
        let path = path(&[7, 1, 2, 3]);
        assert!(path.repeats(Ply::new(4), 7, 4));
        assert!(!path.repeats(Ply::new(4), 7, 3));
    }

    #[test]
    fn keys_of_one_byte_are_told_apart_and_left_ones_forgotten() {
        let mut path = path(&[0x107, 1, 2, 3]);
        assert!(!path.repeats(Ply::new(4), 7, 4));
        path.enter(Ply::ROOT, 7);
        assert!(path.repeats(Ply::new(4), 7, 4));
        path.clear();
        assert!(!path.repeats(Ply::new(4), 7, 4));
    }
}
