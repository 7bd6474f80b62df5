//! The history heuristic: moves that failed high elsewhere in the tree.

use crate::units::Depth;

/// When a score exceeds this, all are halved, so that old successes lose weight.
const CEILING: u32 = 1 << 20;

/// A score for each kind of move.
#[derive(Default)]
pub(super) struct History {
    scores: Vec<u32>,
}

impl History {
    /// `size` scores of 0, in the memory of these.
    pub(super) fn renewed(mut self, size: usize) -> Self {
        self.scores.clear();
        self.scores.resize(size, 0);
        self
    }

    #[inline]
    pub(super) fn score(&self, index: usize) -> u32 {
        self.scores[index]
    }

    /// Adds the square of the depth at which a move failed high: a deeper refutation saved a larger tree.
    #[inline]
    pub(super) fn reward(&mut self, index: usize, depth: Depth) {
        let plies = u32::from(depth.plies());
        self.scores[index] += plies * plies;
        if self.scores[index] > CEILING {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_halved_and_keep_their_order() {
        let mut history = History::default().renewed(2);
        history.reward(0, Depth::new(2));
        for _ in 0..200 {
            history.reward(1, Depth::new(100));
        }
        assert!(history.score(1) <= CEILING && history.score(1) > history.score(0));
    }

    #[test]
    fn scores_are_halved_when_one_exceeds_the_ceiling_and_not_before() {
        let mut history = History::default().renewed(2);
        history.reward(0, Depth::new(3));
        // 1024 times 32² is the ceiling.
        for _ in 0..1024 {
            history.reward(1, Depth::new(32));
        }
        assert_eq!((history.score(0), history.score(1)), (9, CEILING));
        history.reward(1, Depth::new(2));
        assert_eq!((history.score(0), history.score(1)), (4, (CEILING + 4) / 2));
    }
}
