//! The positions on the current path and those of the game before it, for detecting repetitions.
//!
//! Walking back along the path at each node is expensive, and repetitions are rare. So the keys are
//! also counted by their lowest byte: if no key on the path has the same byte, the walk is skipped.

use crate::units::{MAX_PLY, Ply};

/// The keys of the positions on the path, by ply. Keys below the current node are left over from its
/// siblings: they are counted, but never compared.
pub(super) struct Path {
    keys: Vec<u64>,
    /// The keys of the positions of the game before the root, the last one first. They are apart from the path, so that a search
    /// without a past does not pay for them.
    past: Vec<u64>,
    /// The number of keys with each lowest byte, on the path and before it.
    counts: [u16; 256],
}

impl Default for Path {
    fn default() -> Self {
        Path {
            keys: Vec::new(),
            past: Vec::new(),
            counts: [0; 256],
        }
    }
}

impl Path {
    /// An empty path in the memory of this one.
    pub(super) fn renewed(mut self) -> Self {
        self.keys.resize(MAX_PLY + 2, 0);
        self.clear();
        self
    }

    /// Removes all positions, also those of the game.
    pub(super) fn clear(&mut self) {
        self.keys.fill(0);
        self.past.clear();
        self.counts.fill(0);
        self.counts[0] = self.keys.len() as u16;
    }

    /// Sets the positions of the game before the root: the keys of the last `reversible_plies`, the root's parent last. Positions
    /// before these cannot recur. Nothing is on the path yet.
    pub(super) fn follow(&mut self, game: &[u64], reversible_plies: u8) {
        let reachable = game.iter().rev().take(reversible_plies.into());
        self.past.extend(reachable);
        for &key in &self.past {
            self.counts[key as usize & 255] += 1;
        }
    }

    /// Records that the node at this ply has the position with this key.
    #[inline]
    pub(super) fn enter(&mut self, ply: Ply, key: u64) {
        let left = std::mem::replace(&mut self.keys[ply.index()], key);
        self.counts[left as usize & 255] -= 1;
        self.counts[key as usize & 255] += 1;
    }

    /// Whether the position with this key occurred on the path above this ply or in the game before it, within the last
    /// `reversible_plies` plies. A repetition takes at least four plies.
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
            || self.walk_past(ply, key, reversible_plies)
    }

    /// The same among the positions of the game: the position with index i is i + 1 plies above the root.
    fn walk_past(&self, ply: Ply, key: u64, reversible_plies: u8) -> bool {
        let plies_back = (ply.index() + 1..=reversible_plies.into()).zip(&self.past);
        let mut repeatable = plies_back.filter(|(plies, _)| *plies >= 4 && plies % 2 == 0);
        repeatable.any(|(_, &earlier)| earlier == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path with these keys, from the root.
    fn path(keys: &[u64]) -> Path {
        let mut path = Path::default().renewed();
        for (ply, &key) in (0..).zip(keys) {
            path.enter(Ply::new(ply), key);
        }
        path
    }

    #[test]
    fn a_position_repeats_after_four_plies_or_any_larger_even_number() {
        let path = path(&[7, 1, 2, 3, 4, 5]);
        let repeats = |ply, key| path.repeats(Ply::new(ply), key, 100);
        assert!(repeats(4, 7) && repeats(6, 7) && repeats(5, 1));
        // Too close, or with the other side to move.
        assert!(!repeats(2, 7) && !repeats(5, 7) && !repeats(6, 4));
    }

    #[test]
    fn no_position_from_before_an_irreversible_move_repeats() {
        let path = path(&[7, 1, 2, 3]);
        assert!(path.repeats(Ply::new(4), 7, 4));
        assert!(!path.repeats(Ply::new(4), 7, 3));
    }

    #[test]
    fn keys_with_the_same_lowest_byte_are_distinguished_and_replaced_ones_forgotten() {
        let mut path = path(&[0x107, 1, 2, 3]);
        assert!(!path.repeats(Ply::new(4), 7, 4));
        path.enter(Ply::ROOT, 7);
        assert!(path.repeats(Ply::new(4), 7, 4));
        path.clear();
        assert!(!path.repeats(Ply::new(4), 7, 4));
    }

    /// A path with these keys from the root, in a game with those before it.
    fn path_after(past: &[u64], reversible_plies: u8, keys: &[u64]) -> Path {
        let mut path = Path::default().renewed();
        path.follow(past, reversible_plies);
        for (ply, &key) in (0..).zip(keys) {
            path.enter(Ply::new(ply), key);
        }
        path
    }

    #[test]
    fn a_position_of_the_game_repeats_within_the_reversible_plies() {
        let path = path_after(&[9, 8, 7, 6, 5], 5, &[4, 3]);
        let repeats = |ply, key, plies| path.repeats(Ply::new(ply), key, plies);
        // 7 is 3 plies above the root.
        assert!(repeats(1, 7, 4) && repeats(3, 7, 6));
        assert!(!repeats(1, 7, 3) && !repeats(2, 7, 9));
        // The game's last position is too close to a move from the root.
        assert!(!repeats(1, 5, 9) && repeats(3, 5, 4));
        // The path itself still counts.
        assert!(repeats(4, 4, 4) && repeats(5, 3, 4));
    }

    #[test]
    fn positions_out_of_the_roots_reach_are_left_out_and_a_cleared_path_has_no_past() {
        let mut path = path_after(&[9, 8, 7, 6, 5], 3, &[4]);
        assert_eq!(path.past, [5, 6, 7]);
        assert!(!path.repeats(Ply::new(1), 9, 100));
        assert!(path.repeats(Ply::new(1), 7, 100));
        path.clear();
        assert!(!path.repeats(Ply::new(1), 7, 100));
        path.follow(&[7, 6, 5], 3);
        assert!(path.repeats(Ply::new(1), 7, 100));
        assert!(!path.renewed().repeats(Ply::new(1), 7, 100));
    }

    #[test]
    fn the_counts_are_those_of_the_keys_and_the_last_ply_has_room() {
        let mut path = path_after(&[0x201, 5, 6], 2, &[]);
        let last = MAX_PLY as u16 + 1;
        for number in 0..5 * u64::from(last) {
            path.enter(
                Ply::new((number % u64::from(last + 1)) as u16),
                number * number,
            );
        }
        let mut counts = [0; 256];
        for key in path.keys.iter().chain(&path.past) {
            counts[*key as usize & 255] += 1;
        }
        assert_eq!(path.counts, counts);
        assert_eq!(path.keys.len(), usize::from(last) + 1);
    }

    /// As long as the 50-move rule lets a game be. Each position is met again from every distance.
    #[test]
    fn a_whole_game_of_reversible_plies_is_looked_at() {
        const PLIES: u64 = 100;
        let key = |number: u64| (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let past: Vec<u64> = (0..PLIES).map(key).collect();
        let keys: Vec<u64> = (PLIES..PLIES + 12).map(key).collect();
        let path = path_after(&past, PLIES as u8, &keys);
        for ply in 0..keys.len() as u16 {
            let node = PLIES + u64::from(ply);
            for number in 0..node {
                let distance = node - number;
                for reversible in 0..=PLIES {
                    let repeats = path.repeats(Ply::new(ply), key(number), reversible as u8);
                    let is_repeated =
                        distance >= 4 && distance.is_multiple_of(2) && distance <= reversible;
                    assert_eq!(
                        repeats, is_repeated,
                        "{distance} plies above ply {ply}, {reversible} reversible"
                    );
                }
            }
        }
    }
}
