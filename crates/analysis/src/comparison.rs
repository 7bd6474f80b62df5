//! Comparison of two variants on the same positions: how many nodes B takes per node of A.
//!
//! Each position is one observation. Its depths are not separate observations, since each repeats the work of the ones before.
//! Averages are geometric means of the ratios over positions, so it does not matter which of the two variants comes first
//! (Fleming and Wallace 1986, How not to lie with statistics, Communications of the ACM 29, pp. 218-221). [`Pair`] defines which
//! counts a ratio compares.

use std::collections::BTreeMap;

use super::{
    common_depth::{CommonDepth, common_depths},
    grouping::{By, Group},
    outcomes::Outcomes,
    pair::{AtDepth, Pair, Reason},
    solved::{NodeLimits, SolvedPairs},
    summary::{CountPair, Summary},
};
use plybench_records::PositionRecord;

/// Two variants and the positions that both searched.
#[derive(Clone, Debug)]
pub struct Comparison<'o> {
    /// The baseline: its counts are the denominators.
    pub a: &'o str,
    /// The variant that is compared with it: its counts are the numerators.
    pub b: &'o str,
    /// The positions with a ratio, sorted by name.
    pub pairs: Vec<Pair<'o>>,
    /// The other positions, sorted by name, each with the reason why it has no ratio.
    pub left_out: Vec<(&'o PositionRecord, Reason)>,
}

impl<'o> Comparison<'o> {
    /// Compares two variants of a run, at each position at the common depth of the two.
    #[must_use]
    pub fn of(outcomes: &'o Outcomes, a: &'o str, b: &'o str) -> Self {
        Self::on(outcomes, a, b, &common_depths(outcomes, &[a, b]))
    }

    /// Compares two variants of a run at given common depths, one for each position in the positions' order: those that the two
    /// have in common with other variants.
    #[must_use]
    pub fn on(
        outcomes: &'o Outcomes,
        a: &'o str,
        b: &'o str,
        common_depths: &[Option<CommonDepth>],
    ) -> Self {
        let (mut pairs, mut left_out) = (Vec::new(), Vec::new());
        let jobs = outcomes.of(a).zip(outcomes.of(b)).zip(common_depths);
        for (position, ((a, b), common)) in outcomes.positions().iter().zip(jobs) {
            match Pair::of(position, a, b, *common) {
                Ok(pair) => pairs.push(pair),
                Err(reason) => left_out.push((&**position, reason)),
            }
        }
        Comparison {
            a,
            b,
            pairs,
            left_out,
        }
    }

