//! Synthetic trees of a run: which parameters vary in each table of trees, and how many leaves an iteration searches.
//!
//! Alpha-beta searches at least the minimal tree (Knuth and Moore 1975, An analysis of alpha-beta pruning, Artificial
//! Intelligence 6, p. 305), which is what a perfect move ordering leaves.

use std::{collections::BTreeMap, sync::Arc};

use plybench_engine::game::uniform_tree::UniformTree;

use super::{
    grouping::{By, TREE_PARAMETERS, Value},
    outcomes::{Found, Outcome, Outcomes},
    summary::{CountPair, Summary},
};
use plybench_records::PositionRecord;

/// A table of trees: the positions of one category.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeTable {
    /// The category of its positions.
    pub category: String,
    /// The parameters that vary, in the order of [`TREE_PARAMETERS`].
    pub varied: Vec<By>,
    /// What all its trees have in common.
    pub common: Vec<(By, f64)>,
}

fn tree(position: &PositionRecord) -> Option<UniformTree> {
    position.fen.parse().ok()
}

/// The tables of trees among some positions, by name.
#[must_use]
pub fn tables(positions: &[Arc<PositionRecord>]) -> Vec<TreeTable> {
    let mut tables: BTreeMap<&str, Vec<UniformTree>> = BTreeMap::new();
    for position in positions {
        if let Some(tree) = tree(position) {
            tables.entry(&position.category).or_default().push(tree);
        }
    }
    let table = |(category, of_table): (&str, Vec<UniformTree>)| {
        let varies = |parameter: &By| {
            let mut values = of_table.iter().map(|tree| parameter.of_tree(tree));
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let (varied, common): (Vec<By>, Vec<By>) = TREE_PARAMETERS.into_iter().partition(varies);
        let of_first = |parameter: By| Some((parameter, parameter.of_tree(of_table.first()?)?));
        TreeTable {
            category: category.to_owned(),
            varied,
            common: common.into_iter().filter_map(of_first).collect(),
        }
    };
    tables.into_iter().map(table).collect()
}

/// What iterations search of the trees of one table and branching factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaves {
    /// The category of the table's positions.
    pub category: String,
    /// The moves of each inner node.
    pub branching: u16,
    /// The number of trees behind each mean.
    pub trees: usize,
    /// For each variant the mean number of leaves that iteration 1, 2, … searched.
    pub of_variants: Vec<Vec<f64>>,
}

/// The leaves that each iteration searched alone, over the trees and iterations that all variants completed.
#[must_use]
pub fn leaves(outcomes: &Outcomes, variants: &[&str]) -> Vec<Leaves> {
    let jobs = outcomes.of_all(variants);
    let mut tables: BTreeMap<(&str, u16), Vec<usize>> = BTreeMap::new();
    for (at, position) in outcomes.positions().iter().enumerate() {
        if let Some(tree) = tree(position) {
            let key = (position.category.as_str(), tree.branching);
            tables.entry(key).or_default().push(at);
        }
    }
    let of_table = |((category, branching), trees): ((&str, u16), Vec<usize>)| {
        let of_trees = jobs.iter().map(|jobs| trees.iter().map(|&at| jobs[at]));
        let jobs: Vec<Vec<Option<&Outcome>>> = of_trees.map(Iterator::collect).collect();
        let all = jobs.iter().flatten();
        let depths = all.map(|job| job.map_or(0, Outcome::depth)).min();
        let depths = 1..=depths.unwrap_or(0);
        // Counts run over iterations 1 to d.
        let leaves = |job: &Outcome, depth| job.at(depth).map_or(0, |one| one.leaves);
        let own = |job: &Outcome, depth| leaves(job, depth).saturating_sub(leaves(job, depth - 1));
        let mean = |jobs: &[Option<&Outcome>], depth| {
            let own = jobs.iter().flatten().map(|job| own(job, depth));
            own.sum::<u64>() as f64 / trees.len() as f64
        };
        let means = jobs
            .iter()
            .map(|jobs| depths.clone().map(|depth| mean(jobs, depth)));
        Leaves {
            category: category.to_owned(),
            branching,
            trees: trees.len(),
            of_variants: means.map(Iterator::collect).collect(),
        }
    };
    tables.into_iter().map(of_table).collect()
}

