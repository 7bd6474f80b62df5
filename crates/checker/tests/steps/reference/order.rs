//! The order of a node's moves.

use std::{cmp::Reverse, collections::HashMap};

use plybench_engine::game::{Game, MoveClass, MoveKind};

use plybench_checker::settings::{Ordering, Settings, Ties};

/// All history scores are halved if one exceeds this.
const MOST_HISTORY: i32 = 1 << 20;

/// The last two moves before a node, by kind.
type Answers = [Option<usize>; 2];

/// The settings, and what was learned about moves.
pub(super) struct Order<G: Game> {
    settings: Ordering,
    /// Whether all promotions are moves, or only those to the best piece.
    under_promotion: bool,
    /// By ply, the latest first.
    killers: Vec<Vec<G::Move>>,
    history: Vec<i32>,
    /// By the number of plies between, the kind of the earlier move, and that of the answer.
    pairs: HashMap<(usize, usize, usize), i32>,
    /// What refuted each kind of move last.
    refutations: HashMap<usize, G::Move>,
}

impl<G: Game> Order<G> {
    pub(super) fn new(settings: &Settings) -> Self {
        Order {
            settings: settings.ordering,
            under_promotion: settings.under_promotion,
            killers: vec![Vec::new(); 256],
            history: vec![0; G::HISTORY_SIZE],
            pairs: HashMap::new(),
            refutations: HashMap::new(),
        }
    }

    /// The moves of a position in the order in which they are tried.
    pub(super) fn moves(
        &self,
        position: &G,
        kind: MoveKind,
        ply: i32,
        answers: Answers,
    ) -> Vec<G::Move> {
        let mut ranked = Vec::new();
        position.for_each_move(kind, |mv| {
            if position.is_under_promotion(mv) && !self.under_promotion {
                return;
            }
            let place = self.place(position.key(), ranked.len());
            let rank = self.rank(position, mv, ply, answers);
            ranked.push((Reverse(rank), place, mv));
        });
        ranked.sort_by_key(|&(rank, place, _)| (rank, place));
        ranked.into_iter().map(|(_, _, mv)| mv).collect()
    }

    /// The group of a move and its merit within the group; the larger come first.
    fn rank(&self, position: &G, mv: G::Move, ply: i32, answers: Answers) -> (i8, i32) {
        let by = self.settings;
        if let MoveClass::Tactical(merit) = position.classify(mv) {
            let merit = if by.mvv_lva { merit.into() } else { 0 };
            let loses = by.losing_captures_last && position.exchange(mv) < Some(0);
            let group = match (loses, by.mvv_lva) {
                (true, _) => -1,
                (false, true) => 2,
                (false, false) => 0,
            };
            return (group, merit);
        }
        let killer = self.killers[ply as usize].iter().position(|&k| k == mv);
        if by.killers
            && let Some(age) = killer
        {
            return (1, 2 - age as i32);
        }
        let refutation = answers[0].and_then(|kind| self.refutations.get(&kind));
        if by.countermoves && refutation == Some(&mv) {
            return (1, 0);
        }
        (0, self.history(position, mv, answers))
    }

    /// The history score of a move; 0 unless it is quiet.
    pub(super) fn history(&self, position: &G, mv: G::Move, answers: Answers) -> i32 {
        if !self.settings.history || position.classify(mv) != MoveClass::Quiet {
            return 0;
        }
        let own = self.history[position.history_index(mv)];
        if !self.settings.continuation_history {
            return own;
        }
        let pairs = Self::pairs(position, mv, answers);
        own + pairs.filter_map(|pair| self.pairs.get(&pair)).sum::<i32>()
    }

    /// The pairs of an earlier move and this one.
    fn pairs(
        position: &G,
        mv: G::Move,
        answers: Answers,
    ) -> impl Iterator<Item = (usize, usize, usize)> {
        let kind = position.arrival_index(mv);
        let earlier = answers.into_iter().enumerate();
        earlier.filter_map(move |(plies, earlier)| Some((plies, earlier?, kind)))
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

    /// Learns from a move that failed high after others had been searched in vain.
    pub(super) fn learn(
        &mut self,
        position: &G,
        mv: G::Move,
        in_vain: &[G::Move],
        (ply, depth, answers): (i32, i32, Answers),
    ) {
        if position.classify(mv) != MoveClass::Quiet {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if killers.first() != Some(&mv) {
            killers.insert(0, mv);
            killers.truncate(2);
        }
        if let Some(kind) = answers[0] {
            self.refutations.insert(kind, mv);
        }
        if !self.settings.history_gravity {
            let score = &mut self.history[position.history_index(mv)];
            *score += depth * depth;
            if *score > MOST_HISTORY {
                for score in &mut self.history {
                    *score /= 2;
                }
            }
        }
        self.pull(position, mv, answers, (375 * depth - 141).clamp(0, 1827));
        for &mv in in_vain {
            if position.classify(mv) == MoveClass::Quiet {
                self.pull(position, mv, answers, -(396 * depth - 8).clamp(0, 1192));
            }
        }
    }

    /// Changes the scores of a move, the less the nearer they are to their limit.
    fn pull(&mut self, position: &G, mv: G::Move, answers: Answers, by: i32) {
        let pull = |score: &mut i32| *score += by - *score * by.abs() / (1 << 14);
        if self.settings.history_gravity {
            pull(&mut self.history[position.history_index(mv)]);
        }
        for pair in Self::pairs(position, mv, answers) {
            pull(self.pairs.entry(pair).or_default());
        }
    }
}
