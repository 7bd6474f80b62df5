//! The moves of all nodes on the current path, in one allocation made before the search.

/// A stack of move lists, one list for each node on the path; the top list is the current node's.
pub struct MoveStack<M> {
    moves: Vec<Ranked<M>>,
}

#[derive(Clone, Copy)]
struct Ranked<M> {
    /// Rank in the upper 24 bits, place among equals (inverted) in the lower 8: all different in
    /// practice, so that picking needs no second key.
    order: u32,
    mv: M,
}

impl<M: Copy> MoveStack<M> {
    /// A stack with room for so many moves; it grows if a game should need more.
    #[must_use]
    pub fn with_capacity(moves: usize) -> Self {
        MoveStack { moves: Vec::with_capacity(moves) }
    }

    /// Where the next list will start.
    #[inline]
    #[must_use]
    pub fn top(&self) -> usize {
        self.moves.len()
    }

    /// Adds a move to the top list; `rank` below 2^24, the larger the earlier, ties by the smaller
    /// `tie`.
    #[inline]
    pub fn push(&mut self, mv: M, rank: u32, tie: u8) {
        self.moves.push(Ranked { order: rank << 8 | u32::from(255 - tie), mv });
    }

    /// Takes the best of the moves from `start` on out of the list.
    #[inline]
    pub fn pick(&mut self, start: usize) -> Option<M> {
        let rest = self.moves.get_mut(start..)?;
        let (first, others) = rest.split_first_mut()?;
        for other in others {
            if other.order > first.order {
                std::mem::swap(first, other);
            }
        }
        Some(first.mv)
    }

    /// Drops every list that starts at or after this place.
    #[inline]
    pub fn truncate(&mut self, start: usize) {
        self.moves.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_rank_then_by_tie() {
        let mut stack = MoveStack::with_capacity(4);
        for (mv, rank, tie) in [('c', 1, 2), ('a', 9, 0), ('b', 1, 1), ('d', 0, 0)] {
            stack.push(mv, rank, tie);
        }
        let order: String = (0..5).map_while(|at| stack.pick(at)).collect();
        assert_eq!(order, "abcd");
    }
}
