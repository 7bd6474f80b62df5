//! The principal variation: the best line found so far from each ply of the current path.

use crate::units::{MAX_PLY, Ply};

/// A triangular array: row p holds the best line from the node at ply p.
pub(super) struct PrincipalVariation<M> {
    rows: Vec<M>,
    lengths: Vec<usize>,
}

const WIDTH: usize = MAX_PLY + 1;

impl<M> Default for PrincipalVariation<M> {
    fn default() -> Self {
        PrincipalVariation {
            rows: Vec::new(),
            lengths: Vec::new(),
        }
    }
}

impl<M: Copy + Default> PrincipalVariation<M> {
    /// An empty one in the memory of this one. The old moves stay in the rows, but nothing reads beyond a line's length.
    pub(super) fn renewed(mut self) -> Self {
        self.rows.resize(WIDTH * (WIDTH + 1), M::default());
        self.lengths.clear();
        self.lengths.resize(WIDTH + 1, 0);
        self
    }

    /// Removes the line from this ply.
    #[inline]
    pub(super) fn clear(&mut self, ply: Ply) {
        self.lengths[ply.index()] = 0;
    }

    /// A copy of the line from this ply, for [`PrincipalVariation::restore`].
    pub(super) fn saved(&self, ply: Ply) -> Vec<M> {
        let (start, length) = (ply.index() * WIDTH, self.lengths[ply.index()]);
        self.rows[start..start + length].to_vec()
    }

    /// Restores a line that was saved from this ply.
    pub(super) fn restore(&mut self, ply: Ply, line: &[M]) {
        let start = ply.index() * WIDTH;
        self.rows[start..start + line.len()].copy_from_slice(line);
        self.lengths[ply.index()] = line.len();
    }

    /// Sets the line from this ply to `mv` followed by the child's line.
    #[inline]
    pub(super) fn update(&mut self, ply: Ply, mv: M) {
        let (own, below) = (ply.index(), ply.index() + 1);
        let length = self.lengths[below].min(WIDTH - 1);
        self.rows[own * WIDTH] = mv;
        let (head, tail) = self.rows.split_at_mut(below * WIDTH);
        head[own * WIDTH + 1..own * WIDTH + 1 + length].copy_from_slice(&tail[..length]);
        self.lengths[own] = length + 1;
    }

    /// The line from the root.
    pub(super) fn line(&self) -> &[M] {
        &self.rows[..self.lengths[0]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reaches_from_the_root_to_the_last_ply() {
        let mut variation = PrincipalVariation::default().renewed();
        let whole: Vec<u16> = (0..=MAX_PLY as u16).collect();
        for &ply in whole.iter().rev() {
            variation.clear(Ply::new(ply));
            variation.update(Ply::new(ply), ply);
        }
        assert_eq!(variation.line(), whole);
        // A better line from ply 1 replaces the old one, and the root's stays until it is updated.
        let other = variation.saved(Ply::new(2));
        variation.restore(Ply::new(1), &other);
        assert_eq!(variation.line(), whole);
        variation.update(Ply::ROOT, 9);
        assert_eq!(
            (variation.line()[0], &variation.line()[1..]),
            (9, &whole[2..])
        );
        assert!(variation.renewed().line().is_empty());
    }
}
