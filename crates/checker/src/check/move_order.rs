//! The order of a node's moves, and what the ordering has learned.

use std::{cmp::Reverse, collections::HashMap};

use plybench_engine::game::MoveClass;

use crate::{
    game::Recorded,
    settings::{Ordering, Ties},
    value::MAX_PLY,
};

/// Above this, all history scores are halved.
const MOST_HISTORY: i32 = 1 << 20;

/// What scores with gravity approach.
const LIMIT: i32 = 1 << 14;

/// A score with gravity after a bonus or a malus.
fn attracted(score: i32, change: i32) -> i32 {
    score + change - score * change.abs() / LIMIT
}

/// The classes of moves, best first. Larger numbers come first within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Losing(u32),
    Plain(i32),
    Countermove,
    Killer(u32),
    Tactical(u32),
    First,
}

/// What the ordering has learned so far.
pub(super) struct MoveOrder<M> {
    by: Ordering,
    /// The two quiet moves that last failed high, by ply, the latest first.
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i32>,
    /// The kind of the move that led to the node at each ply of the path: by piece and square of arrival.
    arrived: Vec<Option<usize>>,
    countermoves: HashMap<usize, M>,
    /// By how many plies before, the kind of the move there and that of the answer.
    continuation: HashMap<(usize, usize, usize), i32>,
}

impl<M: Copy + PartialEq> MoveOrder<M> {
    pub(super) fn new(by: Ordering, history_size: usize) -> Self {
        MoveOrder {
            by,
            killers: vec![[None; 2]; MAX_PLY as usize + 1],
            history: vec![0; history_size],
            arrived: vec![None],
            countermoves: HashMap::new(),
            continuation: HashMap::new(),
        }
    }

    /// A move of a position, or a pass, leads to the next node.
    pub(super) fn enter<G: Recorded<Move = M>>(&mut self, position: &G, mv: Option<M>) {
        let kind = mv.map(|mv| position.arrival_index(mv));
        self.arrived.push(kind);
    }

    /// The search returns to the node before.
    pub(super) fn leave(&mut self) {
        self.arrived.pop();
    }

    /// The keys of the scores of an answer.
    fn continuations(&self, kind: usize) -> Vec<(usize, usize, usize)> {
        let last = self.arrived.iter().rev().take(2).enumerate();
        last.filter_map(|(back, earlier)| Some((back, (*earlier)?, kind)))
            .collect()
    }

    /// The score of a quiet move.
    pub(super) fn score<G: Recorded<Move = M>>(&self, position: &G, mv: M) -> i32 {
        if !self.by.history || position.classify(mv) != MoveClass::Quiet {
            return 0;
        }
        let own = self.history[position.history_index(mv)];
        if !self.by.continuation_history {
            return own;
        }
        let keys = self.continuations(position.arrival_index(mv));
        let score = |key| self.continuation.get(key).copied().unwrap_or(0);
        own + keys.iter().map(score).sum::<i32>()
    }

    fn countermove(&self) -> Option<M> {
        let last = self.arrived.last().copied().flatten();
        last.and_then(|kind| self.countermoves.get(&kind).copied())
    }

    /// Puts moves, which come as the game generates them, into the order of the search.
    pub(super) fn sort<G: Recorded<Move = M>>(
        &self,
        position: &G,
        ply: i32,
        first: Option<M>,
        moves: Vec<M>,
    ) -> Vec<M> {
        let key = position.key();
        let mut numbered: Vec<_> = moves.into_iter().enumerate().collect();
        // Stable: equal places keep the order of generation.
        numbered.sort_by_cached_key(|&(number, mv)| {
            let place = match self.by.ties {
                Ties::Generation => number as u64,
                Ties::Random(seed) => shuffled(key, seed, number),
            };
            let class = match first {
                Some(first) if first == mv => Class::First,
                _ => self.class(position, ply, mv),
            };
            (Reverse(class), place)
        });
        numbered.into_iter().map(|(_, mv)| mv).collect()
    }

