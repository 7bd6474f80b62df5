//! Where a job leaves its baseline.
//!
//! A difference of node counts, at whatever depth, is taken as a share of the baseline's count at the
//! job's deepest common depth: at that depth it is the plain relative change, and two nodes more at
//! depth 1 do not weigh more than two nodes. Fewer nodes are a change too. If each job of a suite is
//! within a share, so is their sum, which therefore has no tolerance of its own.

use std::cmp::Reverse;

use super::{baseline::JobBaseline, tolerance::Tolerance};
use crate::store::{Ended, ScoreRecord};

/// How a mate differs, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MateChange {
    /// It is no longer found.
    Lost,
    /// The other side mates.
    Turned,
    /// It takes more moves.
    Longer,
    /// It is first found at this depth.
    Later(usize),
    /// There was none.
    New,
    /// It takes fewer moves.
    Shorter,
    /// It was first found at this depth.
    Sooner(usize),
}

impl MateChange {
    /// A word for it.
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

/// A difference that is more than allowed. Depths are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// A score of which one is a mate.
    Mate {
        /// How it differs.
        change: MateChange,
        /// The first such depth.
        depth: usize,
        /// The baseline's score there.
        was: ScoreRecord,
        /// The run's score there.
        now: ScoreRecord,
    },
    /// Two evaluations.
    Score {
        /// The first such depth.
        depth: usize,
        /// The baseline's, in centipawns.
        was: i32,
        /// The run's, in centipawns.
        now: i32,
    },
    /// The run does not have the job.
    Missing,
    /// The job ended before the baseline's depth.
    Shallower {
        /// The baseline's last depth.
        was: usize,
        /// The run's.
        now: usize,
        /// How the run's job ended.
        ended: Ended,
    },
    /// Nodes.
    Nodes {
        /// The first depth with any difference.
        first: usize,
        /// The depth with the largest.
        depth: usize,
        /// The baseline's count there.
        was: u64,
        /// The run's count there.
        now: u64,
        /// The baseline's count at the deepest depth that both have, which the difference is a share of.
        of: u64,
    },
}

impl Departure {
    /// A name for its kind, where `metric` is what is counted.
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

    /// What makes one worse than another: its kind, then its size.
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

/// Where a job leaves its baseline, the worst first.
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

/// The first depth at which the scores differ and one is a mate.
fn mate(was: &JobBaseline, now: &JobBaseline) -> Option<Departure> {
    let mut pairs = (1..).zip(was.scores.iter().zip(&now.scores));
    let (depth, (&was_score, &now_score)) =
        pairs.find(|(_, (was, now))| was != now && (was.is_mate() || now.is_mate()))?;
    // Either may go on deeper than the other.
    let later = |scores: &[ScoreRecord], wins: bool| {
        let mut rest = (depth + 1..).zip(&scores[depth..]);
        let found = rest.find(|(_, score)| plies(**score).is_some_and(|(side, _)| side == wins));
        found.map(|(depth, _)| depth)
    };
    let change = match (plies(was_score), plies(now_score)) {
        (Some((wins, _)), None) => {
            later(&now.scores, wins).map_or(MateChange::Lost, MateChange::Later)
        }
        (None, Some((wins, _))) => {
            later(&was.scores, wins).map_or(MateChange::New, MateChange::Sooner)
        }
        (None, None) => return None,
        (Some((was, _)), Some((now, _))) if was != now => MateChange::Turned,
        (Some((_, was)), Some((_, now))) if now > was => MateChange::Longer,
        (Some(_), Some(_)) => MateChange::Shorter,
    };
    Some(Departure::Mate {
        change,
        depth,
        was: was_score,
        now: now_score,
    })
}

/// Whether the side to move mates, and in how many plies.
fn plies(score: ScoreRecord) -> Option<(bool, u32)> {
    let plies = score.mate_plies()?;
    Some((plies > 0, plies.unsigned_abs()))
}

/// The first depth at which two evaluations differ.
fn score(was: &JobBaseline, now: &JobBaseline) -> Option<Departure> {
    let pairs = (1..).zip(was.scores.iter().zip(&now.scores));
    let mut differences = pairs.filter_map(|(depth, scores)| match scores {
        (&ScoreRecord::Evaluation { cp: was }, &ScoreRecord::Evaluation { cp: now })
            if was != now =>
        {
            Some(Departure::Score { depth, was, now })
        }
        _ => None,
    });
    differences.next()
}

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
    fn a_mate_that_differs_is_named() {
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
    fn every_depth_counts_as_a_share_of_the_last() {
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
