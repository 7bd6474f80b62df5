//! Departures: differences between a job and its baseline that are larger than allowed.
//!
//! A difference of node counts, at any depth, is measured as a share of the baseline's count at the deepest depth that both have.
//! At that depth it is the plain relative change. At depth 1, two more nodes weigh no more than two nodes. Fewer nodes are a
//! difference too. If every job of a suite is within a share, so is their sum, so the sum has no tolerance of its own.

use std::cmp::Reverse;

use super::{baseline::JobBaseline, tolerance::Tolerance};
use plybench_records::{Ended, ScoreRecord};

/// How a mate differs, from the worst to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MateChange {
    /// The mate is no longer found.
    Lost,
    /// The other side mates.
    Turned,
    /// The mate takes more moves.
    Longer,
    /// The run first finds the mate at this depth, later than the baseline.
    Later(usize),
    /// The baseline has no mate.
    New,
    /// The mate takes fewer moves.
    Shorter,
    /// The baseline first finds the mate at this depth, later than the run.
    Sooner(usize),
}

impl MateChange {
    /// Returns a word for the change.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MateChange::Lost => "lost",
            MateChange::Turned => "turned",
            MateChange::Longer => "longer",
            MateChange::Later(_) => "later",
            MateChange::New => "new",
            MateChange::Shorter => "shorter",
            MateChange::Sooner(_) => "sooner",
        }
    }
}

/// A difference that is larger than allowed. Depths are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The scores differ and at least one is a mate.
    Mate {
        /// How the mate differs.
        change: MateChange,
        /// The first depth at which they differ.
        depth: usize,
        /// The baseline's score there.
        was: ScoreRecord,
        /// The run's score there.
        now: ScoreRecord,
    },
    /// The scores differ and both are evaluations.
    Score {
        /// The first depth at which they differ.
        depth: usize,
        /// The baseline's score there, in centipawns.
        was: i32,
        /// The run's score there, in centipawns.
        now: i32,
    },
    /// The run does not have the job.
    Missing,
    /// The job ended before the baseline's depth.
    Shallower {
        /// The baseline's last depth.
        was: usize,
        /// The run's last depth.
        now: usize,
        /// How the run's job ended.
        ended: Ended,
    },
    /// The counts differ by more than the tolerance.
    Nodes {
        /// The first depth at which they differ at all.
        first: usize,
        /// The depth with the largest difference.
        depth: usize,
        /// The baseline's count there.
        was: u64,
        /// The run's count there.
        now: u64,
        /// The baseline's count at the deepest depth that both have. The difference is measured as a share of it.
        of: u64,
    },
}

impl Departure {
    /// Returns the name of its kind; for a difference of counts that is `metric`.
    #[must_use]
    pub fn kind<'m>(&self, metric: &'m str) -> &'m str {
        match self {
            Departure::Mate { .. } => "mate",
            Departure::Score { .. } => "score",
            Departure::Missing => "missing",
            Departure::Shallower { .. } => "depth",
            Departure::Nodes { .. } => metric,
        }
    }

    /// Returns the key that sorts the worst departure first: by kind, then by size.
    pub(super) fn rank(&self) -> (u8, Option<MateChange>, Reverse<u128>) {
        let (kind, mate, size) = match *self {
            Departure::Mate { change, .. } => (0, Some(change), 0),
            Departure::Score { was, now, .. } => (1, None, was.abs_diff(now).into()),
            Departure::Missing => (2, None, 0),
            Departure::Shallower { was, now, .. } => (3, None, was.abs_diff(now) as u128),
            Departure::Nodes { was, now, of, .. } => {
                let millionths = u128::from(was.abs_diff(now)) * 1_000_000 / u128::from(of.max(1));
                (4, None, millionths)
            }
        };
        (kind, mate, Reverse(size))
    }
}

/// Returns a job's departures from its baseline, the worst first.
pub(super) fn departures(
    was: &JobBaseline,
    now: &JobBaseline,
    tolerance: Tolerance,
) -> Vec<Departure> {
    let shallower = (now.nodes.len() < was.nodes.len()).then_some(Departure::Shallower {
        was: was.nodes.len(),
        now: now.nodes.len(),
        ended: now.ended,
    });
    let found = [
        mate(was, now),
        score(was, now),
        shallower,
        nodes(was, now, tolerance),
    ];
    found.into_iter().flatten().collect()
}

/// Compares the scores at the first depth at which they differ and one is a mate.
fn mate(was: &JobBaseline, now: &JobBaseline) -> Option<Departure> {
    let mut pairs = (1..).zip(was.scores.iter().zip(&now.scores));
    let (depth, (&was_score, &now_score)) =
        pairs.find(|(_, (was, now))| was != now && (was.is_mate() || now.is_mate()))?;
    // Either job may have more depths than the other.
    let later = |scores: &[ScoreRecord], plies: i32| {
        let mut rest = (depth + 1..).zip(&scores[depth..]);
        let is_alike = |score: &ScoreRecord| {
            let mate = score.mate_plies();
            mate.is_some_and(|mate| is_mating(mate) == is_mating(plies))
        };
        rest.find(|(_, score)| is_alike(score))
            .map(|(depth, _)| depth)
    };
    let change = match (was_score.mate_plies(), now_score.mate_plies()) {
        (Some(plies), None) => {
            later(&now.scores, plies).map_or(MateChange::Lost, MateChange::Later)
        }
        (None, Some(plies)) => {
            later(&was.scores, plies).map_or(MateChange::New, MateChange::Sooner)
        }
        (None, None) => return None,
        (Some(was), Some(now)) if is_mating(was) != is_mating(now) => MateChange::Turned,
        (Some(was), Some(now)) if now.abs() > was.abs() => MateChange::Longer,
        (Some(_), Some(_)) => MateChange::Shorter,
    };
    Some(Departure::Mate {
        change,
        depth,
        was: was_score,
        now: now_score,
    })
}

