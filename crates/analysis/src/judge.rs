//! What a judge thinks of the moves that variants chose.
//!
//! The judge is a search that finds the value of every move of a position at once, each with the full window. The regret of a move is
//! the value of the best move less its own. Both values are of one search, so that a regret is never negative, and nothing is clamped.

use std::collections::HashMap;

use plybench_records::{Jobs, RunError, ScoreRecord};

/// What a move loses against the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regret {
    /// So many centipawns; 0 if the move is one of the best.
    Centipawns(u32),
    /// A mate: its value has no number of centipawns.
    Mate(MateLoss),
}

/// How a move loses a mate, in the order of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateLoss {
    /// The best move mates, and this one does not.
    Missed,
    /// Both mate, this one so many plies later.
    Delayed(u32),
    /// This move lets the side to move be mated, the best one does not.
    Allowed,
    /// The side to move is mated after both, after this one so many plies sooner.
    Hastened(u32),
}

impl MateLoss {
    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MateLoss::Missed => "missed",
            MateLoss::Delayed(_) => "delayed",
            MateLoss::Allowed => "allowed",
            MateLoss::Hastened(_) => "hastened",
        }
    }
}

impl Regret {
    /// The regret of a move of the second value where the best move has the first.
    #[must_use]
    pub fn of(best: ScoreRecord, chosen: ScoreRecord) -> Self {
        let plies = |score: ScoreRecord| score.mate_plies();
        match (best, chosen) {
            _ if best == chosen => Regret::Centipawns(0),
            (ScoreRecord::Evaluation { cp: best }, ScoreRecord::Evaluation { cp }) => {
                Regret::Centipawns(best.abs_diff(cp))
            }
            _ => Regret::Mate(match (plies(best), plies(chosen)) {
                (Some(best), Some(chosen)) if best > 0 && chosen > 0 => {
                    MateLoss::Delayed(chosen.abs_diff(best))
                }
                (Some(best), _) if best > 0 => MateLoss::Missed,
                (Some(best), Some(chosen)) => MateLoss::Hastened(best.abs_diff(chosen)),
                _ => MateLoss::Allowed,
            }),
        }
    }
}

/// The place of a score in the order of scores: a mate of the side to move is the greater the sooner it comes.
fn order(score: ScoreRecord) -> (i32, i32) {
    match score {
        ScoreRecord::Evaluation { cp } => (0, cp),
        ScoreRecord::Mate { plies, .. } if plies > 0 => (1, -plies),
        ScoreRecord::Mate { plies, .. } => (-1, -plies),
    }
}

/// The values of a position's moves in one iteration.
type Values = HashMap<String, ScoreRecord>;

/// What the judge of a run found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgements {
    /// By position, the values after iteration 1, 2, …
    positions: HashMap<String, Vec<Values>>,
    /// The depth of every judgement, in plies; none if each move is judged at the depth of the iteration that chose it.
    plies: Option<u8>,
}

impl Judgements {
    /// Gathers the judge's jobs. It judges all moves at a depth of `plies` or, without that, at the depth of the iteration.
    ///
    /// # Errors
    /// Returns the first error of `jobs`.
    pub fn gather(jobs: Jobs<'_>, plies: Option<u8>) -> Result<Self, RunError> {
        let positions = jobs.map(|job| {
            let job = job?;
            let iterations = job.iterations.into_iter();
            let values = iterations.map(|iteration| iteration.moves.into_iter().collect());
            Ok((job.position, values.collect()))
        });
        Ok(Judgements {
            positions: positions.collect::<Result<_, RunError>>()?,
            plies,
        })
    }

    /// The regret of a move that an iteration of this depth chose at a position; none if the judge did not get so deep.
    #[must_use]
    pub fn regret(&self, position: &str, depth: u8, mv: &str) -> Option<Regret> {
        let depth = usize::from(self.plies.unwrap_or(depth));
        let values = self.positions.get(position)?.get(depth.checked_sub(1)?)?;
        let best = values.values().copied().max_by_key(|value| order(*value))?;
        Some(Regret::of(best, *values.get(mv)?))
    }
}

#[cfg(test)]
mod tests {
    use plybench_records::{Ended, samples::job};

    use super::*;

    fn cp(cp: i32) -> ScoreRecord {
        ScoreRecord::Evaluation { cp }
    }

    fn mate(moves: i32) -> ScoreRecord {
        ScoreRecord::mate(moves).unwrap()
    }

    #[test]
    fn scores_are_in_the_order_of_what_they_are_worth() {
        let rising = [
            mate(-1),
            mate(-3),
            cp(-30),
            cp(0),
            cp(900),
            mate(5),
            mate(2),
        ];
        assert!(rising.is_sorted_by_key(|score| order(*score)));
        let names = |best: usize| -> Vec<String> {
            let chosen = rising[..best].iter().rev();
            let regrets = chosen.map(|chosen| match Regret::of(rising[best], *chosen) {
                Regret::Centipawns(loss) => loss.to_string(),
                Regret::Mate(loss) => format!("{loss:?}"),
            });
            regrets.collect()
        };
        let missed = || ["Missed"; 5].map(str::to_owned);
        assert_eq!(names(6)[0], "Delayed(6)");
        assert_eq!(names(6)[1..], missed());
        assert_eq!(names(5), missed());
        assert_eq!(names(4), ["900", "930", "Allowed", "Allowed"]);
        assert_eq!(names(1), ["Hastened(4)"]);
        assert_eq!(Regret::of(mate(2), mate(2)), Regret::Centipawns(0));
    }

    #[test]
    fn a_move_is_judged_at_its_depth_or_at_that_of_the_judge() {
        let mut judged = job("judge", "p", &[1, 2, 3], Ended::Depth);
        let values = [[5, 3, 3], [5, 9, 3], [20, 9, 3]];
        for (iteration, values) in judged.iterations.iter_mut().zip(values) {
            let moves = ["a", "b", "c"].map(str::to_owned).into_iter();
            iteration.moves = moves.zip(values.map(cp)).collect();
        }
        let judgements = |plies| {
            let jobs = Box::new([Ok(judged.clone())].into_iter());
            Judgements::gather(jobs, plies).unwrap()
        };
        let regret = |plies, depth, mv| judgements(plies).regret("p", depth, mv);
        let found = [1, 2, 3].map(|depth| regret(None, depth, "a"));
        assert_eq!(found, [0, 4, 0].map(|loss| Some(Regret::Centipawns(loss))));
        let at_three = [1, 2].map(|depth| regret(Some(3), depth, "b"));
        assert_eq!(at_three, [Some(Regret::Centipawns(11)); 2]);
        // Beyond the judge's depth, or of a move or position that it does not have, there is no judgement.
        assert_eq!(regret(None, 4, "a"), None);
        assert_eq!(
            (regret(Some(4), 1, "a"), regret(None, 0, "a")),
            (None, None)
        );
        assert_eq!(regret(None, 1, "d"), None);
        assert_eq!(judgements(None).regret("q", 1, "a"), None);
    }
}
