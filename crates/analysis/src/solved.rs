//! Which positions with best moves the variants of a run solve.
//!
//! A variant solves a position if the best move of its last iteration within the node limit is one of the best moves, and none of
//! those to avoid. For an engine that is the first move of the variation that it reports. A run can search a position again, with
//! more nodes, where it was missed: if the same variant solves it then, the miss is one of the search, else of the evaluation (or the
//! collection is wrong).

use super::{
    outcomes::{Found, Outcome, Outcomes},
    proportion::Proportion,
    sign_test,
};
use plybench_records::{Ended, PositionRecord};

/// The node limits of the searches of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeLimits {
    /// The most nodes within which a best move counts as found.
    pub nodes: Option<u64>,
    /// The most nodes of a second search, where the first ended at its limit and missed the best moves.
    pub if_missed: Option<u64>,
}

/// Why a variant misses the best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// With more nodes it plays one of them.
    Search,
    /// With more nodes it does not.
    Evaluation,
}

/// What a variant plays on a position with best moves.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'o> {
    /// The position.
    pub position: &'o PositionRecord,
    /// The last iteration within the node limit, with its depth in plies; none if there is none.
    pub last: Option<(usize, &'o Found)>,
    /// Whether its best move solves the position.
    pub is_solved: bool,
    /// Why it does not, if the variant searched again with more nodes.
    pub miss: Option<Miss>,
}

impl<'o> Answer<'o> {
    /// The answer of a job that had these node limits. None of a position without best moves.
    #[must_use]
    pub fn of(position: &'o PositionRecord, job: &'o Outcome, limits: NodeLimits) -> Option<Self> {
        let solves = |last: Option<(usize, &Found)>| {
            let played = last.and_then(|(_, found)| found.best_move.as_deref());
            position.is_solved_by(played)
        };
        let (last, further) = (job.within(limits.nodes), job.within(limits.if_missed));
        let is_solved = solves(last);
        let went_on = job.ended == Ended::Nodes || further != last;
        let is_miss = limits.if_missed.is_some() && !is_solved && went_on;
        position.has_solution().then(|| Answer {
            position,
            last,
            is_solved,
            miss: is_miss.then(|| match solves(further) {
                true => Miss::Search,
                false => Miss::Evaluation,
            }),
        })
    }
}

/// The answers of a variant, sorted by the positions' names. Positions without best moves and unfinished jobs are left out.
#[must_use]
pub fn answers<'o>(outcomes: &'o Outcomes, variant: &str, limits: NodeLimits) -> Vec<Answer<'o>> {
    let jobs = outcomes.positions().iter().zip(outcomes.of(variant));
    jobs.filter_map(|(position, job)| Answer::of(position, job?, limits))
        .collect()
}

/// How many of the positions that `is_in` keeps each variant solves within `most` nodes, half as many, a quarter, and so on, as long as
/// any of them solves one.
pub fn by_limit(
    outcomes: &Outcomes,
    variants: &[&str],
    most: u64,
    is_in: impl Fn(&PositionRecord) -> bool,
) -> Vec<(u64, Vec<Proportion>)> {
    let solved = |variant: &&str, limit| {
        let to = NodeLimits {
            nodes: Some(limit),
            if_missed: None,
        };
        let found = answers(outcomes, variant, to);
        Solved::of(found.iter().filter(|answer| is_in(answer.position))).solved
    };
    let limits = std::iter::successors(Some(most), |limit| Some(limit / 2));
    let found = limits.take_while(|&limit| limit > 0).map(|limit| {
        let of_all = variants.iter().map(|variant| solved(variant, limit));
        (limit, of_all.collect())
    });
    let is_any = |(_, solved): &(u64, Vec<Proportion>)| solved.iter().any(|of| of.hits > 0);
    found.take_while(is_any).collect()
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
    /// The misses of the search.
    pub search: u64,
    /// The misses of the evaluation.
    pub evaluation: u64,
}

