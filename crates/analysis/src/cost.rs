//! What a variant loses, beside what it saves: other moves, other scores, worse moves, fewer solutions.

use super::{
    bootstrap::{self, Interval},
    comparison::Comparison,
    judge::Regret,
    outcomes::Found,
    pair::Pair,
    proportion::Proportion,
    solved::NodeLimits,
};
use plybench_records::ScoreRecord;

/// What a variant loses at the positions of a comparison, each at the compared depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The positions at which it plays another move than its baseline.
    pub other_moves: Proportion,
    /// The positions at which its score is another.
    pub other_scores: Proportion,
    /// By how many centipawns the scores differ on average, over the positions at which neither is a mate. None without one.
    pub score_difference: Option<f64>,
    /// What the judge says of its moves; none if the run has no judge.
    pub regret: Option<Regrets>,
    /// The positions with best moves that it solves within the node limits; none if no position has any.
    pub solved: Option<Proportion>,
    /// Its scores of known mates; none if no mate is known.
    pub mates: Option<Mates>,
}

/// The regrets of a variant's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Regrets {
    /// The moves that the judge values as the best, of all that it could judge.
    pub best: Proportion,
    /// The mean regret in centipawns, over the moves that lose no mate. None without one.
    pub mean: Option<f64>,
    /// The mean's 95 % interval, a bootstrap over positions; none if all are equal. What a mean of 0 leaves open is in the interval
    /// of the share of the best moves.
    pub interval: Option<Interval>,
    /// The largest regret in centipawns.
    pub worst: Option<u32>,
    /// The moves that lose a mate or let one happen, or change its length to the worse.
    pub mates_lost: usize,
}

/// By how many centipawns the regrets of two variants differ, over the positions at which neither loses a mate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegretDifference {
    /// The positions.
    pub positions: usize,
    /// The mean of the regret of B less that of A.
    pub mean: f64,
    /// Its 95 % interval, a bootstrap over positions; none if the difference is the same everywhere.
    pub interval: Option<Interval>,
}

impl RegretDifference {
    /// The difference of a comparison's two variants; none without a position at which the moves of both are judged.
    #[must_use]
    pub fn of(comparison: &Comparison<'_>) -> Option<Self> {
        let differences = comparison.pairs.iter().filter_map(|pair| {
            match (pair.found_a().regret?, pair.found_b().regret?) {
                (Regret::Centipawns(a), Regret::Centipawns(b)) => Some(i64::from(b) - i64::from(a)),
                _ => None,
            }
        });
        let differences: Vec<i64> = differences.collect();
        Some(RegretDifference {
            positions: differences.len(),
            mean: mean(differences.iter().sum(), differences.len())?,
            interval: bootstrap::interval_of_mean(&differences),
        })
    }
}

/// What a variant scores where the distance to mate is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mates {
    /// The positions with a known mate.
    pub known: usize,
    /// No mate for the right side.
    pub missed: usize,
    /// A longer one.
    pub longer: usize,
    /// A shorter one: a claim that is not true, if the known one is exact.
    pub shorter: usize,
}

impl Cost {
    /// What B of a comparison loses.
    #[must_use]
    pub fn of(comparison: &Comparison<'_>, limits: NodeLimits) -> Self {
        let pairs = &comparison.pairs;
        let share = |is_hit: fn(&Pair) -> bool| Proportion {
            hits: pairs.iter().filter(|pair| is_hit(pair)).count() as u64,
            all: pairs.len() as u64,
        };
        let differences = pairs.iter().filter_map(Pair::score_difference);
        let differences: Vec<u32> = differences.collect();
        let sum = differences.iter().map(|&one| i64::from(one)).sum();
        let answers = pairs.iter().filter_map(|pair| pair.answers(limits));
        Cost {
            other_moves: share(|pair| pair.found_a().best_move != pair.found_b().best_move),
            other_scores: share(|pair| pair.found_a().score != pair.found_b().score),
            score_difference: mean(sum, differences.len()),
            regret: Regrets::of(pairs.iter().map(Pair::found_b)),
            solved: answers.fold(None, |solved: Option<Proportion>, (_, b)| {
                let solved = solved.unwrap_or_default();
                Some(Proportion {
                    hits: solved.hits + u64::from(b.is_solved),
                    all: solved.all + 1,
                })
            }),
            mates: Mates::of(pairs),
        }
    }
}

