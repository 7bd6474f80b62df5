//! What is learned of a move as the answer to an earlier one: countermoves and continuation history.
//!
//! A quiet move often refutes one move and not another. The countermove heuristic remembers the last move that refuted each (Uiterwijk,
//! "The Countermove Heuristic", 1992). Continuation history keeps a score for each pair of a move and one of the two before it: the
//! opponent's last move and the own one before that (Chess Programming Wiki, History Heuristic). An earlier move counts by the piece that moved and the
//! square where it arrived. Where there is none, at the root and after a pass, nothing is learned and nothing is known.

use super::history::Change;
use crate::units::{MAX_PLY, Ply};

/// What each answer and pair was worth, and the moves on the path that they depend on.
pub(super) struct Continuation<M> {
    /// The number of kinds of earlier moves; 0 if nothing is learned.
    kinds: usize,
    /// The kind of the move that led to the node at each ply.
    arrived: Vec<Option<u16>>,
    /// The last refutation of each kind of move.
    countermoves: Vec<Option<M>>,
    /// Scores by the kinds of an earlier move and of the answer; first those of answers to the last move, then those to the one
    /// before.
    scores: Vec<i16>,
}

impl<M> Default for Continuation<M> {
    fn default() -> Self {
        Continuation {
            kinds: 0,
            arrived: Vec::new(),
            countermoves: Vec::new(),
            scores: Vec::new(),
        }
    }
}

impl<M: Copy + PartialEq> Continuation<M> {
    /// Nothing learned of moves of so many kinds, in the memory of these.
    pub(super) fn renewed(mut self, kinds: usize, countermoves: bool, scores: bool) -> Self {
        let known = countermoves || scores;
        self.kinds = if known { kinds } else { 0 };
        self.arrived.clear();
        self.arrived
            .resize(if known { MAX_PLY + 2 } else { 0 }, None);
        self.countermoves.clear();
        self.countermoves
            .resize(if countermoves { kinds } else { 0 }, None);
        self.scores.clear();
        self.scores
            .resize(if scores { 2 * kinds * kinds } else { 0 }, 0);
        self
    }

    /// Notes the kind of the move that leads to the node at a ply; none for a pass.
    pub(super) fn arrive(&mut self, ply: Ply, kind: Option<usize>) {
        if let Some(arrived) = self.arrived.get_mut(ply.index()) {
            *arrived = kind.map(|kind| kind as u16);
        }
    }

    /// The kinds of the last move before the node at a ply, and of the one before that.
    fn earlier(&self, ply: Ply) -> [Option<usize>; 2] {
        let at = |ply: Option<usize>| ply.and_then(|ply| self.arrived[ply]).map(usize::from);
        [at(Some(ply.index())), at(ply.index().checked_sub(1))]
    }

    /// The places of the scores of an answer of this kind.
    fn places(&self, ply: Ply, kind: usize) -> impl Iterator<Item = usize> + use<M> {
        let kinds = self.kinds;
        let earlier = self.earlier(ply).into_iter().enumerate();
        earlier.filter_map(move |(back, earlier)| Some((back * kinds + earlier?) * kinds + kind))
    }

    /// The move that last refuted the last move.
    pub(super) fn countermove(&self, ply: Ply) -> Option<M> {
        self.earlier(ply)[0].and_then(|kind| self.countermoves[kind])
    }

    /// Remembers what refuted the last move.
    pub(super) fn refuted_by(&mut self, ply: Ply, mv: M) {
        if let Some(kind) = self.earlier(ply)[0] {
            self.countermoves[kind] = Some(mv);
        }
    }

    /// The sum of the scores of an answer of this kind.
    pub(super) fn score(&self, ply: Ply, kind: usize) -> i32 {
        let places = self.places(ply, kind);
        places.map(|place| i32::from(self.scores[place])).sum()
    }

    /// Changes the scores of an answer of this kind.
    pub(super) fn change(&mut self, ply: Ply, kind: usize, change: Change) {
        for place in self.places(ply, kind) {
            let score = &mut self.scores[place];
            *score = change.of((*score).into()) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Depth;

    fn learning() -> Continuation<u8> {
        Continuation::default().renewed(5, true, true)
    }

    #[test]
    fn an_answer_is_known_after_the_moves_that_it_answered_and_after_no_others() {
        let mut learned = learning();
        let bonus = Change::bonus(Depth::new(2));
        let go = |learned: &mut Continuation<u8>, moves: [Option<usize>; 3]| {
            for (ply, kind) in moves.into_iter().enumerate() {
                learned.arrive(Ply::new(ply as u16), kind);
            }
        };
        go(&mut learned, [None, Some(3), Some(4)]);
        learned.change(Ply::new(2), 1, bonus);
        learned.refuted_by(Ply::new(2), 77);
        for (moves, times, countermove) in [
            ([None, Some(3), Some(4)], 2, Some(77)),
            ([None, Some(2), Some(4)], 1, Some(77)),
            ([None, Some(3), Some(2)], 1, None),
            ([None, Some(4), Some(3)], 0, None),
            // After a pass only the move before it is known.
            ([None, Some(3), None], 1, None),
            ([None, None, None], 0, None),
        ] {
            go(&mut learned, moves);
            let score = learned.score(Ply::new(2), 1);
            assert_eq!(score, times * bonus.of(0), "{moves:?}");
            assert_eq!(learned.score(Ply::new(2), 0), 0);
            assert_eq!(learned.countermove(Ply::new(2)), countermove, "{moves:?}");
        }
    }

    #[test]
    fn at_the_root_nothing_came_before() {
        let mut learned = learning();
        learned.change(Ply::ROOT, 1, Change::bonus(Depth::new(9)));
        learned.refuted_by(Ply::ROOT, 7);
        assert_eq!(learned.countermove(Ply::ROOT), None);
        assert!(learned.scores.iter().all(|&score| score == 0));
    }

    #[test]
    fn what_is_off_takes_no_memory() {
        let off = learning().renewed(5, false, false);
        assert_eq!((off.scores.len(), off.countermoves.len()), (0, 0));
    }
}
