//! The order of a node's moves, and what the ordering has learned.

use std::cmp::Reverse;

use plybench_engine::game::MoveClass;

use crate::{
    game::Recorded,
    settings::{Ordering, Ties},
    value::MAX_PLY,
};

/// Above this, all history scores are halved.
const MOST_HISTORY: u32 = 1 << 20;

/// The classes of moves, best first. Larger numbers come first within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Plain(u32),
    Killer(u32),
    Tactical(u32),
    First,
}

/// What the ordering has learned so far.
pub(super) struct MoveOrder<M> {
    by: Ordering,
    /// The two quiet moves that last failed high, by ply, the latest first.
    killers: Vec<[Option<M>; 2]>,
    history: Vec<u32>,
}

impl<M: Copy + PartialEq> MoveOrder<M> {
    pub(super) fn new(by: Ordering, history_size: usize) -> Self {
        MoveOrder {
            by,
            killers: vec![[None; 2]; MAX_PLY as usize + 1],
            history: vec![0; history_size],
        }
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
            MoveClass::Tactical(gain) if self.by.mvv_lva => Class::Tactical(gain.into()),
            MoveClass::Tactical(_) => Class::Plain(0),
            MoveClass::Quiet => {
                let [latest, earlier] = self.killers[ply as usize];
                match Some(mv) {
                    killer if self.by.killers && killer == latest => Class::Killer(1),
                    killer if self.by.killers && killer == earlier => Class::Killer(0),
                    _ if self.by.history => Class::Plain(self.history[position.history_index(mv)]),
                    _ => Class::Plain(0),
                }
            }
        }
    }

    /// Learns from a move that failed high at a depth.
    pub(super) fn failed_high<G: Recorded<Move = M>>(
        &mut self,
        position: &G,
        ply: i32,
        depth: i32,
        mv: M,
    ) {
        if position.classify(mv) != MoveClass::Quiet {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if self.by.history {
            let at = position.history_index(mv);
            self.history[at] += (depth * depth) as u32;
            if self.history[at] > MOST_HISTORY {
                self.history.iter_mut().for_each(|score| *score /= 2);
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
            ties: Ties::Generation,
        };
        let mut order = MoveOrder::new(by, Chess::HISTORY_SIZE);
        order.failed_high(&position, 0, 64, moves[1]);
        // 256 times 64² is the largest score.
        for _ in 0..256 {
            order.failed_high(&position, 0, 64, moves[0]);
        }
        let scores = |order: &MoveOrder<_>| {
            [0, 1].map(|number: usize| order.history[position.history_index(moves[number])])
        };
        assert_eq!(scores(&order), [1 << 20, 4096]);
        order.failed_high(&position, 0, 1, moves[0]);
        assert_eq!(scores(&order), [1 << 19, 2048]);
    }
}
