//! The search's counters, counted anew from its steps.

use std::collections::BTreeMap;

use crate::trace::{End, NOBODY, Side, Step};

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
    Asked,
}
const ACTS: usize = Act::Asked as usize + 1;

/// Counts by name: one, or one for each ply or move.
#[derive(Default)]
pub(super) struct Counts {
    ends: [Vec<u64>; End::ALL.len()],
    closed: [Vec<u64>; 2],
    narrowed: [u64; 2],
    table_hits: u64,
    table_overwrites: u64,
    cutoffs_by_move: Vec<u64>,
    cutoffs_by_ply: Vec<u64>,
    techniques: BTreeMap<u8, [u64; ACTS]>,
}

fn increase(counts: &mut Vec<u64>, at: usize) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

impl Counts {
    fn act(&mut self, by: u8, act: Act) {
        if by != NOBODY {
            self.techniques.entry(by).or_default()[act as usize] += 1;
        }
    }

    /// Counts a step.
    pub(super) fn add(&mut self, step: Step) {
        match step {
            Step::Left { ply, end, by, .. } => {
                increase(&mut self.ends[end as usize], ply.into());
                self.act(by, Act::Cut);
            }
            Step::KingCaptured { ply, .. } => {
                let below = usize::from(ply) + 1;
                increase(&mut self.ends[End::KingCaptured as usize], below);
            }
            Step::Narrowed { side, by, .. } => {
                self.narrowed[side as usize] += 1;
                self.act(by, Act::Narrowed);
            }
            Step::Closed { ply, side, .. } => increase(&mut self.closed[side as usize], ply.into()),
            Step::TableHit { .. } => self.table_hits += 1,
            Step::Stored { overwrote, .. } => self.table_overwrites += u64::from(overwrote),
            Step::Refuted { ply, number, .. } => {
                increase(&mut self.cutoffs_by_ply, ply.into());
                increase(
                    &mut self.cutoffs_by_move,
                    usize::from(number).min(LAST_MOVE),
                );
            }
            Step::Asked { by, .. } => self.act(by, Act::Asked),
            Step::Skipped { by, .. } => self.act(by, Act::Skipped),
            Step::Extended { by, .. } => self.act(by, Act::Extended),
            Step::Reduced { by, .. } => self.act(by, Act::Reduced),
            Step::SearchedAgain { by, .. } => self.act(by, Act::SearchedAgain),
            Step::Iteration { .. }
            | Step::Driven { .. }
            | Step::Entered { .. }
            | Step::Shallower { .. }
            | Step::FirstMove { .. }
            | Step::Searched { .. } => {}
        }
    }

    /// Every count that is not 0, by name.
    pub(super) fn by_name(&self) -> BTreeMap<String, Vec<u64>> {
        let mut all = BTreeMap::new();
        let mut add = |name: String, counts: &[u64]| {
            if counts.iter().any(|&count| count > 0) {
                all.insert(name, counts.to_vec());
            }
        };
        for &end in End::ALL {
            add(end.name().to_owned(), &self.ends[end as usize]);
        }
        for (side, name) in [(Side::Lower, "lower"), (Side::Upper, "upper")] {
            add(format!("closed_{name}"), &self.closed[side as usize]);
            add(format!("narrowed_{name}"), &[self.narrowed[side as usize]]);
        }
        add("table_hits".to_owned(), &[self.table_hits]);
        add("table_overwrites".to_owned(), &[self.table_overwrites]);
        add("cutoffs_by_move".to_owned(), &self.cutoffs_by_move);
        add("cutoffs_by_ply".to_owned(), &self.cutoffs_by_ply);
        for (place, acts) in &self.techniques {
            add(format!("technique_{place}"), acts);
        }
        all
    }
}
