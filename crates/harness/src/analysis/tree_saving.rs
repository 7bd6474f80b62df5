//! What variants save on synthetic trees, by each parameter that an experiment varies.
//!
//! A table of trees may vary one parameter or several. Each that varies gives a sweep: the trees of the
//! table grouped by its values, whatever the others are. In a table that varies several at once, a group is
//! thus a mean over the others; in one that varies a single parameter, nothing else differs but the seed.

use plybench_engine::game::uniform_tree::{PARAMETERS, UniformTree};

use super::{
    comparison::Comparison,
    pair::Pair,
    summary::{Counts, Summary},
};

/// The seed tells trees of one shape apart; it is no shape.
const SEED: &str = "seed";

/// A parameter of one table of trees, and what a variant saves at each of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The table's name: the category of its positions.
    pub category: String,
    /// The parameter that varies.
    pub parameter: &'static str,
    /// Whether no other parameter of the table varies.
    pub is_alone: bool,
    /// What all trees of the table have in common.
    pub common: Vec<(&'static str, String)>,
    /// One for each value, ascending.
    pub points: Vec<Point>,
}

/// The trees with one value of a sweep's parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value, as the experiment wrote it.
    pub value: String,
    /// How many of the trees the baseline scores as a mate at the compared depth.
    pub mates: usize,
    /// The mean of the baseline's counts.
    pub baseline_nodes: f64,
    /// The ratios of all these trees.
    pub all: Summary,
    /// Those of the trees that the baseline scores as a mate.
    pub with_mate: Summary,
    /// Those of the others.
    pub without_mate: Summary,
}

/// A tree's parameters with their values as texts.
fn parameters(tree: &UniformTree) -> Vec<(&'static str, String)> {
    let line = tree.to_string();
    let values = line.split(' ').filter_map(|word| word.split_once('='));
    let names = PARAMETERS.iter().map(|&(name, _)| name);
    let pairs = names.zip(values.map(|(_, value)| value.to_owned()));
    pairs.filter(|&(name, _)| name != SEED).collect()
}

/// A pair on a tree, with the tree's parameters.
struct OnTree<'p, 'o> {
    pair: &'p Pair<'o>,
    parameters: Vec<(&'static str, String)>,
}

/// The sweeps of a comparison, in the order of their tables' names and of the parameters. Positions of
/// other games are not looked at.
#[must_use]
pub fn sweeps(comparison: &Comparison) -> Vec<Sweep> {
    let trees: Vec<OnTree> = comparison
        .pairs
        .iter()
        .filter_map(|pair| {
            let tree: UniformTree = pair.position.fen.parse().ok()?;
            let parameters = parameters(&tree);
            Some(OnTree { pair, parameters })
        })
        .collect();
    let mut categories: Vec<&str> = trees
        .iter()
        .map(|tree| tree.pair.position.category.as_str())
        .collect();
    categories.sort_unstable();
    categories.dedup();
    let of_category = |category: &str| {
        let own = trees
            .iter()
            .filter(|tree| tree.pair.position.category == category);
        of_table(category, &own.collect::<Vec<_>>())
    };
    categories.into_iter().flat_map(of_category).collect()
}

fn of_table(category: &str, trees: &[&OnTree]) -> Vec<Sweep> {
    let shapes = PARAMETERS.len() - 1;
    let values: Vec<Vec<String>> = (0..shapes)
        .map(|number| {
            let mut values: Vec<String> = trees
                .iter()
                .map(|tree| tree.parameters[number].1.clone())
                .collect();
            let size = |value: &String| value.parse().unwrap_or(f64::NAN);
            values.sort_by(|one, other| size(one).total_cmp(&size(other)));
            values.dedup();
            values
        })
        .collect();
    let varied: Vec<usize> = (0..shapes)
        .filter(|&number| values[number].len() > 1)
        .collect();
    let common: Vec<(&'static str, String)> = (0..shapes)
        .filter(|number| !varied.contains(number))
        .map(|number| (PARAMETERS[number].0, values[number][0].clone()))
        .collect();
    let sweep = |&number: &usize| Sweep {
        category: category.to_owned(),
        parameter: PARAMETERS[number].0,
        is_alone: varied.len() == 1,
        common: common.clone(),
        points: values[number]
            .iter()
            .map(|value| {
                let own = trees
                    .iter()
                    .filter(|tree| tree.parameters[number].1 == *value);
                point(value, &own.map(|tree| tree.pair).collect::<Vec<_>>())
            })
            .collect(),
    };
    varied.iter().map(sweep).collect()
}

fn point(value: &str, pairs: &[&Pair]) -> Point {
    let is_mate = |pair: &&&Pair| pair.score_a().is_mate();
    let summary = |wanted: &dyn Fn(&&&Pair) -> bool| {
        let counts = pairs.iter().filter(wanted).map(|pair| pair.counts());
        Summary::of(&counts.collect::<Vec<Counts>>())
    };
    let nodes: u64 = pairs.iter().map(|pair| pair.nodes.0).sum();
    Point {
        value: value.to_owned(),
        mates: pairs.iter().filter(is_mate).count(),
        baseline_nodes: nodes as f64 / pairs.len() as f64,
        all: summary(&|_| true),
        with_mate: summary(&is_mate),
        without_mate: summary(&|pair| !is_mate(pair)),
    }
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
    use crate::store::{Ended, ScoreRecord};

    fn deep(nodes: u64, is_mate: bool) -> Option<Outcome> {
        let mut outcome = outcome(&[nodes], 0, Ended::Depth);
        if is_mate {
            outcome.iterations[0].score = ScoreRecord::Mate { mate: 1, plies: 1 };
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
            a.map(|(nodes, is_mate)| deep(nodes, is_mate)).to_vec(),
            b.map(|nodes| deep(nodes, false)).to_vec(),
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

    #[test]
    fn trees_are_grouped_by_the_parameter_that_varies() {
        let outcomes = five(["1"; 4]);
        let sweeps = sweeps(&Comparison::of(&outcomes, "a", "b"));
        assert_eq!(sweeps.len(), 1);
        let sweep = &sweeps[0];
        assert_eq!((sweep.parameter, sweep.is_alone), ("branching", true));
        assert_eq!(sweep.common.len(), 4);
        let values: Vec<&str> = sweep.points.iter().map(|p| p.value.as_str()).collect();
        assert_eq!(values, ["8", "16"]);
        let [eight, sixteen] = [&sweep.points[0], &sweep.points[1]];
        let mean = |summary: &Summary| summary.geometric_mean.unwrap();
        assert_eq!((eight.mates, eight.baseline_nodes), (1, 100.0));
        assert!((mean(&eight.all) - 0.5).abs() < 1e-12);
        assert!((mean(&eight.with_mate) - 0.25).abs() < 1e-12);
        assert!((mean(&eight.without_mate) - 1.0).abs() < 1e-12);
        assert!((mean(&sixteen.all) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn each_of_several_that_vary_is_a_sweep() {
        let outcomes = five(["0.5", "0", "0", "0.5"]);
        let sweeps = sweeps(&Comparison::of(&outcomes, "a", "b"));
        let names: Vec<&str> = sweeps.iter().map(|sweep| sweep.parameter).collect();
        assert_eq!(names, ["branching", "best-first-share"]);
        assert!(sweeps.iter().all(|sweep| !sweep.is_alone));
        assert_eq!(sweeps[1].points[0].value, "0");
        // 100/100 and 100/400.
        let mean = sweeps[1].points[0].all.geometric_mean.unwrap();
        assert!((mean - 0.5).abs() < 1e-12, "{mean}");
    }
}
