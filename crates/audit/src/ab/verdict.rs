//! What the records of two engines say of their difference.

use std::ops::RangeInclusive;

use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    pair::Pair,
    summary::Summary,
};
use plybench_records::ScoreRecord;

/// Ratios whose whole interval lies here are those of the same search, up to a node here and there.
const SAME: RangeInclusive<f64> = 0.99..=1.01;

/// How two engines differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The positions that both searched.
    pub positions: usize,
    /// The least and the greatest of their common depths.
    pub depths: [usize; 2],
    /// At how many positions a node count differs at a common depth.
    pub other_nodes: usize,
    /// The same of scores.
    pub other_scores: usize,
    /// The same of best moves.
    pub other_moves: usize,
    /// At how many positions one of the two gets less deep within the node limit.
    pub other_depths: usize,
    /// At how many of these B would enter over twice A's nodes at the depth that it does not reach.
    pub explosions: usize,
    /// At how many positions A and B claim a mate that is shorter than possible or for the wrong side.
    pub wrong_mates: [usize; 2],
    /// The nodes of iterations before a mate is known, or without one.
    pub elsewhere: Option<Summary>,
    /// The nodes of those after it is found.
    pub beyond: Option<Summary>,
    /// The nodes of all iterations.
    pub whole: Summary,
    /// At how many positions a known distance tells which mates are wrong.
    pub checked: usize,
}

/// How a part of the nodes differs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// There are none.
    Missing,
    /// Every count is the same.
    Equal,
    /// The ratio is 1, within a hundredth.
    Close,
    /// It is not, or not surely.
    Different,
}

impl Verdict {
    /// The verdict on two variants that were searched with so many nodes at most.
    #[must_use]
    pub fn of(comparison: &Comparison<'_>, most_nodes: Option<u64>) -> Self {
        let groups = comparison.groups(By::KnownMate);
        let of = |wanted: Group| {
            let mut found = groups.iter();
            found.find_map(|(group, summary)| (*group == wanted).then(|| summary.clone()))
        };
        let pairs = || comparison.pairs.iter();
        let other = |pair: &&Pair| pair.depths().any(|at| at.a.count != at.b.count);
        let is_deeper = |pair: &&Pair| pair.deeper().iter().any(|rest| !rest.is_empty());
        let explodes = |pair: &&Pair| {
            let [of_a, _] = pair.deeper();
            let twice = of_a.first().map(|found| found.count.saturating_mul(2));
            twice
                .zip(most_nodes)
                .is_some_and(|(twice, most)| twice < most)
        };
        let depths = || pairs().map(|pair| pair.depths().count());
        Verdict {
            positions: comparison.pairs.len(),
            depths: [depths().min(), depths().max()].map(|depth| depth.unwrap_or(0)),
            other_nodes: pairs().filter(other).count(),
            other_scores: comparison.score_differences(),
            other_moves: comparison.move_differences(),
            other_depths: pairs().filter(is_deeper).count(),
            explosions: pairs().filter(explodes).count(),
            wrong_mates: [0, 1].map(|side| pairs().filter(|pair| is_wrong(pair, side)).count()),
            elsewhere: of(Group::BeforeKnownMate),
            beyond: of(Group::BeyondKnownMate),
            whole: comparison.summary(),
            checked: pairs().filter(|pair| pair.position.dtm.is_some()).count(),
        }
    }

    /// The mean ratios B / A: before a mate is known, beyond it, and of all iterations, that which finds the mate included.
    #[must_use]
    pub fn ratios(&self) -> [Option<f64>; 3] {
        let parts = [&self.elsewhere, &self.beyond].map(|part| part.as_ref()?.geometric_mean);
        [parts[0], parts[1], self.whole.geometric_mean]
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_identical(&self) -> bool {
        self.other_nodes + self.other_scores + self.other_moves + self.other_depths == 0
    }

    /// What the parts say together, as a sentence; none if nothing differs.
    #[must_use]
    pub fn diagnosis(&self) -> Option<&'static str> {
        use Part::{Close, Different, Equal, Missing};
        if self.is_identical() {
            return None;
        }
        if self.other_nodes == 0 {
            return Some(match self.other_scores + self.other_moves {
                0 => {
                    "They are the same as far as both get, and one of them enters more nodes at the next depth."
                }
                _ => "Every node count is the same; what differs is a score or a best move.",
            });
        }
        let [elsewhere, beyond] = [&self.elsewhere, &self.beyond].map(part);
        Some(match (elsewhere, beyond) {
            (Different, Different) => {
                "Both have changed: the search itself, and what follows a known mate."
            }
            (Different, Equal | Close) => {
                "The search itself has changed, and what follows a known mate has not."
            }
            (Different, Missing) => {
                "The search itself has changed. No position is searched on after a mate, and so nothing is known of that."
            }
            (Equal | Close, Different) => {
                "Only what follows a known mate has changed: pruning by mate distance, or what else depends on a mate score. plybench audit \
                 names the form that each has."
            }
            (Missing, Different) => {
                "What follows a known mate has changed. Nothing else is compared: in every position the first depth finds a mate."
            }
            (Equal | Missing, Equal | Missing) => {
                "Only the iteration differs in which a mate is found: how the search finds it."
            }
            (Equal | Close | Missing, Equal | Close | Missing) => {
                "The numbers of nodes are the same, within a hundredth: a small difference."
            }
        })
    }
}

fn part(summary: &Option<Summary>) -> Part {
    match summary {
        None => Part::Missing,
        Some(summary) if summary.wins + summary.losses == 0 => Part::Equal,
        Some(summary) => {
            let ends = summary
                .interval
                .map(|interval| [interval.low, interval.high]);
            match ends.is_some_and(|ends| ends.iter().all(|end| SAME.contains(end))) {
                true => Part::Close,
                false => Part::Different,
            }
        }
    }
}

/// Whether A (0) or B (1) claims a mate that the position does not have, after the first iteration, which may be wrong and is corrected.
fn is_wrong(pair: &Pair<'_>, side: usize) -> bool {
    let Some(truth) = pair.position.dtm else {
        return false;
    };
    pair.depths()
        .skip(1)
        .any(|at| match [at.a, at.b][side].score {
            ScoreRecord::Mate { mate, .. } => {
                mate.signum() != truth.signum() || mate.abs() < truth.abs()
            }
            ScoreRecord::Evaluation { .. } => false,
        })
}