impl Regrets {
    /// The regrets of these moves, one for each position; none if no move is judged.
    fn of<'f>(found: impl Iterator<Item = &'f Found>) -> Option<Self> {
        let (mut regrets, mut centipawns) = (Regrets::default(), Vec::new());
        for regret in found.filter_map(|found| found.regret) {
            regrets.best.all += 1;
            regrets.best.hits += u64::from(regret == Regret::Centipawns(0));
            match regret {
                Regret::Centipawns(loss) => {
                    regrets.worst = regrets.worst.max(Some(loss));
                    centipawns.push(i64::from(loss));
                }
                Regret::Mate(_) => regrets.mates_lost += 1,
            }
        }
        if regrets.best.all == 0 {
            return None;
        }
        Some(Regrets {
            mean: mean(centipawns.iter().sum(), centipawns.len()),
            interval: bootstrap::interval_of_mean(&centipawns),
            ..regrets
        })
    }
}

impl Mates {
    fn of(pairs: &[Pair<'_>]) -> Option<Self> {
        let mut mates = Mates::default();
        for pair in pairs {
            let Some(known) = pair.position.dtm else {
                continue;
            };
            mates.known += 1;
            match pair.found_b().score {
                ScoreRecord::Mate { mate, .. } if (mate > 0) == (known > 0) => {
                    mates.longer += usize::from(mate.abs() > known.abs());
                    mates.shorter += usize::from(mate.abs() < known.abs());
                }
                _ => mates.missed += 1,
            }
        }
        (mates.known > 0).then_some(mates)
    }
}

fn mean(sum: i64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

#[cfg(test)]
mod tests {
    use plybench_records::{Ended, samples::job};

    use super::{
        super::{
            judge::Judgements,
            outcomes::samples::{outcome, outcomes},
        },
        *,
    };

    /// Variant `b` plays the best move on p0, loses 30 on p1 and a mate on p2; p3 is not judged.
    #[test]
    fn a_lost_mate_is_counted_and_not_in_the_mean() {
        let played = |score, mv: &str| {
            let mut outcome = outcome(&[5], score, Ended::Depth);
            outcome.iterations[0].best_move = Some(mv.into());
            Some(outcome)
        };
        let b = [(0, "best"), (7, "worse"), (0, "worse"), (0, "best")];
        let all = outcomes(vec![
            vec![
                played(0, "best"),
                played(0, "best"),
                played(0, "best"),
                played(0, "best"),
            ],
            b.into_iter().map(|(score, mv)| played(score, mv)).collect(),
        ]);
        let cp = |cp| ScoreRecord::Evaluation { cp };
        let best = [cp(10), cp(20), ScoreRecord::mate(2).unwrap()];
        let judged = best.into_iter().enumerate().map(|(at, best)| {
            let mut job = job("judge", &format!("p{at}"), &[1], Ended::Depth);
            let worse = ("worse".to_owned(), cp(-10));
            job.iterations[0].moves = vec![worse, ("best".to_owned(), best)];
            Ok(job)
        });
        let judgements = Judgements::gather(Box::new(judged), None).unwrap();
        let all = all.judged_by(&judgements);
        let comparison = Comparison::of(&all, "a", "b");
        let limits = NodeLimits {
            nodes: None,
            if_missed: None,
        };
        let cost = Cost::of(&comparison, limits);
        let regret = cost.regret.unwrap();
        assert_eq!((regret.best.hits, regret.best.all), (1, 3));
        assert_eq!(
            (regret.mean, regret.worst, regret.mates_lost),
            (Some(15.0), Some(30), 1)
        );
        assert_eq!((cost.other_moves.hits, cost.other_scores.hits), (2, 1));
        assert_eq!(cost.score_difference, Some(7.0 / 4.0));
        // Both play the best move on p0; on p1, B loses 30 more.
        let difference = RegretDifference::of(&comparison).unwrap();
        assert_eq!((difference.positions, difference.mean), (2, 15.0));
        assert!(difference.interval.is_some());
        let baseline = Cost::of(&comparison.of_baseline(), limits).regret.unwrap();
        assert_eq!(baseline.interval, None);
        assert_eq!((baseline.mean, baseline.mates_lost), (Some(0.0), 0));
    }
}
