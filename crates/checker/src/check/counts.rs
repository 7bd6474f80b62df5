//! The search's counters, counted anew from its steps.

use std::collections::BTreeMap;

use crate::trace::{End, NOBODY, OTHERS, Step, named};

/// The last counter of cutoffs by move counts all later moves too.
const LAST_MOVE: usize = 31;

/// What a technique did, by the order of its numbers in the summary.
#[derive(Clone, Copy)]
enum Act {
    Cut,
    Narrowed,
    Skipped,
    Reduced,
    SearchedAgain,
    Extended,
    Requested,
}
const ACTS: usize = Act::Requested as usize + 1;

/// The places of the counters after those of the ends, in the order of [`OTHERS`].
const CLOSED: usize = End::ALL.len();
const NARROWED: usize = CLOSED + 2;
const TABLE_HITS: usize = NARROWED + 2;
const TABLE_OVERWRITES: usize = TABLE_HITS + 1;
const CUTOFFS_BY_MOVE: usize = TABLE_OVERWRITES + 1;
const CUTOFFS_BY_PLY: usize = CUTOFFS_BY_MOVE + 1;
/// The place of the first technique's counter.
const TECHNIQUES: usize = CLOSED + OTHERS.len();

/// Each counter has one number, or one for each ply, move or act.
#[derive(Default)]
pub(super) struct Counts(Vec<Vec<u64>>);

impl Counts {
    fn increase(&mut self, counter: usize, at: usize) {
        if self.0.len() <= counter {
            self.0.resize(counter + 1, Vec::new());
        }
        let counts = &mut self.0[counter];
        if counts.len() <= at {
            counts.resize(at + 1, 0);
        }
        counts[at] += 1;
    }

    fn act(&mut self, by: u8, act: Act) {
        if by != NOBODY {
            self.increase(TECHNIQUES + usize::from(by), act as usize);
        }
    }

    /// Increases every counter that the step belongs to.
    pub(super) fn add(&mut self, step: Step) {
        match step {
            Step::Left { ply, end, by, .. } => {
                self.increase(end as usize, ply.into());
                self.act(by, Act::Cut);
            }
            Step::KingCaptured { ply, .. } => {
                self.increase(End::KingCaptured as usize, usize::from(ply) + 1);
            }
            Step::Narrowed { side, by, .. } => {
                self.increase(NARROWED + side as usize, 0);
                self.act(by, Act::Narrowed);
            }
            Step::Closed { ply, side, .. } => self.increase(CLOSED + side as usize, ply.into()),
            Step::TableHit { .. } => self.increase(TABLE_HITS, 0),
            Step::Stored {
                overwrote: true, ..
            } => self.increase(TABLE_OVERWRITES, 0),
            Step::BetaCutoff { ply, number, .. } => {
                self.increase(CUTOFFS_BY_PLY, ply.into());
                self.increase(CUTOFFS_BY_MOVE, usize::from(number).min(LAST_MOVE));
            }
            Step::SubSearch { by, .. } => self.act(by, Act::Requested),
            Step::Skipped { by, .. } => self.act(by, Act::Skipped),
            Step::Extended { by, .. } => self.act(by, Act::Extended),
            Step::Reduced { by, .. } | Step::Shortened { by, .. } => self.act(by, Act::Reduced),
            Step::DepthChanged {
                from, depth, by, ..
            } => self.act(
                by,
                if depth < from {
                    Act::Reduced
                } else {
                    Act::Extended
                },
            ),
            Step::SearchedAgain { by, .. } => self.act(by, Act::SearchedAgain),
            Step::Iteration { .. }
            | Step::Driven { .. }
            | Step::Entered { .. }
            | Step::Shallower { .. }
            | Step::FirstMove { .. }
            | Step::Searched { .. }
            | Step::Stored { .. } => {}
        }
    }

    /// Every count that is not 0, by name.
    pub(super) fn by_name(mut self) -> BTreeMap<String, Vec<u64>> {
        for acts in self.0.iter_mut().skip(TECHNIQUES) {
            acts.resize(ACTS, 0);
        }
        named(self.0)
    }
}
