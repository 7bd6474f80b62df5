//! Move ordering: the order in which a node's moves are searched.
//!
//! Every source of ordering can be switched on and off. Moves that none of them distinguishes come in
//! the order of generation or, as a control, in a seeded random order.

mod continuation;
mod history;
mod killers;
mod move_stack;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::move_stack::MoveStack;
use self::{
    continuation::Continuation,
    history::{Change, History},
    killers::Killers,
};
use crate::{
    game::{Game, MoveClass},
    units::{Depth, Ply},
};

/// The sources of move ordering that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OrderingOptions {
    /// Whether the table's move comes first.
    pub table_move: bool,
    /// Whether captures and promotions come next, the most valuable victim first, and for equal
    /// victims the least valuable attacker.
    pub mvv_lva: bool,
    /// Whether the two quiet moves that most recently failed high at the same ply come before the
    /// other quiet moves (Akl and Newborn, "The Principal Continuation and the Killer Heuristic",
    /// 1977).
    pub killers: bool,
    /// Whether the other quiet moves are ordered by how often and at what depth they failed high
    /// elsewhere (Schaeffer, "The History Heuristic", 1983).
    pub history: bool,
    /// Whether the scores of `history` approach a limit (gravity), and quiet moves that were searched in vain before the one that failed
    /// high lose score (malus). The numbers are those of akimbo (Chess Programming Wiki, History Heuristic).
    pub history_gravity: bool,
    /// Whether the quiet move that last refuted the opponent's last move comes after the killers.
    pub countermoves: bool,
    /// Whether the scores of `history` also count how well a move answered the last two moves; always with gravity.
    pub continuation_history: bool,
    /// Whether captures and promotions that lose material by static exchange evaluation come after the quiet moves.
    pub losing_captures_last: bool,
    /// The order of moves that no other source distinguishes.
    pub ties: Ties,
}

impl OrderingOptions {
    /// No source is on, and ties are in the order of generation; the default.
    pub const NONE: Self = OrderingOptions {
        table_move: false,
        mvv_lva: false,
        killers: false,
        history: false,
        history_gravity: false,
        countermoves: false,
        continuation_history: false,
        losing_captures_last: false,
        ties: Ties::Generation,
    };

    /// Whether a source of today's engines is on. Few searches have one, so the others have no code for them.
    pub(crate) fn is_extended(&self) -> bool {
        self.history_gravity
            || self.countermoves
            || self.continuation_history
            || self.losing_captures_last
    }
}

/// The order of moves that no other source distinguishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The order in which the game generates them.
    #[default]
    Generation,
    /// Shuffled by this seed and the position's key, so a position's order is always the same.
    Random(#[schemars(range(max = 4_294_967_295u32))] u32),
}

impl Ties {
    /// The place of a move among equals, from the position's key and the move's number in the order of
    /// generation. Smaller places come first.
    #[inline(always)]
    pub(crate) fn place(self, key: u64, number: usize) -> u8 {
        match self {
            Ties::Generation => number.min(255) as u8,
            Ties::Random(seed) => shuffle(key, seed, number),
        }
    }
}

/// The table's move, or one that a technique found.
const FIRST: u32 = 0x0060_0000;
const TACTICAL: u32 = 0x0040_0000;
const KILLER: u32 = 0x0020_0000;
/// Ranks up to this are history scores.
const QUIET: u32 = 0x001F_FFFF;
/// The rank of a quiet move with the score 0, if an extended source is on: captures that lose, and negative scores, are below.
const SCORELESS: i32 = 0x0008_0000;

/// What the ordering has learned about moves.
pub(crate) struct Ordering<M> {
    killers: Killers<M>,
    history: History,
    continuation: Continuation<M>,
    /// The quiet moves of the nodes on the path that were searched without a cutoff, if they are needed.
    in_vain: Vec<M>,
}

impl<M> Default for Ordering<M> {
    fn default() -> Self {
        Ordering {
            killers: Killers::default(),
            history: History::default(),
            continuation: Continuation::default(),
            in_vain: Vec::new(),
        }
    }
}

