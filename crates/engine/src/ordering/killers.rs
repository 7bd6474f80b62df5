//! Killer moves: the quiet moves that last failed high at a ply.

use crate::units::{MAX_PLY, Ply};

/// Two killers per ply, the latest first.
pub(super) struct Killers<M> {
    slots: Vec<[Option<M>; 2]>,
}

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Killers { slots: Vec::new() }
    }
}

impl<M: Copy + PartialEq> Killers<M> {
    /// No killers, in the memory of these.
    pub(super) fn renewed(mut self) -> Self {
        self.slots.clear();
        self.slots.resize(MAX_PLY + 1, [None; 2]);
        self
    }

    /// 0 if the move is the latest killer of the ply, 1 if it is the one before.
    #[inline]
    pub(super) fn age(&self, ply: Ply, mv: M) -> Option<usize> {
        self.slots[ply.index()]
            .iter()
            .position(|&killer| killer == Some(mv))
    }

    #[inline]
    pub(super) fn remember(&mut self, ply: Ply, mv: M) {
        let slots = &mut self.slots[ply.index()];
        if slots[0] != Some(mv) {
            *slots = [Some(mv), slots[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_two_are_kept() {
        let mut killers = Killers::default().renewed();
        for mv in [1u16, 2, 2, 3] {
            killers.remember(Ply::ROOT, mv);
        }
        let ages = [1, 2, 3].map(|mv| killers.age(Ply::ROOT, mv));
        assert_eq!(ages, [None, Some(1), Some(0)]);
        assert_eq!(killers.age(Ply::new(1), 3), None);
    }
}
