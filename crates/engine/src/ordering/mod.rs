//! Move ordering: the order in which a node's moves are searched.
//!
//! Every source of ordering can be switched on and off. Moves that none of them distinguishes come in
//! the order of generation or, as a control, in a seeded random order.

mod history;
mod killers;
mod move_stack;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::move_stack::MoveStack;
use self::{history::History, killers::Killers};
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
    /// The order of moves that no other source distinguishes.
    pub ties: Ties,
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

/// What the ordering has learned about moves.
pub(crate) struct Ordering<M> {
    killers: Killers<M>,
    history: History,
}

impl<M> Default for Ordering<M> {
    fn default() -> Self {
        Ordering {
            killers: Killers::default(),
            history: History::default(),
        }
    }
}

impl<M: Copy + PartialEq> Ordering<M> {
    /// An ordering that has learned nothing, in the memory of this one.
    pub(crate) fn renewed<G: Game<Move = M>>(self, options: &OrderingOptions) -> Self {
        let moves = if options.history { G::HISTORY_SIZE } else { 0 };
        Ordering {
            killers: self.killers.renewed(),
            history: self.history.renewed(moves),
        }
    }

    /// The rank of a move among its siblings, below 2^23. Larger ranks come first.
    #[inline(always)]
    pub(crate) fn rank<G: Game<Move = M>>(
        &self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        ply: Ply,
        first: Option<M>,
    ) -> u32 {
        if first.is_some_and(|first| first == mv) {
            return FIRST;
        }
        match position.classify(mv) {
            MoveClass::Tactical(gain) if options.mvv_lva => TACTICAL | u32::from(gain),
            MoveClass::Quiet if options.killers && self.killers.age(ply, mv).is_some() => {
                KILLER | u32::from(self.killers.age(ply, mv) == Some(0))
            }
            MoveClass::Quiet if options.history => {
                self.history.score(position.history_index(mv)).min(QUIET)
            }
            _ => 0,
        }
    }

    /// A move's score in the history table; 0 without one, and for captures and promotions, which can share their squares with a
    /// quiet move.
    #[inline]
    pub(crate) fn history<G: Game<Move = M>>(
        &self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
    ) -> u32 {
        if !options.history || position.classify(mv) != MoveClass::Quiet {
            return 0;
        }
        self.history.score(position.history_index(mv))
    }

    /// Learns from a move that failed high.
    #[inline(always)]
    pub(crate) fn beta_cutoff<G: Game<Move = M>>(
        &mut self,
        options: &OrderingOptions,
        position: &G,
        mv: M,
        ply: Ply,
        depth: Depth,
    ) {
        if !(options.killers || options.history) || position.classify(mv) != MoveClass::Quiet {
            return;
        }
        if options.killers {
            self.killers.remember(ply, mv);
        }
        if options.history {
            self.history.reward(position.history_index(mv), depth);
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
                ordering.rank(&options, &position, mv, Ply::ROOT, None),
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
            ordering.beta_cutoff(&options, &position, mv, Ply::ROOT, Depth::new(3));
            ordering.history(&options, &position, mv)
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
                Ply::new(5),
                Depth::new(3),
            );
            ordering.beta_cutoff(
                &options,
                position,
                find(position, "e1g1"),
                Ply::ROOT,
                Depth::new(1),
            );
        });
        let order: Vec<&str> = ranks.iter().map(|(mv, _)| mv.as_str()).take(3).collect();
        assert_eq!(order, ["e4d5", "e1g1", "h1h7"]);
    }
}
