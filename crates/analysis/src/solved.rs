//! Which positions with best moves the variants of a run solve.
//!
//! A variant solves a position if the best move of its last iteration within the node limit is one of the best moves, and none of
//! those to avoid. For an engine that is the first move of the variation that it reports.

use super::{
    outcomes::{Found, Outcome, Outcomes},
    proportion::Proportion,
    sign_test,
};
use plybench_records::PositionRecord;

/// What a variant plays on a position with best moves.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'o> {
    /// The position.
    pub position: &'o PositionRecord,
    /// The last iteration within the node limit, with its depth in plies; none if there is none.
    pub last: Option<(usize, &'o Found)>,
    /// Whether its best move solves the position.
    pub is_solved: bool,
}

impl<'o> Answer<'o> {
    /// The answer of a job that had this node limit. None of a position without best moves.
    #[must_use]
    pub fn of(position: &'o PositionRecord, job: &'o Outcome, nodes: Option<u64>) -> Option<Self> {
        let last = job.within(nodes);
        let played = last.and_then(|(_, found)| found.best_move.as_deref());
        position.has_solution().then(|| Answer {
            position,
            last,
            is_solved: position.is_solved_by(played),
        })
    }
}

/// The answers of a variant, sorted by the positions' names. Positions without best moves and unfinished jobs are left out.
#[must_use]
pub fn answers<'o>(outcomes: &'o Outcomes, variant: &str, nodes: Option<u64>) -> Vec<Answer<'o>> {
    let jobs = outcomes.positions().iter().zip(outcomes.of(variant));
    jobs.filter_map(|(position, job)| Answer::of(position, job?, nodes))
        .collect()
}

/// Some answers of a variant in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solved {
    /// The positions that it solves.
    pub solved: Proportion,
    /// The mean depth of the last iterations, in plies; 0 counts where there is none.
    pub mean_depth: f64,
    /// The mean of the nodes that these searches entered up to there.
    pub mean_nodes: f64,
}

impl Solved {
    /// The numbers of these answers.
    #[must_use]
    pub fn of<'o>(answers: impl IntoIterator<Item = &'o Answer<'o>>) -> Self {
        let (mut solved, mut depths, mut nodes) = (Proportion::default(), 0, 0);
        for answer in answers {
            solved.all += 1;
            solved.hits += u64::from(answer.is_solved);
            if let Some((depth, found)) = answer.last {
                depths += depth;
                nodes += found.nodes;
            }
        }
        let all = solved.all.max(1) as f64;
        Solved {
            solved,
            mean_depth: depths as f64 / all,
            mean_nodes: nodes as f64 / all,
        }
    }
}

/// How two variants solve the same positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedPairs {
    /// Positions that both solve.
    pub both: u64,
    /// Positions that only A solves.
    pub only_a: u64,
    /// Positions that only B solves.
    pub only_b: u64,
    /// Positions that neither solves.
    pub neither: u64,
}

impl SolvedPairs {
    /// Counts the answers of A and B, which are to the same positions.
    #[must_use]
    pub fn of<'o>(pairs: impl IntoIterator<Item = (Answer<'o>, Answer<'o>)>) -> Self {
        let mut counted = SolvedPairs::default();
        for (a, b) in pairs {
            let count = match (a.is_solved, b.is_solved) {
                (true, true) => &mut counted.both,
                (true, false) => &mut counted.only_a,
                (false, true) => &mut counted.only_b,
                (false, false) => &mut counted.neither,
            };
            *count += 1;
        }
        counted
    }

    /// How many positions there are.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.both + self.only_a + self.only_b + self.neither
    }

    /// The p-value of the exact two-sided sign test of the positions that only one solves, which is the exact test of McNemar
    /// (1947), Psychometrika 12, pp. 153-157.
    #[must_use]
    pub fn p(&self) -> f64 {
        sign_test::two_sided(self.only_b, self.only_a)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes, solve},
        *,
    };
    use plybench_records::Ended;

    /// A job with these moves at depth 1, 2, …, each iteration of ten nodes.
    fn job(moves: &[&str]) -> Option<Outcome> {
        let nodes: Vec<u64> = (1..).map(|depth| 10 * depth).take(moves.len()).collect();
        let mut job = outcome(&nodes, 0, Ended::Nodes);
        for (iteration, &mv) in job.iterations.iter_mut().zip(moves) {
            iteration.best_move = Some(mv.into());
        }
        Some(job)
    }

    fn four() -> Outcomes {
        let mut outcomes = outcomes(vec![
            vec![job(&["x", "a"]), job(&["a", "x", "a"]), job(&["a"]), None],
            vec![job(&["a", "a"]), job(&["x", "a"]), job(&[]), job(&["a"])],
        ]);
        solve(&mut outcomes, 0, &["a", "b"], &[]);
        solve(&mut outcomes, 1, &[], &["x"]);
        solve(&mut outcomes, 2, &["a"], &[]);
        outcomes
    }

    #[test]
    fn the_last_iteration_within_the_limit_decides() {
        let outcomes = four();
        let solved = |variant: &str, nodes| -> Vec<bool> {
            let answers = answers(&outcomes, variant, nodes);
            answers.iter().map(|answer| answer.is_solved).collect()
        };
        // The fourth position has no best moves.
        assert_eq!(solved("a", None), [true, true, true]);
        assert_eq!(solved("a", Some(29)), [true, false, true]);
        assert_eq!(solved("a", Some(19)), [false, true, true]);
        assert_eq!(solved("a", Some(9)), [false; 3]);
        assert_eq!(solved("b", None), [true, true, false]);
    }

    #[test]
    fn a_search_without_an_iteration_counts_with_depth_0() {
        let outcomes = four();
        let answers = answers(&outcomes, "b", None);
        let found = Solved::of(&answers);
        assert_eq!(found.solved, Proportion { hits: 2, all: 3 });
        assert_eq!(found.mean_depth, 4.0 / 3.0);
        assert_eq!(found.mean_nodes, 40.0 / 3.0);
    }

    #[test]
    fn pairs_are_counted_by_who_solves() {
        let outcomes = four();
        let [a, b] = ["a", "b"].map(|variant| answers(&outcomes, variant, Some(19)));
        let pairs = SolvedPairs::of(a.into_iter().zip(b));
        let wanted = SolvedPairs {
            both: 0,
            only_a: 2,
            only_b: 1,
            neither: 0,
        };
        assert_eq!((pairs, pairs.all(), pairs.p()), (wanted, 3, 1.0));
    }
}
