//! The history heuristic: moves that failed high elsewhere in the tree.

use crate::units::Depth;

/// When a sum of squares exceeds this, all are halved, so that old successes lose weight.
const CEILING: i32 = 1 << 20;

/// The limit that scores with gravity approach, on either side of 0.
const LIMIT: i32 = 1 << 14;

/// A score for each kind of move.
#[derive(Default)]
pub(super) struct History {
    scores: Vec<i32>,
}

/// By how much a score changes with gravity.
#[derive(Clone, Copy)]
pub(super) struct Change(i32);

impl Change {
    /// For a move that failed high. The numbers are those of akimbo (thread.rs).
    pub(super) fn bonus(depth: Depth) -> Self {
        Change((375 * i32::from(depth.plies()) - 141).clamp(0, 1_827))
    }

    /// For a move that was searched in vain before it.
    pub(super) fn malus(depth: Depth) -> Self {
        Change(-(396 * i32::from(depth.plies()) - 8).clamp(0, 1_192))
    }

    /// The changed score. The nearer it is to the limit, the less the same change adds, and the more the opposite one takes.
    #[inline]
    pub(super) fn of(self, score: i32) -> i32 {
        score + self.0 - score * self.0.abs() / LIMIT
    }
}

impl History {
    /// `size` scores of 0, in the memory of these.
    pub(super) fn renewed(mut self, size: usize) -> Self {
        self.scores.clear();
        self.scores.resize(size, 0);
        self
    }

    #[inline]
    pub(super) fn score(&self, index: usize) -> i32 {
        self.scores[index]
    }

    /// Adds the square of the depth at which a move failed high: a deeper refutation saved a larger tree.
    #[inline]
    pub(super) fn reward(&mut self, index: usize, depth: Depth) {
        let plies = i32::from(depth.plies());
        self.scores[index] += plies * plies;
        if self.scores[index] > CEILING {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }

    #[inline]
    pub(super) fn change(&mut self, index: usize, change: Change) {
        let score = &mut self.scores[index];
        *score = change.of(*score);
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

    #[test]
    fn with_gravity_scores_stay_within_the_limit_and_turn_fast() {
        let (up, down) = (Change::bonus(Depth::new(9)), Change::malus(Depth::new(9)));
        assert_eq!((up.0, down.0), (1_827, -1_192));
        assert_eq!(Change::bonus(Depth::new(3)).0, 984);
        assert_eq!(Change::malus(Depth::new(2)).0, -784);
        assert_eq!(
            (
                Change::bonus(Depth::new(0)).0,
                Change::malus(Depth::new(0)).0
            ),
            (0, 0)
        );
        for (change, sign) in [(up, 1), (down, -1)] {
            let mut score = 0;
            for _ in 0..1_000 {
                let next = change.of(score);
                assert!(next * sign >= score * sign && next.abs() <= LIMIT);
                score = next;
            }
            assert!(score * sign > LIMIT * 9 / 10);
        }
        assert!(LIMIT - down.of(LIMIT) > -down.0 && down.of(0) == down.0);
    }
}