impl Solved {
    /// The numbers of these answers.
    #[must_use]
    pub fn of<'o>(answers: impl IntoIterator<Item = &'o Answer<'o>>) -> Self {
        let (mut solved, mut depths, mut nodes) = (Proportion::default(), 0, 0);
        let (mut search, mut evaluation) = (0, 0);
        for answer in answers {
            search += u64::from(answer.miss == Some(Miss::Search));
            evaluation += u64::from(answer.miss == Some(Miss::Evaluation));
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
            search,
            evaluation,
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
    /// A job with these moves at depth 1, 2, …, each iteration of ten nodes.
    fn job(moves: &[&str]) -> Option<Outcome> {
        let nodes: Vec<u64> = (1..).map(|depth| 10 * depth).take(moves.len()).collect();
        let mut job = outcome(&nodes, 0, Ended::Nodes);
        for (iteration, &mv) in job.iterations.iter_mut().zip(moves) {
            iteration.best_move = Some(mv.into());
        }
        Some(job)
    }

    /// This limit, and no second search.
    fn to(nodes: Option<u64>) -> NodeLimits {
        NodeLimits {
            nodes,
            if_missed: None,
        }
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
            let answers = answers(&outcomes, variant, to(nodes));
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
    fn limits_are_halved_until_nothing_is_solved() {
        let outcomes = four();
        let hits = |most, is_in: fn(&PositionRecord) -> bool| -> Vec<(u64, Vec<u64>)> {
            let found = by_limit(&outcomes, &["a", "b"], most, is_in);
            let hits = |of: Vec<Proportion>| of.iter().map(|of| of.hits).collect();
            found
                .into_iter()
                .map(|(limit, of)| (limit, hits(of)))
                .collect()
        };
        // At 5 nodes, no search has an iteration.
        assert_eq!(hits(20, |_| true), [(20, vec![2, 2]), (10, vec![2, 1])]);
        let first = hits(20, |one| one.best_moves.len() == 2);
        assert_eq!(first, [(20, vec![1, 1]), (10, vec![0, 1])]);
        assert_eq!(hits(0, |_| true), []);
    }

    #[test]
    fn a_search_without_an_iteration_counts_with_depth_0() {
        let outcomes = four();
        let answers = answers(&outcomes, "b", to(None));
        let found = Solved::of(&answers);
        assert_eq!(found.solved, Proportion { hits: 2, all: 3 });
        assert_eq!(found.mean_depth, 4.0 / 3.0);
        assert_eq!(found.mean_nodes, 40.0 / 3.0);
    }

    #[test]
    fn a_miss_is_of_the_search_if_more_nodes_solve_it() {
        let mut jobs = vec![
            job(&["x", "a", "a"]),
            job(&["x", "x", "y"]),
            job(&["x"]),
            job(&["x"]),
        ];
        // Without a second search: it ended at its depth.
        jobs[3].as_mut().unwrap().ended = Ended::Depth;
        let mut outcomes = outcomes(vec![jobs]);
        (0..4).for_each(|at| solve(&mut outcomes, at, &["a"], &[]));
        let causes = |nodes, if_missed| -> Vec<Option<Miss>> {
            let limits = NodeLimits { nodes, if_missed };
            let answers = answers(&outcomes, "a", limits);
            answers.iter().map(|answer| answer.miss).collect()
        };
        let evaluation = Some(Miss::Evaluation);
        let wanted = [Some(Miss::Search), evaluation, evaluation, None];
        assert_eq!(causes(Some(10), Some(100)), wanted);
        assert_eq!(
            causes(Some(20), Some(100)),
            [None, evaluation, evaluation, None]
        );
        assert_eq!(causes(Some(10), None), [None; 4]);
    }

    #[test]
    fn pairs_are_counted_by_who_solves() {
        let outcomes = four();
        let [a, b] = ["a", "b"].map(|variant| answers(&outcomes, variant, to(Some(19))));
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
