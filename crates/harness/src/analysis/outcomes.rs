//! What each variant of a run found on each position, as far as a comparison needs it.
//!
//! Most of each record is dropped as soon as it is read, so that a million of them take some tens of megabytes.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::store::{Ended, PositionRecord, Record, ScoreRecord, WholeJob};

/// One completed iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Nodes in all since the search began, as the experiment's metric counts them.
    pub nodes: u64,
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// The first move of the principal variation; none without legal moves.
    pub best_move: Option<Arc<str>>,
}

/// A job that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ended: Ended,
    /// Its iterations, from depth 1, without a gap.
    pub iterations: Vec<Iteration>,
}

impl Outcome {
    /// The last completed iteration, in plies; 0 if there was none.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.iterations.len()
    }

    /// The first iteration that is at least as deep as the mate that it scores: a search that stops at a proven mate
    /// ends with it.
    #[must_use]
    pub fn proof(&self) -> Option<&Iteration> {
        let mut iterations = (1..).zip(&self.iterations);
        let found = iterations.find(|(depth, one)| {
            let plies = one.score.mate_plies();
            plies.is_some_and(|plies| plies.unsigned_abs() <= *depth)
        });
        found.map(|(_, one)| one)
    }

    /// The iteration of a depth that was completed.
    #[must_use]
    pub fn at(&self, depth: usize) -> Option<&Iteration> {
        self.iterations.get(depth.checked_sub(1)?)
    }
}

/// The jobs of some variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    positions: Vec<PositionRecord>,
    variants: Vec<String>,
    /// For each variant one for each position.
    jobs: Vec<Vec<Option<Outcome>>>,
}

impl Outcomes {
    /// Gathers the jobs of these variants; `nodes` says what is counted. Jobs of others are left out.
    ///
    /// # Errors
    /// The first that the jobs bring.
    pub fn gather<E>(
        mut positions: Vec<PositionRecord>,
        variants: &[&str],
        jobs: impl Iterator<Item = Result<WholeJob, E>>,
        nodes: impl Fn(&Record) -> u64,
    ) -> Result<Self, E> {
        positions.sort_by(|one, other| one.position.cmp(&other.position));
        let names = positions.iter().map(|position| position.position.clone());
        let position_at: HashMap<String, usize> = names.zip(0..).collect();
        let mut moves = HashSet::new();
        let mut gathered = vec![vec![None; positions.len()]; variants.len()];
        for job in jobs {
            let WholeJob { records, end } = job?;
            let variant = variants.iter().position(|name| *name == end.variant);
            let (Some(variant), Some(&position)) = (variant, position_at.get(&end.position)) else {
                continue;
            };
            let iterations = records.iter().map(|record| Iteration {
                nodes: nodes(record),
                score: record.score,
                best_move: record.best_move().map(|text| intern(&mut moves, text)),
            });
            gathered[variant][position] = Some(Outcome {
                ended: end.ended,
                iterations: iterations.collect(),
            });
        }
        Ok(Outcomes {
            positions,
            variants: variants.iter().map(|&name| name.to_owned()).collect(),
            jobs: gathered,
        })
    }

    /// The positions, by name: their order in the experiment changes nothing.
    #[must_use]
    pub fn positions(&self) -> &[PositionRecord] {
        &self.positions
    }

    /// The variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(String::as_str)
    }

    /// A variant's jobs, one for each position; nothing of a variant that is not among these.
    pub fn of(&self, variant: &str) -> impl Iterator<Item = Option<&Outcome>> {
        let found = self.variants.iter().position(|name| name == variant);
        let jobs = found.map_or(&[][..], |at| &self.jobs[at]);
        jobs.iter().map(Option::as_ref)
    }
}

/// A text that equal ones share.
fn intern(known: &mut HashSet<Arc<str>>, text: &str) -> Arc<str> {
    if let Some(known) = known.get(text) {
        return Arc::clone(known);
    }
    let new: Arc<str> = text.into();
    known.insert(Arc::clone(&new));
    new
}

#[cfg(test)]
pub(super) mod samples {
    //! Outcomes for tests, as short as they can be written.

    use super::*;

    /// A job of so many nodes at depth 1, 2, …, all with one score and move, that ended as given.
    pub(in crate::analysis) fn outcome(nodes: &[u64], score: i32, ended: Ended) -> Outcome {
        let iteration = |&nodes: &u64| Iteration {
            nodes,
            score: ScoreRecord::Evaluation { cp: score },
            best_move: Some("a2a1".into()),
        };
        Outcome {
            ended,
            iterations: nodes.iter().map(iteration).collect(),
        }
    }

    /// Gives a position another category and root.
    pub(in crate::analysis) fn place(
        outcomes: &mut Outcomes,
        at: usize,
        (category, fen): (&str, &str),
    ) {
        outcomes.positions[at].category = category.to_owned();
        outcomes.positions[at].fen = fen.to_owned();
    }

    /// Takes a variant's job on a position away, both by number.
    pub(in crate::analysis) fn remove(outcomes: &mut Outcomes, variant: usize, position: usize) {
        outcomes.jobs[variant][position] = None;
    }

    /// Outcomes of variants `a`, `b`, …: a row a variant, a column a position `p0`, `p1`, ….
    pub(in crate::analysis) fn outcomes(jobs: Vec<Vec<Option<Outcome>>>) -> Outcomes {
        let position = |at: usize| PositionRecord {
            position: format!("p{at}"),
            category: if at.is_multiple_of(2) { "even" } else { "odd" }.to_owned(),
            fen: format!("fen {at}"),
            dtm: (at != 1).then_some(10 - at as i32),
        };
        let names = ('a'..).take(jobs.len());
        Outcomes {
            positions: (0..jobs[0].len()).map(position).collect(),
            variants: names.map(String::from).collect(),
            jobs,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::store::record::samples::job;

    fn position(name: &str) -> PositionRecord {
        PositionRecord {
            position: name.to_owned(),
            category: "c".to_owned(),
            fen: "fen".to_owned(),
            dtm: None,
        }
    }

    fn gather(positions: [&str; 2], jobs: Vec<WholeJob>) -> Outcomes {
        let positions = positions.map(position).to_vec();
        let jobs = jobs.into_iter().map(Ok::<_, Infallible>);
        let Ok(outcomes) = Outcomes::gather(positions, &["a", "b"], jobs, |record| record.nodes);
        outcomes
    }

    #[test]
    fn jobs_are_put_in_their_places() {
        let jobs = || {
            vec![
                job("a", "qq", &[5, 9], Ended::Depth),
                job("a", "p", &[], Ended::Nodes),
                job("c", "p", &[7], Ended::Depth),
                job("b", "elsewhere", &[7], Ended::Depth),
            ]
        };
        let outcomes = gather(["p", "qq"], jobs());
        let nodes: Vec<Option<Vec<u64>>> = outcomes
            .of("a")
            .map(|job| Some(job?.iterations.iter().map(|one| one.nodes).collect()))
            .collect();
        assert_eq!(nodes, [Some(vec![]), Some(vec![5, 9])]);
        assert!(outcomes.of("b").all(|job| job.is_none()));
        assert_eq!(outcomes.of("c").count(), 0);
        assert_eq!(gather(["qq", "p"], jobs()), outcomes);
    }
}
