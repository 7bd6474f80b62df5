//! Where a search cuts, by kind and ply, and with which move it fails high.
//!
//! Counts are those of a record: since the search began, iterations 1 to d together. Of each position
//! they are taken at the deepest depth that all variants completed, and summed, so that what one
//! variant cuts more is not what it searched more.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use super::{
    ground::ground,
    outcomes::{Outcome, Outcomes},
};
use crate::store::{Line, ReadError, Record, read_records};

/// How a node comes to be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The window closed at the lower bound of mate distance pruning.
    MdpLower,
    /// It closed at the upper bound.
    MdpUpper,
    /// The table's entry served.
    Table,
    /// Another technique's cutoff.
    Technique,
    /// A move failed high.
    BetaCutoff,
}

impl Kind {
    /// All kinds, in the order of the search's steps.
    pub const ALL: [Kind; 5] = [
        Kind::MdpLower,
        Kind::MdpUpper,
        Kind::Table,
        Kind::Technique,
        Kind::BetaCutoff,
    ];

    /// Its counts in a record, from ply 0.
    fn counts(self, record: &Record) -> &[u64] {
        match self {
            Kind::MdpLower => &record.cuts_by_ply.mdp_lower,
            Kind::MdpUpper => &record.cuts_by_ply.mdp_upper,
            Kind::Table => &record.cuts_by_ply.table,
            Kind::Technique => &record.cuts_by_ply.technique,
            Kind::BetaCutoff => &record.beta_cutoffs_by_ply,
        }
    }
}

/// The cuts of one variant, summed over positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    by_ply: [Vec<u64>; Kind::ALL.len()],
    /// Nodes whose move 0, 1, 2, … failed high.
    pub by_move: Vec<u64>,
}

impl Cuts {
    /// The nodes that were cut in a way, from ply 0.
    #[must_use]
    pub fn by_ply(&self, kind: Kind) -> &[u64] {
        &self.by_ply[kind as usize]
    }

    /// For each move number from 1 its share of the nodes that failed high; of no such node, empty.
    #[must_use]
    pub fn share_by_move(&self) -> Vec<f64> {
        let all: u64 = self.by_move.iter().sum();
        if all == 0 {
            return Vec::new();
        }
        let share = |&count: &u64| count as f64 / all as f64;
        self.by_move.iter().map(share).collect()
    }

    fn add(&mut self, record: &Record) {
        for kind in Kind::ALL {
            add(&mut self.by_ply[kind as usize], kind.counts(record));
        }
        add(&mut self.by_move, &record.beta_cutoffs_by_move);
    }
}

fn add(sums: &mut Vec<u64>, counts: &[u64]) {
    sums.resize(sums.len().max(counts.len()), 0);
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum = sum.saturating_add(*count);
    }
}

/// The cuts of some variants on the same positions at the same depths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllCuts {
    /// How many positions have a depth that all variants completed.
    pub positions: usize,
    /// The shallowest and the deepest such depth, in plies; 0 without a position.
    pub depths: (usize, usize),
    /// For each variant its cuts.
    pub variants: Vec<Cuts>,
}

impl AllCuts {
    /// Reads them from a run's directory, whose jobs have been read before.
    ///
    /// # Errors
    /// If the records cannot be read or are damaged.
    pub fn read(
        directory: &Path,
        outcomes: &Outcomes,
        variants: &[&str],
    ) -> Result<Self, ReadError> {
        let mut gatherer = Gatherer::new(outcomes, variants);
        read_records(directory, |line| {
            if let Line::Record(record) = line {
                gatherer.receive(&record);
            }
        })?;
        Ok(gatherer.cuts)
    }
}

/// Picks the records that count.
struct Gatherer<'o> {
    variant_at: HashMap<&'o str, usize>,
    /// For each position with a common depth that depth and each variant's job.
    wanted: HashMap<&'o str, (usize, Vec<&'o str>)>,
    /// Jobs whose counts are in, since a file may hold one twice.
    seen: HashSet<(usize, String)>,
    cuts: AllCuts,
}

