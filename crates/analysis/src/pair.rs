//! What two variants found on one position, and which of their counts are compared.
//!
//! Both counts of a ratio are taken at the [common depth](super::common_depth) of the two variants or, in a ranking, of all its
//! variants. Counts run from the start of the search, iterations 1 to d together.

use super::{
    common_depth::CommonDepth,
    log_ratio::LogRatio,
    outcomes::{Found, Outcome},
    solved::{Answer, NodeLimits},
    summary::CountPair,
};
use plybench_records::{PositionRecord, ScoreRecord};

/// The reason why a position has no ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A has no finished job.
    WithoutA,
    /// B has no finished job.
    WithoutB,
    /// Neither has a finished job.
    WithoutBoth,
    /// Both have a finished job, but another variant of the ranking does not.
    WithoutAnother,
    /// No depth was completed by all variants.
    NoCommonDepth,
    /// One of the counts is 0.
    NothingCounted,
}

/// What two variants found on one position.
#[derive(Clone, Debug)]
pub struct Pair<'o> {
    /// The position that both searched.
    pub position: &'o PositionRecord,
    a: &'o Outcome,
    b: &'o Outcome,
    common: CommonDepth,
    /// The depth at which A's count is taken, in plies. It differs from B's only where both stopped at the same mate.
    pub depth_a: usize,
    /// The depth at which B's count is taken, in plies.
    pub depth_b: usize,
    /// Their counts at these depths.
    pub counts: CountPair,
}

/// What two variants found at a depth that both completed.
#[derive(Clone, Copy, Debug)]
pub struct AtDepth<'o> {
    /// The depth, in plies.
    pub depth: usize,
    /// A's iteration of that depth.
    pub a: &'o Found,
    /// B's iteration of that depth.
    pub b: &'o Found,
}

impl AtDepth<'_> {
    /// Returns the counts with their ratio, or `None` if one is 0.
    #[must_use]
    pub fn counts(&self) -> Option<CountPair> {
        CountPair::of(self.a.count, self.b.count)
    }

    /// Returns B's count as a multiple of A's, or `None` if one is 0.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        self.counts().map(|counts| counts.ratio())
    }

    /// Returns whether the root's scores differ.
    #[must_use]
    pub fn score_differs(&self) -> bool {
        self.a.score != self.b.score
    }

    /// Returns whether the best moves differ.
    #[must_use]
    pub fn move_differs(&self) -> bool {
        self.a.best_move != self.b.best_move
    }
}

