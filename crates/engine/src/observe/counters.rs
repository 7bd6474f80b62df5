//! Counts of how nodes end and what techniques do.

use super::{End, Event, SearchObserver};
use crate::{
    game::Game,
    techniques::{MateBound, TechniqueId},
    units::{MAX_PLY, Ply},
};

/// The number of counters for cutoffs by move; the last one counts all later moves together.
const MOVE_COUNTERS: usize = 32;
/// The number of counters by ply: more than there are plies, and one for each value of a byte.
const PLIES: usize = 256;
const _: () = assert!(MAX_PLY < PLIES);
/// The number of ways in which a node can end, rounded up to a power of two.
const WAYS: usize = End::ALL.len().next_power_of_two();

/// A count for each ply.
type ByPly = [u64; PLIES];

/// An effect that a technique can have.
#[derive(Clone, Copy)]
enum Act {
    Cut,
    Narrowed,
    Skipped,
    Reduced,
    SearchedAgain,
    Extended,
    Asked,
}
const ACTS: usize = Act::Asked as usize + 1;

/// The effects of one technique. If two techniques act on the same move, the one with the larger effect is counted; on a tie, the
/// one that comes first in the registry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByTechnique {
    /// Nodes that it ended without searching their moves.
    pub cuts: u64,
    /// Bounds that it moved without closing the window.
    pub narrowed: u64,
    /// Moves that it skipped.
    pub skipped: u64,
    /// Moves that it reduced.
    pub reduced: u64,
    /// Reduced moves that beat alpha and were searched again without the reduction.
    pub searched_again: u64,
    /// Moves that it extended.
    pub extended: u64,
    /// Searches below a node, or of the node itself, that it requested.
    pub asked: u64,
}

/// Counts of everything that ends a node or narrows a window.
///
/// The counts accumulate over the iterations of a search. The difference of two copies is what
/// happened in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// By ply, then by way to end.
    ends: [[u64; WAYS]; PLIES],
    /// By bound, then by ply.
    mdp_cuts: [ByPly; 2],
    /// Windows narrowed but not closed, by bound: lower, upper. A node may be counted twice.
    pub mdp_narrowed: [u64; 2],
    /// Probes that found an entry, whether it ended the node or not.
    pub table_hits: u64,
    /// Entries overwritten by those of other positions.
    pub table_overwrites: u64,
    cutoffs_by_move: [u64; MOVE_COUNTERS],
    cutoffs_by_ply: ByPly,
    /// The effects of techniques, by effect and then by technique.
    acts: [[u64; TechniqueId::MOST]; ACTS],
}

impl Default for Counters {
    fn default() -> Self {
        Counters {
            ends: [[0; WAYS]; PLIES],
            mdp_cuts: [[0; PLIES]; 2],
            mdp_narrowed: [0; 2],
            table_hits: 0,
            table_overwrites: 0,
            cutoffs_by_move: [0; MOVE_COUNTERS],
            cutoffs_by_ply: [0; PLIES],
            acts: [[0; TechniqueId::MOST]; ACTS],
        }
    }
}

impl Counters {
    /// Sets all counts to 0.
    pub fn clear(&mut self) {
        let Counters {
            ends,
            mdp_cuts,
            mdp_narrowed,
            table_hits,
            table_overwrites,
            cutoffs_by_move,
            cutoffs_by_ply,
            acts,
        } = self;
        // A short search reaches few plies, and testing the others is faster than clearing them.
        for ways in ends {
            if ways.iter().fold(0, |any, count| any | count) != 0 {
                *ways = [0; WAYS];
            }
        }
        *mdp_cuts = [[0; PLIES]; 2];
        *mdp_narrowed = [0; 2];
        (*table_hits, *table_overwrites) = (0, 0);
        *cutoffs_by_move = [0; MOVE_COUNTERS];
        *cutoffs_by_ply = [0; PLIES];
        *acts = [[0; TechniqueId::MOST]; ACTS];
    }

    /// Nodes that ended in this way.
    #[must_use]
    pub fn ended(&self, end: End) -> u64 {
        self.ends.iter().map(|ways| ways[end as usize]).sum()
    }

    /// The same at ply 0, 1, 2, …; without trailing zeros.
    #[must_use]
    pub fn ended_by_ply(&self, end: End) -> Vec<u64> {
        let last = self.ends.iter().rposition(|ways| ways[end as usize] > 0);
        let plies = &self.ends[..last.map_or(0, |last| last + 1)];
        plies.iter().map(|ways| ways[end as usize]).collect()
    }