impl<M: Copy + PartialEq> Ordering<M> {
    /// An ordering that has learned nothing, in the memory of this one.
    pub(crate) fn renewed<G: Game<Move = M>>(mut self, options: &OrderingOptions) -> Self {
        let moves = if options.history { G::HISTORY_SIZE } else { 0 };
        let continues = options.history && options.continuation_history;
        self.in_vain.clear();
        Ordering {
            killers: self.killers.renewed(),
            history: self.history.renewed(moves),
            continuation: self
                .continuation
                .renewed(G::ARRIVALS, options.countermoves, continues),
            in_vain: self.in_vain,
        }
    }

    /// Notes the move of a position that leads to the node at a ply; none for a pass.
    pub(crate) fn arrive<G: Game<Move = M>>(&mut self, ply: Ply, position: &G, mv: Option<M>) {
        let kind = mv.map(|mv| position.arrival_index(mv));
        self.continuation.arrive(ply, kind);
    }

    /// The number of moves that were searched in vain so far.
    pub(crate) fn tried(&self) -> usize {
        self.in_vain.len()
    }

    /// Notes a move that was searched without a cutoff.
    pub(crate) fn failed<G: Game<Move = M>>(&mut self, position: &G, mv: M) {
        if position.classify(mv) == MoveClass::Quiet {
            self.in_vain.push(mv);
        }
    }

    /// Forgets the moves of a node, which began with this number.
    pub(crate) fn leave(&mut self, tried: usize) {
        self.in_vain.truncate(tried);
    }

    /// The rank of a move among its siblings, below 2^23. Larger ranks come first. `may_extend` is a constant: whether an extended
    /// source may be on.
    #[inline(always)]
    pub(crate) fn rank<G: Game<Move = M>>(
        &self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        ply: Ply,
        first: Option<M>,
        may_extend: bool,
    ) -> u32 {
        if first.is_some_and(|first| first == mv) {
            return FIRST;
        }
        if may_extend && options.is_extended() {
            return self.extended_rank(options, position, mv, ply);
        }
        match position.classify(mv) {
            MoveClass::Tactical(gain) if options.mvv_lva => TACTICAL | u32::from(gain),
            MoveClass::Quiet if options.killers && self.killers.age(ply, mv).is_some() => {
                KILLER | u32::from(self.killers.age(ply, mv) == Some(0))
            }
            MoveClass::Quiet if options.history => {
                let score = self.history.score(position.history_index(mv));
                (score as u32).min(QUIET)
            }
            _ => 0,
        }
    }

    /// The same with the sources of today's engines.
    fn extended_rank<G: Game<Move = M>>(
        &self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        ply: Ply,
    ) -> u32 {
        match position.classify(mv) {
            MoveClass::Tactical(gain) => {
                let gain = if options.mvv_lva { gain.into() } else { 0 };
                let loses = || position.exchange(mv).is_some_and(|gain| gain < 0);
                if options.losing_captures_last && loses() {
                    gain
                } else if options.mvv_lva {
                    TACTICAL | gain
                } else {
                    SCORELESS as u32
                }
            }
            MoveClass::Quiet => {
                let age = self.killers.age(ply, mv).filter(|_| options.killers);
                if let Some(age) = age {
                    return KILLER | (2 - age as u32);
                }
                if options.countermoves && self.continuation.countermove(ply) == Some(mv) {
                    return KILLER;
                }
                // At least 256, above the gains of captures.
                let score = SCORELESS + self.score(options, position, mv, ply);
                (score as u32).min(QUIET)
            }
        }
    }

    /// The score of a quiet move.
    #[inline]
    fn score<G: Game<Move = M>>(
        &self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        ply: Ply,
    ) -> i32 {
        if !options.history {
            return 0;
        }
        let score = self.history.score(position.history_index(mv));
        if options.continuation_history {
            score + self.continuation.score(ply, position.arrival_index(mv))
        } else {
            score
        }
    }

    /// A move's score in the history tables; 0 without them, and for captures and promotions, which can share their squares with a
    /// quiet move.
    #[inline]
    pub(crate) fn history<G: Game<Move = M>>(
        &self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        ply: Ply,
    ) -> i32 {
        if !options.history || position.classify(mv) != MoveClass::Quiet {
            return 0;
        }
        self.score(options, position, mv, ply)
    }