    /// Returns the summary of all positions with a ratio.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let counts: Vec<CountPair> = self.pairs.iter().map(|pair| pair.counts).collect();
        Summary::of(&counts)
    }

    /// Counts who solves the positions with best moves within these node limits.
    #[must_use]
    pub fn solved(&self, limits: NodeLimits) -> SolvedPairs {
        SolvedPairs::of(self.pairs.iter().filter_map(|pair| pair.answers(limits)))
    }

    /// Returns the summary of each group, in the groups' order.
    #[must_use]
    pub fn groups(&self, by: By) -> Vec<(Group, Summary)> {
        summaries(self.grouped(by))
    }

    /// Returns the counts of each group, in the order of the positions' names.
    #[must_use]
    pub fn grouped(&self, by: By) -> BTreeMap<Group, Vec<CountPair>> {
        gathered(self.pairs.iter().flat_map(|pair| by.groups(pair)))
    }

    /// The numbers of each combination of two groups that has positions. The first says what is counted: a position is
    /// in one group of the second.
    #[must_use]
    pub fn groups_of_two(&self, first: By, second: By) -> Vec<([Group; 2], Summary)> {
        let pairs = self.pairs.iter();
        let inner = pairs.filter_map(|pair| Some((pair, second.group(pair)?)));
        summaries(gathered(inner.flat_map(|(pair, inner)| {
            let outer = first.groups(pair).into_iter();
            outer.map(move |(outer, counts)| ([outer, inner.clone()], counts))
        })))
    }

    /// Compares A with itself at the same positions and depths: what it costs stands beside what B does.
    #[must_use]
    pub fn of_baseline(&self) -> Self {
        Comparison {
            b: self.a,
            pairs: self.pairs.iter().map(Pair::of_baseline).collect(),
            ..self.clone()
        }
    }

    /// The same comparison at the positions of one category alone.
    #[must_use]
    pub fn of_category(mut self, category: &str) -> Self {
        self.pairs.retain(|pair| pair.position.category == category);
        self.left_out
            .retain(|(position, _)| position.category == category);
        self
    }

    /// Returns the positions with a ratio, the smallest ratio first; equal ratios are sorted by name.
    #[must_use]
    pub fn best_first(&self) -> Vec<&Pair<'o>> {
        let mut pairs: Vec<&Pair> = self.pairs.iter().collect();
        pairs.sort_by_key(|pair| pair.counts.log_ratio);
        pairs
    }

    /// Returns the positions with a ratio at which a score or a best move differs at a depth that both completed. Those with a
    /// different score come first.
    #[must_use]
    pub fn differing(&self) -> Vec<&Pair<'o>> {
        let differs = |pair: &&Pair| pair.score_differs() || pair.move_differs();
        let mut pairs: Vec<&Pair> = self.pairs.iter().filter(differs).collect();
        pairs.sort_by_key(|pair| !pair.score_differs());
        pairs
    }

    /// Returns the smallest case in which a count, a score or a best move differs: of those with the fewest men, the shallowest, and of
    /// these the one with the fewest nodes of A. A position that is not one of chess has no men.
    #[must_use]
    pub fn smallest_difference(&self) -> Option<(&Pair<'o>, AtDepth<'o>)> {
        let men = |pair: &Pair| {
            let chess = pair
                .position
                .fen
                .split(' ')
                .next()
                .filter(|board| board.contains('/'));
            chess.map_or(0, |board| {
                board.bytes().filter(u8::is_ascii_alphabetic).count()
            })
        };
        let first = |pair| {
            let differs =
                |at: &AtDepth| at.a.count != at.b.count || at.score_differs() || at.move_differs();
            Some((pair, Pair::depths(pair).find(differs)?))
        };
        let differing = self.pairs.iter().filter_map(first);
        differing.min_by_key(|(pair, at)| (men(pair), at.depth, at.a.count))
    }

    /// Returns the number of positions at which a score differs at a depth that both completed.
    #[must_use]
    pub fn score_differences(&self) -> usize {
        let pairs = self.pairs.iter();
        pairs.filter(|pair| pair.score_differs()).count()
    }

    /// Returns the number of positions at which a best move differs at a depth that both completed.
    #[must_use]
    pub fn move_differences(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.move_differs()).count()
    }
}

fn gathered<K: Ord>(found: impl Iterator<Item = (K, CountPair)>) -> BTreeMap<K, Vec<CountPair>> {
    let mut groups: BTreeMap<K, Vec<CountPair>> = BTreeMap::new();
    for (key, counts) in found {
        groups.entry(key).or_default().push(counts);
    }
    groups
}

