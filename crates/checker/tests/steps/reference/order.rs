//! The order of a node's moves.

use std::cmp::Reverse;

use plybench_engine::game::{Game, MoveClass, MoveKind};

use plybench_checker::settings::{Ordering, Settings, Ties};

/// All history scores are halved if one exceeds this.
const MOST_HISTORY: u32 = 1 << 20;

/// The settings, and what was learned about moves.
pub(super) struct Order<G: Game> {
    settings: Ordering,
    /// Whether all promotions are moves, or only those to the best piece.
    under_promotion: bool,
    /// By ply, the latest first.
    killers: Vec<Vec<G::Move>>,
    history: Vec<u32>,
}

impl<G: Game> Order<G> {
    pub(super) fn new(settings: &Settings) -> Self {
        Order {
            settings: settings.ordering,
            under_promotion: settings.under_promotion,
            killers: vec![Vec::new(); 256],
            history: vec![0; G::HISTORY_SIZE],
        }
    }

    /// The moves of a position in the order in which they are tried.
    pub(super) fn moves(&self, position: &G, kind: MoveKind, ply: i32) -> Vec<G::Move> {
        let mut ranked = Vec::new();
        position.for_each_move(kind, |mv| {
            if position.is_under_promotion(mv) && !self.under_promotion {
                return;
            }
            let place = self.place(position.key(), ranked.len());
            ranked.push((Reverse(self.rank(position, mv, ply)), place, mv));
        });
        ranked.sort_by_key(|&(rank, place, _)| (rank, place));
        ranked.into_iter().map(|(_, _, mv)| mv).collect()
    }

    /// The group of a move and its merit within the group; the larger come first.
    fn rank(&self, position: &G, mv: G::Move, ply: i32) -> (u8, u32) {
        match position.classify(mv) {
            MoveClass::Tactical(merit) if self.settings.mvv_lva => (2, merit.into()),
            MoveClass::Tactical(_) => (0, 0),
            MoveClass::Quiet => {
                let killer = self.killers[ply as usize].iter().position(|&k| k == mv);
                match killer {
                    Some(age) if self.settings.killers => (1, 2 - age as u32),
                    _ if self.settings.history => (0, self.history[position.history_index(mv)]),
                    _ => (0, 0),
                }
            }
        }
    }

    /// The place among moves of the same rank, from the number in the order of generation.
    fn place(&self, key: u64, number: usize) -> u64 {
        let Ties::Random(seed) = self.settings.ties else {
            return number as u64;
        };
        let mut x =
            key ^ u64::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((number as u64) << 17);
        for _ in 0..2 {
            x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        x >> 56
    }

    /// Learns from a move that failed high.
    pub(super) fn learn(&mut self, position: &G, mv: G::Move, ply: i32, depth: i32) {
        if position.classify(mv) != MoveClass::Quiet {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if killers.first() != Some(&mv) {
            killers.insert(0, mv);
            killers.truncate(2);
        }
        let score = &mut self.history[position.history_index(mv)];
        *score += (depth * depth) as u32;
        if *score > MOST_HISTORY {
            for score in &mut self.history {
                *score /= 2;
            }
        }
    }
}