    /// Learns from a move that failed high. `may_extend` is a constant: whether an extended source may be on.
    #[inline(always)]
    pub(crate) fn beta_cutoff<G: Game<Move = M>>(
        &mut self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        (ply, depth): (Ply, Depth),
        tried: usize,
        may_extend: bool,
    ) {
        let is_extended = may_extend && options.is_extended();
        if !(options.killers || options.history || is_extended)
            || position.classify(mv) != MoveClass::Quiet
        {
            return;
        }
        if options.killers {
            self.killers.remember(ply, mv);
        }
        if is_extended {
            self.learn(options, position, mv, (ply, depth), tried);
        } else if options.history {
            self.history.reward(position.history_index(mv), depth);
        }
    }

    /// Learns with the sources of today's engines. The moves from `tried` on were searched in vain.
    fn learn<G: Game<Move = M>>(
        &mut self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        (ply, depth): (Ply, Depth),
        tried: usize,
    ) {
        if options.countermoves {
            self.continuation.refuted_by(ply, mv);
        }
        if !options.history {
            return;
        }
        if !options.history_gravity {
            self.history.reward(position.history_index(mv), depth);
        }
        let (bonus, malus) = (Change::bonus(depth), Change::malus(depth));
        let losers = self.in_vain[tried..].iter().map(|&mv| (mv, malus));
        for (mv, change) in [(mv, bonus)].into_iter().chain(losers) {
            if options.history_gravity {
                self.history.change(position.history_index(mv), change);
            }
            if options.continuation_history {
                let kind = position.arrival_index(mv);
                self.continuation.change(ply, kind, change);
            }
        }
    }
}

/// A byte that depends on every bit of the input (xorshift-multiply).
fn shuffle(key: u64, seed: u32, number: usize) -> u8 {
    let mut x = key ^ u64::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) << 17;
    for _ in 0..2 {
        x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    (x >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveKind, chess::Chess};

    fn ranks(
        options: OrderingOptions,
        prepare: impl Fn(&mut Ordering<<Chess as Game>::Move>, &Chess),
    ) -> Vec<(String, u32)> {
        let position = Chess::from_fen("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1").unwrap();
        let mut ordering = Ordering::default().renewed::<Chess>(&options);
        prepare(&mut ordering, &position);
        let mut ranks = Vec::new();
        position.for_each_move(MoveKind::All, |mv| {
            ranks.push((
                position.notation(mv),
                ordering.rank(&options, &position, mv, Ply::ROOT, None, true),
            ));
        });
        ranks.sort_by_key(|&(_, rank)| std::cmp::Reverse(rank));
        ranks
    }

    fn find(position: &Chess, notation: &str) -> <Chess as Game>::Move {
        let mut found = None;
        position.for_each_move(MoveKind::All, |mv| {
            if position.notation(mv) == notation {
                found = Some(mv);
            }
        });
        found.unwrap()
    }

    #[test]
    fn techniques_see_the_history_only_if_it_is_on() {
        let position = Chess::from_fen("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1").unwrap();
        let mv = find(&position, "h1h7");
        let seen = |history: bool| {
            let options = OrderingOptions {
                history,
                ..OrderingOptions::default()
            };
            let mut ordering = Ordering::default().renewed::<Chess>(&options);
            ordering.beta_cutoff(&options, &position, mv, (Ply::ROOT, Depth::new(3)), 0, true);
            ordering.history(&options, &position, mv, Ply::ROOT)
        };
        assert_eq!((seen(true), seen(false)), (9, 0));
    }

    #[test]
    fn all_off_leaves_every_move_equal() {
        assert!(
            ranks(OrderingOptions::default(), |_, _| ())
                .iter()
                .all(|&(_, rank)| rank == 0)
        );
    }

    #[test]
    fn captures_then_killers_then_history() {
        let options = OrderingOptions {
            mvv_lva: true,
            killers: true,
            history: true,
            ..OrderingOptions::default()
        };
        let ranks = ranks(options, |ordering, position| {
            ordering.beta_cutoff(
                &options,
                position,
                find(position, "h1h7"),
                (Ply::new(5), Depth::new(3)),
                0,
                true,
            );
            ordering.beta_cutoff(
                &options,
                position,
                find(position, "e1g1"),
                (Ply::ROOT, Depth::new(1)),
                0,
                true,
            );
        });
        let order: Vec<&str> = ranks.iter().map(|(mv, _)| mv.as_str()).take(3).collect();
        assert_eq!(order, ["e4d5", "e1g1", "h1h7"]);
    }
}