fn summaries<K>(groups: BTreeMap<K, Vec<CountPair>>) -> Vec<(K, Summary)> {
    let groups = groups.into_iter();
    groups
        .map(|(key, counts)| (key, Summary::of(&counts)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::{
            Outcome,
            samples::{outcome, outcomes},
        },
        *,
    };
    use plybench_records::{Ended, ScoreRecord};

    fn deep(nodes: &[u64]) -> Option<Outcome> {
        Some(outcome(nodes, 0, Ended::Depth))
    }

    fn four() -> Outcomes {
        outcomes(vec![
            vec![deep(&[8, 16]), deep(&[8, 32]), deep(&[8]), deep(&[8, 8])],
            vec![deep(&[8, 4]), deep(&[4, 16]), deep(&[8]), deep(&[4, 16])],
        ])
    }

    #[test]
    fn the_summary_by_hand() {
        let outcomes = four();
        let summary = Comparison::of(&outcomes, "a", "b").summary();
        // Ratios 1/4, 1/2, 1, 2: their mean logarithm is minus half of that of 2.
        let mean = summary.geometric_mean.unwrap();
        assert!((mean - 0.5_f64.sqrt()).abs() < 1e-14, "{mean}");
        assert_eq!((summary.wins, summary.ties, summary.losses), (2, 1, 1));
        // At depths 2, 2, 1 and 2: 4 + 16 + 8 + 16 divided by 16 + 32 + 8 + 8.
        assert_eq!(summary.total_ratio, Some(44.0 / 64.0));
        // Three coin tosses always have at least two heads or two tails.
        assert_eq!(summary.sign_test, Some(1.0));
        let interval = summary.interval.unwrap();
        assert!(interval.low >= 0.25 && interval.low < mean);
        assert!(interval.high <= 2.0 && interval.high > mean);
    }

    #[test]
    fn exchanging_the_variants_inverts_ratios_and_swaps_wins_and_losses() {
        let outcomes = four();
        let one = Comparison::of(&outcomes, "a", "b").summary();
        let other = Comparison::of(&outcomes, "b", "a").summary();
        assert_eq!((one.wins, one.losses), (other.losses, other.wins));
        assert_eq!(one.sign_test, other.sign_test);
        let product = one.geometric_mean.unwrap() * other.geometric_mean.unwrap();
        assert!((product - 1.0).abs() < 1e-14);
        let (one, other) = (one.interval.unwrap(), other.interval.unwrap());
        assert!((one.low * other.high - 1.0).abs() < 1e-14);
        assert!((one.high * other.low - 1.0).abs() < 1e-14);
    }

    #[test]
    fn positions_are_grouped() {
        let outcomes = four();
        let comparison = Comparison::of(&outcomes, "a", "b");
        let names = |by| -> Vec<(String, usize)> {
            let groups = comparison.groups(by).into_iter();
            groups
                .map(|(group, summary)| (group.to_string(), summary.positions))
                .collect()
        };
        let named = |wanted: &[(&str, usize)]| -> Vec<(String, usize)> {
            let wanted = wanted.iter();
            wanted.map(|(name, n)| ((*name).to_owned(), *n)).collect()
        };
        assert_eq!(names(By::Category), named(&[("even", 2), ("odd", 2)]));
        assert_eq!(names(By::Depth), named(&[("1", 4), ("2", 3)]));
        let dtm = named(&[("7", 1), ("8", 1), ("10", 1), ("none", 1)]);
        assert_eq!(names(By::Dtm), dtm);
        let beyond = named(&[("-18", 1), ("-17", 1), ("-14", 1), ("-12", 1), ("-11", 1)]);
        // Mates in 7, 8 and 10 moves are 13, 15 and 19 plies away.
        assert_eq!(names(By::Beyond), beyond);
    }

    #[test]
    fn iterations_until_a_proven_mate_are_a_group_beside_all_iterations() {
        let mated = |nodes: &[u64], moves: i32, from: usize| {
            let mut job = outcome(nodes, 0, Ended::Depth);
            for one in job.iterations.iter_mut().skip(from - 1) {
                let plies = 2 * moves - 1;
                one.score = ScoreRecord::Mate { mate: moves, plies };
            }
            Some(job)
        };
        let outcomes = outcomes(vec![
            vec![
                mated(&[8, 16, 64, 128], 2, 3),
                deep(&[8, 16]),
                mated(&[8, 16, 64], 1, 1),
                mated(&[8, 16, 64], 1, 1),
            ],
            vec![
                // A deeper table entry can show the mate before it is proven, and the horizon can hide it for an iteration.
                mated(&[4, 8, 16, 32], 2, 2),
                deep(&[1, 1]),
                mated(&[4, 8, 16], 1, 2),
                mated(&[4, 8, 16], 2, 2),
            ],
        ]);
        let groups = Comparison::of(&outcomes, "a", "b").groups(By::Proof);
        let found: Vec<(String, usize, Option<f64>)> = groups
            .iter()
            .map(|(group, summary)| (group.to_string(), summary.positions, summary.total_ratio))
            .collect();
        // Depth 3 for both, then depth 1 for A and depth 2 for B. Positions without a mate or with mates of two lengths are left
        // out.
        let wanted = [
            (
                "until proven".to_owned(),
                2,
                Some((16.0 + 8.0) / (64.0 + 8.0)),
            ),
            (
                "all iterations".to_owned(),
                2,
                Some((32.0 + 16.0) / (128.0 + 64.0)),
            ),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn differences_are_found_at_any_depth_and_scores_come_first() {
        let mut jobs = vec![vec![deep(&[1, 2]); 3], vec![deep(&[1, 2]); 3]];
        jobs[1][0].as_mut().unwrap().iterations[1].best_move = None;
        jobs[1][2].as_mut().unwrap().iterations[0].score = ScoreRecord::Evaluation { cp: 1 };
        let outcomes = outcomes(jobs);
        let comparison = Comparison::of(&outcomes, "a", "b");
        let differing = comparison.differing();
        let names: Vec<&str> = differing
            .iter()
            .map(|pair| pair.position.position.as_str())
            .collect();
        assert_eq!(names, ["p2", "p0"]);
        assert_eq!(comparison.score_differences(), 1);
        assert_eq!(comparison.move_differences(), 1);
    }
}