impl<'o> Gatherer<'o> {
    fn new(outcomes: &'o Outcomes, variants: &[&'o str]) -> Self {
        let jobs: Vec<Vec<Option<&Outcome>>> = variants
            .iter()
            .map(|&variant| outcomes.of(variant).collect())
            .collect();
        let ground = ground(outcomes, variants);
        let mut wanted = HashMap::new();
        for (at, position) in outcomes.positions().iter().enumerate() {
            let common = ground[at].map_or(0, |common| common.depth);
            if common > 0 {
                let jobs = jobs.iter().filter_map(|jobs| jobs[at]);
                let ids = jobs.map(|job| job.job.as_str()).collect();
                wanted.insert(position.position.as_str(), (common, ids));
            }
        }
        let depths = wanted.values().map(|(depth, _)| *depth);
        let depths = (depths.clone().min(), depths.max());
        Gatherer {
            variant_at: variants.iter().copied().zip(0..).collect(),
            seen: HashSet::new(),
            cuts: AllCuts {
                positions: wanted.len(),
                depths: (depths.0.unwrap_or(0), depths.1.unwrap_or(0)),
                variants: vec![Cuts::default(); variants.len()],
            },
            wanted,
        }
    }

    fn receive(&mut self, record: &Record) {
        let Some(&variant) = self.variant_at.get(record.variant.as_str()) else {
            return;
        };
        let Some((depth, jobs)) = self.wanted.get(record.position.as_str()) else {
            return;
        };
        let counts = usize::from(record.depth) == *depth && record.job == jobs[variant];
        if counts && self.seen.insert((variant, record.position.clone())) {
            self.cuts.variants[variant].add(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use crate::store::Ended;

    fn record(variant: &str, position: &str, depth: u8, by_move: &[u64], by_ply: &[u64]) -> Record {
        let line = serde_json::json!({
            "job": "job", "variant": variant, "position": position, "depth": depth, "score": {"cp": 3},
            "nodes": 9, "nodes_to_pv": 9, "best_move": "a2a1", "pv": ["a2a1"],
            "ends": serde_json::to_value(crate::store::EndCounts::default()).unwrap(),
            "mdp_cuts": [0, 0], "mdp_narrowed": [0, 0], "table_hits": 0, "table_overwrites": 0,
            "cuts_by_ply": {"mdp_lower": [0, 1], "mdp_upper": [2], "table": [0, 0, 3], "technique": [4]},
            "beta_cutoffs_by_move": by_move, "beta_cutoffs_by_ply": by_ply,
        });
        serde_json::from_value(line).unwrap()
    }

    #[test]
    fn counts_are_summed_at_the_depths_that_all_completed() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let outcomes = outcomes(vec![
            vec![deep(&[1, 2]), deep(&[1]), None],
            vec![deep(&[1, 2, 3]), deep(&[1]), deep(&[1])],
        ]);
        let mut gatherer = Gatherer::new(&outcomes, &["a", "b"]);
        for record in [
            record("a", "p0", 1, &[50], &[50]),
            record("a", "p0", 2, &[6, 0, 3], &[0, 9]),
            record("a", "p0", 2, &[6, 0, 3], &[0, 9]),
            record("a", "p1", 1, &[0, 3], &[1, 1, 1]),
            record("b", "p0", 3, &[70], &[70]),
            record("b", "p2", 1, &[70], &[70]),
            record("c", "p0", 2, &[70], &[70]),
        ] {
            gatherer.receive(&record);
        }
        let mut other = record("b", "p0", 2, &[80], &[80]);
        other.job = "an earlier one".to_owned();
        gatherer.receive(&other);
        let cuts = gatherer.cuts;
        assert_eq!((cuts.positions, cuts.depths), (2, (1, 2)));
        let [a, b] = &cuts.variants[..] else {
            panic!("{cuts:?}");
        };
        // Two records count.
        assert_eq!(a.by_ply(Kind::MdpLower), [0, 2]);
        assert_eq!(a.by_ply(Kind::MdpUpper), [4]);
        assert_eq!(a.by_ply(Kind::Table), [0, 0, 6]);
        assert_eq!(a.by_ply(Kind::Technique), [8]);
        assert_eq!(a.by_ply(Kind::BetaCutoff), [1, 10, 1]);
        assert_eq!(a.by_move, [6, 3, 3]);
        assert_eq!(a.share_by_move(), [0.5, 0.25, 0.25]);
        assert_eq!(*b, Cuts::default());
        assert!(b.share_by_move().is_empty());
    }
}