    /// Nodes that ended in any way: once a search is over, all nodes entered.
    #[must_use]
    pub fn all_ends(&self) -> u64 {
        self.ends.iter().flatten().sum()
    }

    /// Windows closed by mate distance pruning, by bound: lower, upper.
    #[must_use]
    pub fn mdp_cuts(&self) -> [u64; 2] {
        [MateBound::Lower, MateBound::Upper].map(|bound| self.mdp_cuts_by_ply(bound).iter().sum())
    }

    /// Windows closed by one bound at ply 0, 1, 2, …; without trailing zeros.
    #[must_use]
    pub fn mdp_cuts_by_ply(&self, bound: MateBound) -> &[u64] {
        trimmed(&self.mdp_cuts[bound as usize])
    }

    /// Nodes whose move with number 0, 1, 2, … failed high; without trailing zeros. The last
    /// possible number, 31, includes all later moves.
    #[must_use]
    pub fn cutoffs_by_move(&self) -> &[u64] {
        trimmed(&self.cutoffs_by_move)
    }

    /// Nodes at ply 0, 1, 2, … with a move that failed high; without trailing zeros.
    #[must_use]
    pub fn cutoffs_by_ply(&self) -> &[u64] {
        trimmed(&self.cutoffs_by_ply)
    }

    /// The effects of a technique.
    #[must_use]
    pub fn by(&self, technique: TechniqueId) -> ByTechnique {
        let count = |act: Act| self.acts[act as usize][technique.place()];
        ByTechnique {
            cuts: count(Act::Cut),
            narrowed: count(Act::Narrowed),
            skipped: count(Act::Skipped),
            reduced: count(Act::Reduced),
            searched_again: count(Act::SearchedAgain),
            extended: count(Act::Extended),
            asked: count(Act::Asked),
        }
    }

    #[inline(always)]
    fn count(&mut self, act: Act, by: TechniqueId) {
        self.acts[act as usize][by.place()] += 1;
    }

    /// Nodes whose first move failed high.
    #[must_use]
    pub fn first_move_cutoffs(&self) -> u64 {
        self.cutoffs_by_move[0]
    }
}

/// A ply as an index that needs no bounds check.
#[inline(always)]
fn ply_index(ply: Ply) -> usize {
    usize::from(ply.index() as u8)
}

/// The counts without trailing zeros. Nearly all are zeros, so eight are tested at a time.
fn trimmed(mut counts: &[u64]) -> &[u64] {
    while let Some((others, last)) = counts.split_last_chunk::<8>()
        && last.iter().fold(0, |any: u64, count| any | count) == 0
    {
        counts = others;
    }
    while let [others @ .., 0] = counts {
        counts = others;
    }
    counts
}

impl<G: Game> SearchObserver<G> for Counters {
    #[inline(always)]
    fn on(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Left { ply, end, by, .. } => {
                self.ends[ply_index(ply)][end as usize] += 1;
                if let Some(by) = by {
                    self.count(Act::Cut, by);
                }
            }
            Event::KingCaptured { ply, .. } => {
                self.ends[ply_index(ply.next())][End::KingCaptured as usize] += 1;
            }
            Event::Narrowed { bound, by, .. } => {
                self.mdp_narrowed[bound as usize] += 1;
                self.count(Act::Narrowed, by);
            }
            Event::Closed { ply, bound, .. } => self.mdp_cuts[bound as usize][ply_index(ply)] += 1,
            Event::TableHit { .. } => self.table_hits += 1,
            Event::Stored { overwrote, .. } => {
                if overwrote {
                    self.table_overwrites += 1;
                }
            }
            Event::Refuted { ply, number, .. } => {
                self.cutoffs_by_move[number.min(MOVE_COUNTERS - 1)] += 1;
                self.cutoffs_by_ply[ply_index(ply)] += 1;
            }
            Event::Asked { by, .. } => self.count(Act::Asked, by),
            Event::Skipped { by, .. } => self.count(Act::Skipped, by),
            Event::Extended { by, .. } => self.count(Act::Extended, by),
            Event::Reduced { by, .. } => self.count(Act::Reduced, by),
            Event::SearchedAgain { by: Some(by), .. } => {
                self.count(Act::SearchedAgain, by);
            }
            Event::Iteration { .. }
            | Event::Driven { .. }
            | Event::Entered { .. }
            | Event::Shallower { .. }
            | Event::FirstMove { .. }
            | Event::Searched { .. }
            | Event::SearchedAgain { by: None, .. } => {}
        }
    }
}