/// Whether the side to move mates in so many plies; otherwise it is mated.
fn is_mating(plies: i32) -> bool {
    plies > 0
}

/// Compares the evaluations at the first depth at which they differ.
fn score(was: &JobBaseline, now: &JobBaseline) -> Option<Departure> {
    use ScoreRecord::Evaluation;
    let mut pairs = (1..).zip(was.scores.iter().zip(&now.scores));
    pairs.find_map(|(depth, scores)| match scores {
        (&Evaluation { cp: was }, &Evaluation { cp: now }) if was != now => {
            Some(Departure::Score { depth, was, now })
        }
        _ => None,
    })
}

/// Compares the counts at the depth with the largest difference.
fn nodes(was: &JobBaseline, now: &JobBaseline, tolerance: Tolerance) -> Option<Departure> {
    let pairs = || (1..).zip(was.nodes.iter().copied().zip(now.nodes.iter().copied()));
    let (_, (of, _)) = pairs().last()?;
    let (first, _) = pairs().find(|(_, (was, now))| was != now)?;
    let (depth, (was, now)) = pairs().max_by_key(|(_, (was, now))| was.abs_diff(*now))?;
    (!tolerance.allows(was.abs_diff(now), of)).then_some(Departure::Nodes {
        first,
        depth,
        was,
        now,
        of,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(nodes: &[u64], scores: &[&str]) -> JobBaseline {
        let score = |text: &&str| match text.strip_prefix('#') {
            Some(plies) => {
                let plies: i32 = plies.parse().unwrap();
                let mate = (plies + plies.signum()) / 2;
                ScoreRecord::Mate { mate, plies }
            }
            None => ScoreRecord::Evaluation {
                cp: text.parse().unwrap(),
            },
        };
        JobBaseline {
            variant: "off".to_owned(),
            position: "krk".to_owned(),
            ended: Ended::Depth,
            nodes: nodes.to_vec(),
            scores: scores.iter().map(score).collect(),
        }
    }

    fn mate_change(was: &[&str], now: &[&str]) -> Option<(MateChange, usize)> {
        match mate(&job(&[], was), &job(&[], now))? {
            Departure::Mate { change, depth, .. } => Some((change, depth)),
            _ => None,
        }
    }

    #[test]
    fn a_changed_mate_is_classified() {
        let was = ["5", "6", "#5", "#5"];
        for (now, change) in [
            (["5", "6", "7", "8"], Some((MateChange::Lost, 3))),
            (["5", "6", "7", "#5"], Some((MateChange::Later(4), 3))),
            (["5", "#5", "#5", "#5"], Some((MateChange::Sooner(3), 2))),
            (["5", "6", "#7", "#5"], Some((MateChange::Longer, 3))),
            (["5", "6", "#6", "#5"], Some((MateChange::Longer, 3))),
            (["5", "6", "#5", "#3"], Some((MateChange::Shorter, 4))),
            (["5", "6", "#-4", "#5"], Some((MateChange::Turned, 3))),
            (["5", "9", "#5", "#5"], None),
        ] {
            assert_eq!(mate_change(&was, &now), change, "{now:?}");
        }
        assert_eq!(
            mate_change(&was, &["5", "#5"]),
            Some((MateChange::Sooner(3), 2))
        );
        assert_eq!(mate_change(&["1"], &["#1"]), Some((MateChange::New, 1)));
        assert_eq!(mate_change(&was, &was[..2]), None);
    }

    #[test]
    fn a_difference_at_any_depth_is_a_share_of_the_last_count() {
        let was = job(&[10, 100, 1000], &["1"; 3]);
        let leaves = |now: &[u64], tolerance: &str| {
            let now = job(now, &["1"; 3]);
            let found = nodes(&was, &now, tolerance.parse().unwrap());
            found.map(|found| match found {
                Departure::Nodes { first, depth, .. } => (first, depth),
                _ => (0, 0),
            })
        };
        assert_eq!(leaves(&[10, 100, 1000], "0%"), None);
        assert_eq!(leaves(&[11, 100, 1000], "0%"), Some((1, 1)));
        assert_eq!(leaves(&[12, 105, 980], "2%"), None);
        assert_eq!(leaves(&[12, 105, 979], "2%"), Some((1, 3)));
        assert_eq!(leaves(&[10, 100, 1021], "2%"), Some((3, 3)));
        assert_eq!(leaves(&[10, 100], "0%"), None);
        assert_eq!(leaves(&[], "0%"), None);
    }
}
