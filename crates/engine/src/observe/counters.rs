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

/// A count for each ply.
type ByPly = [u64; PLIES];

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
    /// Moves and nodes that it reduced.
    pub reduced: u64,
    /// Reduced moves that beat alpha and were searched again without the reduction. If a limit stops the search, the
    /// last one is counted but may not have been carried out.
    pub searched_again: u64,
    /// Moves and nodes that it extended.
    pub extended: u64,
    /// Searches below a node, or of the node itself, that it requested. If a limit stops the search, the last one is counted but may not
    /// have been carried out.
    pub asked: u64,
}

/// Counts of everything that ends a node or narrows a window.
///
/// The counts accumulate over the iterations of a search. The difference of two copies is what
/// happened in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// By way to end, then by ply.
    ends: [ByPly; End::ALL.len()],
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
    /// The effects of techniques, by place.
    acts: [ByTechnique; TechniqueId::MOST],
}

impl Default for Counters {
    fn default() -> Self {
        Counters {
            ends: [[0; PLIES]; End::ALL.len()],
            mdp_cuts: [[0; PLIES]; 2],
            mdp_narrowed: [0; 2],
            table_hits: 0,
            table_overwrites: 0,
            cutoffs_by_move: [0; MOVE_COUNTERS],
            cutoffs_by_ply: [0; PLIES],
            acts: [ByTechnique::default(); TechniqueId::MOST],
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
        // A short search reaches few plies, and looking for the last is faster than clearing all.
        let by_ply = ends.iter_mut().chain(mdp_cuts).chain([cutoffs_by_ply]);
        for counts in by_ply {
            let reached = trimmed(counts).len();
            counts[..reached].fill(0);
        }
        *mdp_narrowed = [0; 2];
        (*table_hits, *table_overwrites) = (0, 0);
        *cutoffs_by_move = [0; MOVE_COUNTERS];
        *acts = [ByTechnique::default(); TechniqueId::MOST];
    }

    /// Nodes that ended in this way.
    #[must_use]
    pub fn ended(&self, end: End) -> u64 {
        self.ends[end as usize].iter().sum()
    }

    /// The same at ply 0, 1, 2, …; without trailing zeros.
    #[must_use]
    pub fn ended_by_ply(&self, end: End) -> &[u64] {
        trimmed(&self.ends[end as usize])
    }

    /// Nodes that ended in any way: once a search is over, all nodes entered.
    #[must_use]
    pub fn all_ends(&self) -> u64 {
        self.ends.iter().flatten().sum()
    }

    /// Windows that one bound of mate distance pruning closed.
    #[must_use]
    pub fn mdp_cuts(&self, bound: MateBound) -> u64 {
        self.mdp_cuts_by_ply(bound).iter().sum()
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
        self.acts[technique.place()]
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
                self.ends[end as usize][ply_index(ply)] += 1;
                if let Some(by) = by {
                    self.acts[by.place()].cuts += 1;
                }
            }
            Event::KingCaptured { ply, .. } => {
                self.ends[End::KingCaptured as usize][ply_index(ply.next())] += 1;
            }
            Event::Narrowed { bound, by, .. } => {
                self.mdp_narrowed[bound as usize] += 1;
                self.acts[by.place()].narrowed += 1;
            }
            Event::Closed { ply, bound, .. } => self.mdp_cuts[bound as usize][ply_index(ply)] += 1,
            Event::TableHit { .. } => self.table_hits += 1,
            Event::Stored { overwrote, .. } => {
                if overwrote {
                    self.table_overwrites += 1;
                }
            }
            Event::BetaCutoff { ply, number, .. } => {
                self.cutoffs_by_move[number.min(MOVE_COUNTERS - 1)] += 1;
                self.cutoffs_by_ply[ply_index(ply)] += 1;
            }
            Event::SubSearch { by, .. } => self.acts[by.place()].asked += 1,
            Event::Skipped { by, .. } => self.acts[by.place()].skipped += 1,
            Event::Extended { by, .. } => self.acts[by.place()].extended += 1,
            Event::Reduced { by, .. } | Event::Shortened { by, .. } => {
                self.acts[by.place()].reduced += 1;
            }
            Event::DepthChanged {
                from, depth, by, ..
            } => {
                let acts = &mut self.acts[by.place()];
                acts.reduced += u64::from(depth < from);
                acts.extended += u64::from(depth > from);
            }
            Event::SearchedAgain { by: Some(by), .. } => {
                self.acts[by.place()].searched_again += 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::explicit_tree::TreePosition,
        observe::SubSearchOf,
        score::Score,
        table::{Bound, Entry},
        units::Depth,
        window::Window,
    };

    type Seen = Event<'static, TreePosition>;

    /// Events of every kind, at many plies, of many techniques.
    fn events(entry: &'static Entry<u16>) -> Vec<Seen> {
        let (mv, window, depth) = (0, Window::full(), Depth::new(1));
        let event = |n: usize| {
            let ply = Ply::new((n * 7 % 61) as u16);
            let (by, number) = (TechniqueId::at(n * 5 % 37), n % 41);
            let bound = [MateBound::Lower, MateBound::Upper][n / 3 % 2];
            match n % 17 {
                0 | 1 => Event::Left {
                    ply,
                    end: End::ALL[n / 16 % End::ALL.len()],
                    by: (!n.is_multiple_of(3)).then_some(by),
                    value: Score::evaluation(0),
                },
                2 => Event::KingCaptured { ply, mv },
                3 => Event::Narrowed {
                    ply,
                    bound,
                    window,
                    by,
                },
                4 => Event::Closed { ply, bound, by },
                5 => Event::TableHit { ply, key: 0, entry },
                6 => Event::Stored {
                    ply,
                    entry,
                    overwrote: n.is_multiple_of(3),
                },
                7 | 8 => Event::BetaCutoff { ply, mv, number },
                9 => Event::SubSearch {
                    ply,
                    asked: SubSearchOf::Pass,
                    depth,
                    window,
                    by,
                },
                10 => Event::Skipped {
                    ply,
                    mv,
                    number,
                    by,
                },
                11 => Event::Extended {
                    ply,
                    mv,
                    number,
                    plies: 1,
                    by,
                },
                12 => Event::Reduced {
                    ply,
                    mv,
                    number,
                    plies: 1,
                    by,
                },
                13 => Event::SearchedAgain {
                    ply,
                    mv,
                    number,
                    depth,
                    window,
                    by: (!n.is_multiple_of(3)).then_some(by),
                },
                14 => Event::Searched {
                    ply,
                    mv,
                    number,
                    depth,
                    window,
                },
                15 => Event::Shallower { ply, depth, by },
                _ => Event::DepthChanged {
                    ply,
                    from: Depth::new((n / 17 % 3) as u8),
                    depth,
                    by,
                },
            }
        };
        (0..3200).map(event).collect()
    }

    /// How many events are of a kind.
    fn count(events: &[Seen], is_counted: impl Fn(&Seen) -> bool) -> u64 {
        events.iter().filter(|event| is_counted(event)).count() as u64
    }

    /// The same for 0, 1, 2, …, without trailing zeros.
    fn by_number(events: &[Seen], number: impl Fn(&Seen) -> Option<usize>) -> Vec<u64> {
        let mut counts = vec![0; 300];
        for number in events.iter().filter_map(number) {
            counts[number] += 1;
        }
        counts.truncate(
            counts
                .iter()
                .rposition(|&count| count > 0)
                .map_or(0, |last| last + 1),
        );
        counts
    }

    fn assert_counted(counters: &Counters, events: &[Seen]) {
        let mut all_ends = 0;
        for end in End::ALL {
            let by_ply = by_number(events, |event| match *event {
                Event::Left { ply, end: own, .. } if own == end => Some(ply.index()),
                // The node after the move.
                Event::KingCaptured { ply, .. } if end == End::KingCaptured => {
                    Some(ply.index() + 1)
                }
                _ => None,
            });
            assert_eq!(counters.ended_by_ply(end), by_ply, "{end:?}");
            assert_eq!(counters.ended(end), by_ply.iter().sum::<u64>(), "{end:?}");
            all_ends += counters.ended(end);
        }
        assert_eq!(counters.all_ends(), all_ends);
        for bound in [MateBound::Lower, MateBound::Upper] {
            let closed = by_number(events, |event| match *event {
                Event::Closed {
                    ply, bound: own, ..
                } if own == bound => Some(ply.index()),
                _ => None,
            });
            assert_eq!(counters.mdp_cuts_by_ply(bound), closed);
            assert_eq!(counters.mdp_cuts(bound), closed.iter().sum::<u64>());
            let is_narrowed =
                |event: &Seen| matches!(*event, Event::Narrowed { bound: own, .. } if own == bound);
            assert_eq!(
                counters.mdp_narrowed[bound as usize],
                count(events, is_narrowed)
            );
        }
        let hits = count(events, |event| matches!(event, Event::TableHit { .. }));
        assert_eq!(counters.table_hits, hits);
        let overwrote = |event: &Seen| {
            matches!(
                event,
                Event::Stored {
                    overwrote: true,
                    ..
                }
            )
        };
        assert_eq!(counters.table_overwrites, count(events, overwrote));
        let by_move = by_number(events, |event| match *event {
            Event::BetaCutoff { number, .. } => Some(number.min(31)),
            _ => None,
        });
        assert_eq!(counters.cutoffs_by_move(), by_move);
        assert_eq!(
            counters.first_move_cutoffs(),
            by_move.first().copied().unwrap_or(0)
        );
        let by_ply = by_number(events, |event| match *event {
            Event::BetaCutoff { ply, .. } => Some(ply.index()),
            _ => None,
        });
        assert_eq!(counters.cutoffs_by_ply(), by_ply);
        for technique in (0..TechniqueId::MOST).map(TechniqueId::at) {
            let mut acts = [0; 7];
            for event in events {
                let (act, by) = match *event {
                    Event::Left { by, .. } => (0, by),
                    Event::Narrowed { by, .. } => (1, Some(by)),
                    Event::Skipped { by, .. } => (2, Some(by)),
                    Event::Reduced { by, .. } => (3, Some(by)),
                    Event::SearchedAgain { by, .. } => (4, by),
                    Event::Extended { by, .. } => (5, Some(by)),
                    Event::SubSearch { by, .. } => (6, Some(by)),
                    Event::DepthChanged {
                        from, depth, by, ..
                    } if from != depth => (if depth < from { 3 } else { 5 }, Some(by)),
                    _ => continue,
                };
                acts[act] += u64::from(by == Some(technique));
            }
            let [
                cuts,
                narrowed,
                skipped,
                reduced,
                searched_again,
                extended,
                asked,
            ] = acts;
            let wanted = ByTechnique {
                cuts,
                narrowed,
                skipped,
                reduced,
                searched_again,
                extended,
                asked,
            };
            assert_eq!(counters.by(technique), wanted, "{technique:?}");
        }
    }

    #[test]
    fn every_event_is_counted_once_where_it_belongs() {
        let score = Score::evaluation(0).at_node(Ply::ROOT);
        let entry = Box::leak(Box::new(Entry::new(
            0,
            score,
            Depth::new(1),
            Bound::Exact,
            None,
        )));
        let events = events(entry);
        let mut counters = Counters::default();
        // Lengths that are not a multiple of eight, and none, are trimmed too.
        for end in [0, 1, 17, 100, events.len()] {
            counters.clear();
            assert_eq!(counters, Counters::default());
            for event in &events[..end] {
                counters.on(event);
            }
            assert_counted(&counters, &events[..end]);
        }
    }

    #[test]
    fn equal_counts_are_cleared_and_kept_too() {
        let mut counters = Counters::default();
        let at_ply = |ply: u16| -> [Seen; 3] {
            let ply = Ply::new(ply);
            let left = |end| Event::Left {
                ply,
                end,
                by: None,
                value: Score::evaluation(0),
            };
            let refuted = Event::BetaCutoff {
                ply,
                mv: 0,
                number: 0,
            };
            [left(End::Horizon), left(End::Expanded), refuted]
        };
        (8..16)
            .flat_map(at_ply)
            .for_each(|event| counters.on(&event));
        assert_eq!(counters.cutoffs_by_ply(), [[0; 8], [1; 8]].concat());
        counters.clear();
        assert_eq!(counters, Counters::default());
    }
}