    fn class<G: Recorded<Move = M>>(&self, position: &G, ply: i32, mv: M) -> Class {
        match position.classify(mv) {
            MoveClass::Tactical(gain) => {
                let gain = if self.by.mvv_lva { gain.into() } else { 0 };
                let exchange = || position.exchange(mv).unwrap_or(0);
                if self.by.losing_captures_last && exchange() < 0 {
                    Class::Losing(gain)
                } else if self.by.mvv_lva {
                    Class::Tactical(gain)
                } else {
                    Class::Plain(0)
                }
            }
            MoveClass::Quiet => {
                let [latest, earlier] = self.killers[ply as usize];
                match Some(mv) {
                    killer if self.by.killers && killer == latest => Class::Killer(1),
                    killer if self.by.killers && killer == earlier => Class::Killer(0),
                    answer if self.by.countermoves && answer == self.countermove() => {
                        Class::Countermove
                    }
                    _ => Class::Plain(self.score(position, mv)),
                }
            }
        }
    }

    /// Learns from a move that failed high at a depth, after these had been searched in vain.
    pub(super) fn failed_high<G: Recorded<Move = M>>(
        &mut self,
        position: &G,
        (ply, depth): (i32, i32),
        mv: M,
        in_vain: &[M],
    ) {
        let is_quiet = |mv| position.classify(mv) == MoveClass::Quiet;
        if !is_quiet(mv) {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(kind) = self.arrived.last().copied().flatten() {
            self.countermoves.insert(kind, mv);
        }
        if !self.by.history {
            return;
        }
        if !self.by.history_gravity {
            let at = position.history_index(mv);
            self.history[at] += depth * depth;
            if self.history[at] > MOST_HISTORY {
                self.history.iter_mut().for_each(|score| *score /= 2);
            }
        }
        let bonus = (375 * depth - 141).clamp(0, 1_827);
        let malus = -(396 * depth - 8).clamp(0, 1_192);
        let losers = in_vain.iter().filter(|&&mv| is_quiet(mv));
        for (&mv, change) in [(&mv, bonus)]
            .into_iter()
            .chain(losers.map(|mv| (mv, malus)))
        {
            if self.by.history_gravity {
                let score = &mut self.history[position.history_index(mv)];
                *score = attracted(*score, change);
            }
            if self.by.continuation_history {
                for key in self.continuations(position.arrival_index(mv)) {
                    let score = self.continuation.entry(key).or_default();
                    *score = attracted(*score, change);
                }
            }
        }
    }
}

/// The place of a move in an order shuffled by a seed: the highest byte of a hash of the position's key, the seed and the move's
/// number.
fn shuffled(key: u64, seed: u32, number: usize) -> u64 {
    let mut hash =
        key ^ u64::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) << 17;
    for _ in 0..2 {
        hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    hash >> 56
}

#[cfg(test)]
mod tests {
    use plybench_engine::game::{Game, MoveKind, chess::Chess};

    use super::*;

    #[test]
    fn all_history_scores_are_halved_when_one_exceeds_the_largest() {
        let position = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let mut moves = Vec::new();
        position.for_each_move(MoveKind::All, |mv| moves.push(mv));
        let by = Ordering {
            table_move: false,
            mvv_lva: false,
            killers: false,
            history: true,
            history_gravity: false,
            countermoves: false,
            continuation_history: false,
            losing_captures_last: false,
            ties: Ties::Generation,
        };
        let mut order = MoveOrder::new(by, Chess::HISTORY_SIZE);
        order.failed_high(&position, (0, 64), moves[1], &[]);
        // 256 times 64² is the largest score.
        for _ in 0..256 {
            order.failed_high(&position, (0, 64), moves[0], &[]);
        }
        let scores = |order: &MoveOrder<_>| {
            [0, 1].map(|number: usize| order.history[position.history_index(moves[number])])
        };
        assert_eq!(scores(&order), [1 << 20, 4096]);
        order.failed_high(&position, (0, 1), moves[0], &[]);
        assert_eq!(scores(&order), [1 << 19, 2048]);
    }
}