impl<'o> Pair<'o> {
    pub(super) fn of(
        position: &'o PositionRecord,
        a: Option<&'o Outcome>,
        b: Option<&'o Outcome>,
        common: Option<CommonDepth>,
    ) -> Result<Self, Reason> {
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (None, Some(_)) => return Err(Reason::WithoutA),
            (Some(_), None) => return Err(Reason::WithoutB),
            (None, None) => return Err(Reason::WithoutBoth),
        };
        let common = common.ok_or(Reason::WithoutAnother)?;
        let (depth_a, depth_b) = if common.is_same_mate {
            (a.depth(), b.depth())
        } else {
            (common.depth, common.depth)
        };
        let (Some(at_a), Some(at_b)) = (a.at(depth_a), b.at(depth_b)) else {
            return Err(Reason::NoCommonDepth);
        };
        Ok(Pair {
            position,
            a,
            b,
            common,
            depth_a,
            depth_b,
            counts: CountPair::of(at_a.count, at_b.count).ok_or(Reason::NothingCounted)?,
        })
    }

    /// Pairs A with itself.
    pub(super) fn of_baseline(&self) -> Self {
        Pair {
            b: self.a,
            depth_b: self.depth_a,
            counts: CountPair {
                nodes_b: self.counts.nodes_a,
                log_ratio: LogRatio::ONE,
                ..self.counts
            },
            ..self.clone()
        }
    }

    /// Returns the counts up to the iterations that proved a mate, for each variant its own. Returns `None` if one of them proved
    /// no mate, if the mates have different lengths, or if a count is 0.
    #[must_use]
    pub fn until_proof(&self) -> Option<CountPair> {
        let (a, b) = (self.a.proof()?, self.b.proof()?);
        let at = AtDepth { depth: 0, a, b };
        if at.score_differs() {
            None
        } else {
            at.counts()
        }
    }

    /// Returns the counts before the first iteration in which A or B scores a mate, and those of the iterations after it. That iteration
    /// is left out, since the mate is known in a part of it. Without a mate, all iterations are before it. `None` where a count is 0.
    #[must_use]
    pub fn around_known_mate(&self) -> [Option<CountPair>; 2] {
        let both: Vec<AtDepth> = self.common_depths().collect();
        let is_mate = |at: &AtDepth| at.a.score.is_mate() || at.b.score.is_mate();
        let Some(found) = both.iter().position(is_mate) else {
            return [both.last().and_then(AtDepth::counts), None];
        };
        let after = |of: fn(&AtDepth<'o>) -> u64| {
            let last = both.last().map_or(0, of);
            last.saturating_sub(of(&both[found]))
        };
        let before = found
            .checked_sub(1)
            .and_then(|before| both[before].counts());
        let beyond = CountPair::of(after(|at| at.a.count), after(|at| at.b.count));
        [before, beyond]
    }

    /// Returns what A and B answer within these node limits, or `None` if the position has no best moves.
    #[must_use]
    pub fn answers(&self, limits: NodeLimits) -> Option<(Answer<'o>, Answer<'o>)> {
        let answer = |job| Answer::of(self.position, job, limits);
        answer(self.a).zip(answer(self.b))
    }

    /// Returns what A found at the compared depth.
    #[must_use]
    pub fn found_a(&self) -> &'o Found {
        // A completed this depth.
        &self.a.iterations[self.depth_a - 1]
    }

    /// Returns what B found at the compared depth.
    #[must_use]
    pub fn found_b(&self) -> &'o Found {
        &self.b.iterations[self.depth_b - 1]
    }

    /// Returns A's score at the compared depth.
    #[must_use]
    pub fn score_a(&self) -> ScoreRecord {
        self.found_a().score
    }

    /// Returns by how many centipawns the scores differ at the compared depth, or `None` if one is a mate.
    #[must_use]
    pub fn score_difference(&self) -> Option<u32> {
        match (self.found_a().score, self.found_b().score) {
            (ScoreRecord::Evaluation { cp: a }, ScoreRecord::Evaluation { cp: b }) => {
                Some(a.abs_diff(b))
            }
            _ => None,
        }
    }

    /// Returns the depths that both variants completed.
    pub fn depths(&self) -> impl Iterator<Item = AtDepth<'o>> + use<'o> {
        let both = self.a.iterations.iter().zip(&self.b.iterations);
        (1..)
            .zip(both)
            .map(|(depth, (a, b))| AtDepth { depth, a, b })
    }

    /// Returns the iterations that only A and only B completed, from the first that the other lacks.
    #[must_use]
    pub fn deeper(&self) -> [&'o [Found]; 2] {
        let both = self.depths().count();
        [self.a, self.b].map(|one| &one.iterations[both..])
    }

    /// Returns the depths that both variants completed and, in a ranking, all others too.
    pub fn common_depths(&self) -> impl Iterator<Item = AtDepth<'o>> + use<'o> {
        self.depths().take(self.common.depth)
    }

    /// Returns whether the scores differ at any depth that both completed.
    #[must_use]
    pub fn score_differs(&self) -> bool {
        self.depths().any(|at| at.score_differs())
    }

    /// Returns whether the best moves differ at any depth that both completed.
    #[must_use]
    pub fn move_differs(&self) -> bool {
        self.depths().any(|at| at.move_differs())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            comparison::Comparison,
            outcomes::samples::{outcome, outcomes},
        },
        *,
    };
    use plybench_records::Ended;

    fn mate(nodes: &[u64], moves: i32) -> Outcome {
        let mut outcome = outcome(nodes, 0, Ended::Mate);
        if let Some(last) = outcome.iterations.last_mut() {
            let plies = 2 * moves - 1;
            last.score = ScoreRecord::Mate { mate: moves, plies };
        }
        outcome
    }

    fn deep(nodes: &[u64]) -> Option<Outcome> {
        Some(outcome(nodes, 0, Ended::Depth))
    }

    #[test]
    fn the_deepest_common_depth_is_compared() {
        let cut = outcome(&[10, 40], 0, Ended::Nodes);
        let outcomes = outcomes(vec![vec![deep(&[10, 80, 900])], vec![Some(cut)]]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let pair = &comparison.pairs[0];
        assert_eq!(
            (
                (pair.depth_a, pair.depth_b),
                (pair.counts.nodes_a, pair.counts.nodes_b)
            ),
            ((2, 2), (80, 40))
        );
        assert_eq!(pair.counts.ratio(), 0.5);
        assert_eq!(pair.depths().count(), 2);
        assert_eq!(pair.deeper().map(<[Found]>::len), [1, 0]);
    }

    #[test]
    fn the_same_mate_is_compared_at_the_depth_at_which_each_stopped() {
        let a = || Some(mate(&[10, 80, 900, 4_000], 2));
        let outcomes = outcomes(vec![
            vec![a(), a(), a()],
            vec![
                Some(mate(&[10, 80, 1_000], 2)),
                Some(mate(&[10, 80, 1_000], 1)),
                Some(outcome(&[10, 40], 0, Ended::Nodes)),
            ],
        ]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let compared: Vec<_> = comparison
            .pairs
            .iter()
            .map(|pair| (pair.depth_a, pair.depth_b))
            .collect();
        assert_eq!(compared, [(4, 3), (3, 3), (2, 2)]);
        assert_eq!(comparison.pairs[0].counts.ratio(), 0.25);
        // At their common depth only one of them has seen the mate.
        assert_eq!(comparison.score_differences(), 2);
    }

    #[test]
    fn what_is_searched_after_a_mate_is_known_is_counted_apart() {
        let mate = |nodes: &[u64], from: usize| {
            let mut outcome = outcome(nodes, 0, Ended::Depth);
            for found in &mut outcome.iterations[from - 1..] {
                found.score = ScoreRecord::Mate { mate: 2, plies: 3 };
            }
            Some(outcome)
        };
        let outcomes = outcomes(vec![
            vec![mate(&[10, 40, 100], 2), deep(&[10, 40]), mate(&[10, 40], 2)],
            vec![mate(&[11, 50, 80], 3), deep(&[10, 50]), mate(&[11, 50], 2)],
        ]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let split = |at: usize| comparison.pairs[at].around_known_mate();
        assert_eq!(split(0), [CountPair::of(10, 11), CountPair::of(60, 30)]);
        assert_eq!(split(1), [CountPair::of(40, 50), None]);
        assert_eq!(split(2), [CountPair::of(10, 11), None]);
    }

    #[test]
    fn what_has_no_ratio_is_left_out_with_its_reason() {
        let some = || deep(&[5]);
        let none = || Some(outcome(&[], 0, Ended::Nodes));
        let outcomes = outcomes(vec![
            vec![some(), None, some(), None, some(), deep(&[0])],
            vec![some(), some(), None, None, none(), some()],
        ]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let reasons: Vec<Reason> = comparison.left_out.iter().map(|(_, why)| *why).collect();
        assert_eq!(comparison.pairs.len(), 1);
        assert_eq!(
            reasons,
            [
                Reason::WithoutA,
                Reason::WithoutB,
                Reason::WithoutBoth,
                Reason::NoCommonDepth,
                Reason::NothingCounted
            ]
        );
    }
}
