//! Where a search cuts, by kind and ply, and which move fails high.
//!
//! The counts are those of a record: they run from the start of the search, iterations 1 to d together. At each position they are
//! taken at the deepest depth that all variants completed, and summed over positions. A variant therefore does not have more cuts
//! just because it searched deeper.

use super::common_depth::CommonDepths;
use plybench_records::{Iteration, JobRecord, counts};

/// What cuts a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutKind {
    /// The window closed at the lower bound of mate distance pruning.
    MdpLower,
    /// The window closed at the upper bound of mate distance pruning.
    MdpUpper,
    /// A table entry gave the result.
    Table,
    /// Another technique than mate distance pruning gave the result.
    Technique,
    /// A move failed high.
    BetaCutoff,
}

impl CutKind {
    /// All kinds, in the order of the search's steps.
    pub const ALL: [CutKind; 5] = [
        CutKind::MdpLower,
        CutKind::MdpUpper,
        CutKind::Table,
        CutKind::Technique,
        CutKind::BetaCutoff,
    ];

    /// Returns this kind's counts in a record, from ply 0.
    fn counts(self, iteration: &Iteration) -> &[u64] {
        iteration.counts.each(match self {
            CutKind::MdpLower => counts::MDP_CUTS_LOWER_BY_PLY,
            CutKind::MdpUpper => counts::MDP_CUTS_UPPER_BY_PLY,
            CutKind::Table => counts::TABLE_CUTS_BY_PLY,
            CutKind::Technique => counts::TECHNIQUE_CUTS_BY_PLY,
            CutKind::BetaCutoff => counts::BETA_CUTOFFS_BY_PLY,
        })
    }
}

/// The cuts of one variant, summed over positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Whether the variant's searcher reports its cuts. Another program does not, although it may cut.
    pub is_reported: bool,
    by_ply: [Vec<u64>; CutKind::ALL.len()],
    /// The number of nodes at which move 0, 1, 2, … failed high.
    pub by_move: Vec<u64>,
}

impl Cuts {
    /// Returns the number of nodes that were cut in this way, from ply 0.
    #[must_use]
    pub fn by_ply(&self, kind: CutKind) -> &[u64] {
        &self.by_ply[kind as usize]
    }

    /// Returns, for the first move, the second and so on, its share of the nodes that failed high; empty if no node failed high.
    #[must_use]
    pub fn share_by_move(&self) -> Vec<f64> {
        let all: u64 = self.by_move.iter().sum();
        if all == 0 {
            return Vec::new();
        }
        let share = |&count: &u64| count as f64 / all as f64;
        self.by_move.iter().map(share).collect()
    }

    fn add(&mut self, iteration: &Iteration) {
        self.is_reported |= iteration.counts.get(counts::BETA_CUTOFFS_BY_MOVE).is_some();
        for kind in CutKind::ALL {
            add(&mut self.by_ply[kind as usize], kind.counts(iteration));
        }
        let by_move = iteration.counts.each(counts::BETA_CUTOFFS_BY_MOVE);
        add(&mut self.by_move, by_move);
    }
}

fn add(sums: &mut Vec<u64>, counts: &[u64]) {
    sums.resize(sums.len().max(counts.len()), 0);
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum = sum.saturating_add(*count);
    }
}

/// The cuts of several variants on the same positions at the same depths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutsByVariant {
    /// The number of positions with a depth that all variants completed.
    pub positions: usize,
    /// The shallowest such depth, in plies; 0 without a position.
    pub shallowest: usize,
    /// The deepest such depth, in plies; 0 without a position.
    pub deepest: usize,
    /// One entry per variant.
    pub variants: Vec<Cuts>,
}

impl CutsByVariant {
    /// No cuts yet, of these variants on these positions.
    #[must_use]
    pub fn none(common_depths: &CommonDepths) -> Self {
        CutsByVariant {
            positions: common_depths.depths().len(),
            shallowest: common_depths.depths().min().unwrap_or(0),
            deepest: common_depths.depths().max().unwrap_or(0),
            variants: vec![Cuts::default(); common_depths.variants()],
        }
    }

    /// Adds the cuts of a job; one of another variant or position is ignored.
    pub fn add(&mut self, common_depths: &CommonDepths, job: &JobRecord) {
        if let Some((variant, common)) = common_depths.find(job)
            && let Some(iteration) = job.iterations.get(common.depth - 1)
        {
            self.variants[variant].add(iteration);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };
    use plybench_records::{Ended, samples::job};

    /// A job whose last iteration has these counts. Its other iterations have none.
    fn counted(
        variant: &str,
        position: &str,
        depth: u8,
        by_move: &[u64],
        by_ply: &[u64],
    ) -> JobRecord {
        let nodes: Vec<u64> = (1..=u64::from(depth)).collect();
        let mut job = job(variant, position, &nodes, Ended::Depth);
        job.iterations.last_mut().unwrap().counts = serde_json::from_value(serde_json::json!({
            "mdp_cuts_lower_by_ply": [0, 1], "mdp_cuts_upper_by_ply": [2], "table_cuts_by_ply": [0, 0, 3],
            "technique_cuts_by_ply": [4], "beta_cutoffs_by_move": by_move, "beta_cutoffs_by_ply": by_ply,
        })).unwrap();
        job
    }

    #[test]
    fn counts_are_summed_at_the_depths_that_all_completed() {
        let deep = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let outcomes = outcomes(vec![
            vec![deep(&[1, 2]), deep(&[1]), None],
            vec![deep(&[1, 2, 3]), deep(&[1]), deep(&[1])],
        ]);
        let jobs = [
            counted("a", "p0", 2, &[6, 0, 3], &[0, 9]),
            counted("a", "p1", 1, &[0, 3], &[1, 1, 1]),
            counted("b", "p0", 3, &[70], &[70]),
            counted("b", "p2", 1, &[70], &[70]),
            counted("c", "p0", 2, &[70], &[70]),
        ];
        let common_depths = CommonDepths::of(&outcomes, &["a", "b"]);
        let mut cuts = CutsByVariant::none(&common_depths);
        for job in &jobs {
            cuts.add(&common_depths, job);
        }
        assert_eq!(
            (cuts.positions, (cuts.shallowest, cuts.deepest)),
            (2, (1, 2))
        );
        let [a, b] = &cuts.variants[..] else {
            panic!("{cuts:?}");
        };
        // Two iterations are summed.
        assert_eq!(a.by_ply(CutKind::MdpLower), [0, 2]);
        assert_eq!(a.by_ply(CutKind::MdpUpper), [4]);
        assert_eq!(a.by_ply(CutKind::Table), [0, 0, 6]);
        assert_eq!(a.by_ply(CutKind::Technique), [8]);
        assert_eq!(a.by_ply(CutKind::BetaCutoff), [1, 10, 1]);
        assert_eq!(a.by_move, [6, 3, 3]);
        assert_eq!(a.share_by_move(), [0.5, 0.25, 0.25]);
        assert_eq!(*b, Cuts::default());
        assert!(b.share_by_move().is_empty());
    }
}
