//! Depth-first proof-number search as a searcher: is there a mate in time?
//!
//! It enters no nodes and evaluates nothing. Where it proves a mate, the score is that mate; where it proves that there is none within the
//! plies asked for, the score is 0 centipawns. A bound would say more, but it would be a mate score, and what reads
//! records would count it as a mate. An answer counts only with its whole proof, which excludes that two positions share a key.

use std::{ops::ControlFlow, sync::atomic::Ordering, time::Instant};

use plybench_df_pn::{Effort, Solution, Solver, Unsolved};
use plybench_records::{Bound, Counts, Iteration, ScoreRecord, counts};

use super::{Limits, Outcome, Receive, Root, SearchError, Searcher, Stop, skeleton::notation};
use crate::spec::{Ask, SolverSpec};

/// A proof-number search with these settings. Its only limits are a depth and expansions.
pub struct MateSolver<'s> {
    spec: &'s SolverSpec,
    claim: Option<i32>,
}

impl<'s> MateSolver<'s> {
    /// A searcher that asks for a mate in `claim` moves, if it asks for the claimed mate.
    #[must_use]
    pub fn new(spec: &'s SolverSpec, claim: Option<i32>) -> Self {
        MateSolver { spec, claim }
    }
}

impl Searcher for MateSolver<'_> {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let position = root.position().ok_or(SearchError::NotChess)?;
        let plies: Vec<u8> = match self.spec.ask {
            Ask::Each => (1..=limits.depth).collect(),
            Ask::Claimed => self.claim.and_then(plies_to).into_iter().collect(),
        };
        let mut solver = Solver::new(self.spec.limits());
        let mut watch = |_| match limits.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let ended = |stop| Ok(Outcome { stop, nodes: 0 });
        let began = Instant::now();
        for (depth, plies) in (1..).zip(plies) {
            let solution = match solver.solve(position, plies, &mut watch) {
                Ok(solution) => solution,
                Err(Unsolved::Expansions(_)) => return ended(Stop::Nodes),
                Err(Unsolved::Interrupted) => return ended(Stop::Requested),
                Err(error @ Unsolved::SharedKey) => return Err(error.into()),
            };
            let iteration = Iteration {
                depth,
                score: score(&solution),
                bound: bound(self.spec.ask, &solution),
                nodes: 0,
                pv: notation(position, &solution.line()),
                moves: Vec::new(),
                notes: Vec::new(),
                counts: counted(solver.effort()),
            };
            if receive(iteration, began.elapsed().as_secs_f64()).is_break() {
                return ended(Stop::Requested);
            }
        }
        ended(Stop::Depth)
    }
}

/// The plies of a mate in so many moves of the mating side, negative if the side to move is mated; none if there are too many.
#[must_use]
pub fn plies_to(moves: i32) -> Option<u8> {
    let plies = ScoreRecord::mate(moves)?.mate_plies()?;
    plies.unsigned_abs().try_into().ok()
}

/// The mate of a solution, or that there is none.
fn score<M>(solution: &Solution<M>) -> ScoreRecord {
    let moves = (i32::from(solution.plies) + 1) / 2;
    let moves = if solution.plies % 2 == 1 {
        moves
    } else {
        -moves
    };
    let mate = ScoreRecord::mate(moves).filter(|_| solution.is_mate);
    mate.unwrap_or(ScoreRecord::Evaluation { cp: 0 })
}

/// What is asked for directly may be there sooner. Of depth 1, 2, …, the first that has a mate has the shortest.
fn bound<M>(ask: Ask, solution: &Solution<M>) -> Option<Bound> {
    match (ask, solution.plies % 2) {
        _ if !solution.is_mate => None,
        (Ask::Each, _) => None,
        (Ask::Claimed, 1) => Some(Bound::Lower),
        (Ask::Claimed, _) => Some(Bound::Upper),
    }
}

fn counted(effort: Effort) -> Counts {
    let counts = [
        (counts::EXPANSIONS, effort.expansions),
        (counts::CREATED, effort.created),
        (counts::LOOK_UPS, effort.look_ups),
    ];
    counts.into_iter().collect()
}