/// What a variant searched of the trees of one shape, which differ only in their seed, in the last iteration alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<'o> {
    /// The category of the trees.
    pub category: &'o str,
    /// One of them.
    pub tree: UniformTree,
    /// The variant that searched them.
    pub variant: &'o str,
    /// The iteration: the trees' depth in plies, or a smaller one that all variants completed.
    pub depth: usize,
    /// The leaves as a multiple of those of the minimal tree.
    pub leaves: Summary,
    /// The mean number of nodes.
    pub nodes: f64,
    /// Of the nodes that failed high, the share whose first move did; none if no node failed high.
    pub first_move: Option<f64>,
}

/// What these variants searched of each shape of trees, by category and parameters.
#[must_use]
pub fn shapes<'o>(outcomes: &'o Outcomes, variants: &[&'o str]) -> Vec<Shape<'o>> {
    let jobs = outcomes.of_all(variants);
    let mut shapes: BTreeMap<_, Vec<(usize, UniformTree)>> = BTreeMap::new();
    for (at, position) in outcomes.positions().iter().enumerate() {
        if let Some(tree) = tree(position) {
            let parameters = TREE_PARAMETERS.map(|by| by.of_tree(&tree).map(Value));
            let shape = (position.category.as_str(), parameters);
            shapes.entry(shape).or_default().push((at, tree));
        }
    }
    let of_shape = |((category, _), trees): ((&'o str, _), Vec<(usize, UniformTree)>)| {
        let tree = trees[0].1;
        let found = jobs
            .iter()
            .map(|jobs| trees.iter().map(|&(at, _)| jobs[at]));
        let found: Vec<Vec<Option<&Outcome>>> = found.map(Iterator::collect).collect();
        let depths = found
            .iter()
            .flatten()
            .map(|job| job.map_or(0, Outcome::depth));
        let depth = depths.min().unwrap_or(0).min(tree.depth.into());
        let minimal = minimal_leaves(tree.branching, depth as u32) as u64;
        let of_variant = move |(variant, jobs): (&&'o str, &Vec<Option<&Outcome>>)| {
            // Counts run over iterations 1 to d.
            let own = |count: fn(&Found) -> u64| -> Vec<u64> {
                let own = jobs.iter().flatten().map(|job| {
                    let before = job.at(depth - 1).map_or(0, count);
                    job.at(depth).map_or(0, count).saturating_sub(before)
                });
                own.collect()
            };
            let pairs = own(|one| one.leaves).into_iter();
            let pairs: Vec<CountPair> = pairs
                .filter_map(|leaves| CountPair::of(minimal, leaves))
                .collect();
            let sum = |count| own(count).iter().sum::<u64>() as f64;
            let cutoffs = sum(|one| one.cutoffs[0]);
            Shape {
                category,
                tree,
                variant,
                depth,
                leaves: Summary::of(&pairs),
                nodes: sum(|one| one.nodes) / jobs.len() as f64,
                first_move: (cutoffs > 0.0).then(|| sum(|one| one.cutoffs[1]) / cutoffs),
            }
        };
        let all = variants.iter().zip(&found).map(of_variant);
        // Without an iteration that all completed, there is nothing to say.
        if depth == 0 {
            Vec::new()
        } else {
            all.collect::<Vec<_>>()
        }
    };
    shapes.into_iter().flat_map(of_shape).collect()
}

/// The leaves of the smallest tree that proves the value of a uniform tree of this depth: b^⌈d/2⌉ + b^⌊d/2⌋ - 1.
#[must_use]
pub fn minimal_leaves(branching: u16, depth: u32) -> f64 {
    let power = |depth: u32| f64::from(branching).powi(depth as i32);
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::{
            Outcome, Outcomes,
            samples::{outcome, outcomes, place},
        },
        *,
    };
    use crate::{comparison::Comparison, grouping::Group, summary::Summary};
    use plybench_records::{Ended, ScoreRecord};

    fn deep(nodes: &[u64], is_mate: bool) -> Option<Outcome> {
        let mut outcome = outcome(nodes, 0, Ended::Depth);
        if is_mate {
            for iteration in &mut outcome.iterations {
                iteration.score = ScoreRecord::Mate { mate: 1, plies: 1 };
            }
        }
        Some(outcome)
    }

    /// Four trees of two branching factors, then a position of another game.
    fn five(order: [&str; 4]) -> Outcomes {
        let a = [
            (100, true),
            (100, false),
            (400, true),
            (400, false),
            (9, false),
        ];
        let b = [25, 100, 100, 100, 1];
        let mut outcomes = outcomes(vec![
            a.map(|(nodes, is_mate)| deep(&[10, nodes], is_mate))
                .to_vec(),
            b.map(|nodes| deep(&[10, nodes], false)).to_vec(),
        ]);
        for (number, order) in order.into_iter().enumerate() {
            let branching = [8, 8, 16, 16][number];
            let tree = format!(
                "branching={branching} depth=4 spread=9 mated-share=0.1 best-first-share={order} seed={number}"
            );
            place(&mut outcomes, number, ("b", &tree));
        }
        outcomes
    }

    fn named(groups: Vec<(Group, Summary)>) -> Vec<(String, usize, f64)> {
        let one = |(group, summary): (Group, Summary)| {
            let mean = (summary.geometric_mean.unwrap() * 1e6).round() / 1e6;
            (group.to_string(), summary.positions, mean)
        };
        groups.into_iter().map(one).collect()
    }

    #[test]
    fn trees_are_grouped_by_the_parameter_that_varies() {
        let outcomes = five(["1"; 4]);
        let tables = tables(outcomes.positions());
        assert_eq!(tables.len(), 1);
        assert_eq!(
            (tables[0].varied.as_slice(), tables[0].common.len()),
            (&[By::Branching][..], 4)
        );
        let comparison = Comparison::of(&outcomes, "a", "b").of_category("b");
        let groups = named(comparison.groups(By::Branching));
        assert_eq!(
            groups,
            [("8".to_owned(), 2, 0.5), ("16".to_owned(), 2, 0.25)]
        );
        let both = comparison.groups_of_two(By::Branching, By::Mate);
        let both: Vec<(String, Option<f64>)> = both
            .into_iter()
            .map(|([one, other], summary)| (format!("{one} {other}"), summary.total_ratio))
            .collect();
        let wanted = [
            ("8 no mate".to_owned(), Some(1.0)),
            ("8 mate".to_owned(), Some(0.25)),
            ("16 no mate".to_owned(), Some(0.25)),
            ("16 mate".to_owned(), Some(0.25)),
        ];
        assert_eq!(both, wanted);
    }

    #[test]
    fn each_of_several_that_vary_is_named() {
        let outcomes = five(["0.5", "0", "0", "0.5"]);
        let tables = tables(outcomes.positions());
        assert_eq!(tables[0].varied, [By::Branching, By::BestFirstShare]);
        let comparison = Comparison::of(&outcomes, "a", "b");
        // 100/100 and 100/400.
        assert_eq!(
            named(comparison.groups(By::BestFirstShare))[0],
            ("0".to_owned(), 2, 0.5)
        );
    }

    #[test]
    fn shapes_have_the_last_iteration_of_all_their_seeds() {
        let mut outcomes = five(["0.5", "0.5", "0.5", "0.5"]);
        // Branching 8 to depth 2, which all completed: the minimal tree has 15 leaves, and iteration 2 alone 90 of a.
        place(&mut outcomes, 4, ("c", "no tree"));
        let shapes = shapes(&outcomes, &["a", "b"]);
        let found = shapes.iter().map(|one| {
            let (leaves, tree) = (&one.leaves, &one.tree);
            (
                tree.branching,
                one.variant,
                one.depth,
                leaves.positions,
                leaves.total_ratio,
                one.nodes,
            )
        });
        let found: Vec<_> = found.collect();
        let wanted = [
            (8, "a", 2, 2, Some(180.0 / 30.0), 90.0),
            (8, "b", 2, 2, Some(105.0 / 30.0), 52.5),
            (16, "a", 2, 2, Some(780.0 / 62.0), 390.0),
            (16, "b", 2, 2, Some(180.0 / 62.0), 90.0),
        ];
        assert_eq!(found, wanted);
        assert!(shapes.iter().all(|one| one.first_move == Some(1.0)));
    }

    #[test]
    fn leaves_are_of_each_iteration_alone() {
        let leaves = leaves(&five(["1"; 4]), &["a", "b"]);
        assert_eq!(leaves.len(), 2);
        assert_eq!((leaves[0].branching, leaves[0].trees), (8, 2));
        assert_eq!(leaves[0].of_variants, [[10.0, 90.0], [10.0, 52.5]]);
        // By hand: 8^3 + 8^2 - 1 leaves at depth 5.
        assert_eq!(minimal_leaves(8, 5), 575.0);
        assert_eq!(minimal_leaves(8, 1), 8.0);
    }
}
