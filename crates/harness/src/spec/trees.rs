//! Synthetic trees in an experiment file: all combinations of some shapes, each with some seeds.

use plybench_engine::game::uniform_tree::{CheckedTree, PARAMETERS, UniformTree};
use serde::Deserialize;
use toml::{Spanned, Value};

/// More trees than this in one table are a slip of the pen.
const MOST: usize = 1_000_000;

/// Uniform trees under one name. Each parameter is a value or a list of values; what they mean, the
/// engine's [`UniformTree`] says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct TreesTable {
    name: Spanned<String>,
    /// Moves in each inner node.
    branching: Spanned<Value>,
    /// Plies from the root to the leaves.
    depth: Spanned<Value>,
    /// The most by which a wrong move is worse than the best one, in centipawns.
    spread: Spanned<Value>,
    /// Share of the nodes in which the side to move is mated.
    mated_share: Spanned<Value>,
    /// Share of the nodes in which the best move comes first.
    best_first_share: Spanned<Value>,
    /// A number of trees of each shape, with the seeds 1, 2, …; or a list of seeds.
    seeds: Spanned<Value>,
}

/// Uniform trees under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Trees {
    /// The name: the category of their positions, and the beginning of their ids.
    pub name: String,
    /// Every tree, with its id: the name, those parameters that were given as lists, and the seed.
    pub trees: Vec<(String, CheckedTree)>,
}

/// A place in the text, and what is wrong there.
pub(super) type Problem = (usize, String);

/// The values of a parameter.
struct Axis {
    /// Where they stand.
    at: usize,
    values: Vec<Value>,
    /// Whether they were given as a list, so that ids have to tell them apart.
    is_list: bool,
}

impl TreesTable {
    pub(super) fn expand(&self) -> Result<Trees, Problem> {
        let name = self.name.get_ref();
        let at = self.name.span().start;
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || name.starts_with('-') || !name.chars().all(is_word) {
            let problem = format!(
                "trees are named {name:?}; a name is lower-case letters, digits and hyphens, the first no hyphen"
            );
            return Err((at, problem));
        }
        let given = [
            &self.branching,
            &self.depth,
            &self.spread,
            &self.mated_share,
            &self.best_first_share,
        ];
        let axes: Vec<Axis> = given.map(axis).into_iter().chain([self.seeds()?]).collect();
        let count = axes
            .iter()
            .try_fold(1usize, |count, axis| count.checked_mul(axis.values.len()));
        match count {
            Some(0) => return Err((at, "a list is empty; give at least one value".to_owned())),
            Some(1..=MOST) => {}
            _ => return Err((at, format!("more than {MOST} trees; give shorter lists"))),
        }
        let mut trees = vec![(String::new(), [const { None }; PARAMETERS.len()])];
        for (parameter, axis) in axes.iter().enumerate() {
            let (key, _) = PARAMETERS[parameter];
            let mut next = Vec::with_capacity(trees.len() * axis.values.len());
            for (id, chosen) in &trees {
                for value in &axis.values {
                    let mut chosen: [Option<&Value>; PARAMETERS.len()] = *chosen;
                    chosen[parameter] = Some(value);
                    let comma = if id.is_empty() { "" } else { "," };
                    next.push(if axis.is_list {
                        (format!("{id}{comma}{key}={value}"), chosen)
                    } else {
                        (id.clone(), chosen)
                    });
                }
            }
            trees = next;
        }
        let trees = trees.into_iter().map(|(id, chosen)| {
            let tree = tree(&axes, chosen)?;
            Ok((format!("{name}/{id}"), tree))
        });
        Ok(Trees {
            name: name.clone(),
            trees: trees.collect::<Result<_, Problem>>()?,
        })
    }

    fn seeds(&self) -> Result<Axis, Problem> {
        let at = self.seeds.span().start;
        let values = match self.seeds.get_ref() {
            Value::Integer(count) if (1..=MOST as i64).contains(count) => {
                (1..=*count).map(Value::Integer).collect()
            }
            Value::Array(seeds) => seeds.clone(),
            other => {
                let problem = format!(
                    "seeds = {other}; give a number of trees, 1 to {MOST}, or a list of seeds"
                );
                return Err((at, problem));
            }
        };
        let is_list = true;
        Ok(Axis {
            at,
            values,
            is_list,
        })
    }
}

fn axis(given: &Spanned<Value>) -> Axis {
    let (values, is_list) = match given.get_ref() {
        Value::Array(values) => (values.clone(), true),
        value => (vec![value.clone()], false),
    };
    Axis {
        at: given.span().start,
        values,
        is_list,
    }
}

/// The tree with one value of each parameter.
fn tree(axes: &[Axis], chosen: [Option<&Value>; PARAMETERS.len()]) -> Result<CheckedTree, Problem> {
    let refused = |parameter: usize| {
        let (key, range) = PARAMETERS[parameter];
        let value = chosen[parameter].map(Value::to_string).unwrap_or_default();
        (axes[parameter].at, format!("{key} = {value}; give {range}"))
    };
    let whole = |parameter: usize| {
        let value = chosen[parameter].and_then(Value::as_integer);
        value.ok_or_else(|| refused(parameter))
    };
    let share = |parameter: usize| {
        let value = chosen[parameter];
        let whole = value.and_then(Value::as_integer).map(|whole| whole as f64);
        let share = value.and_then(Value::as_float).or(whole);
        share.ok_or_else(|| refused(parameter))
    };
    let tree = UniformTree {
        branching: u16::try_from(whole(0)?).map_err(|_| refused(0))?,
        depth: u8::try_from(whole(1)?).map_err(|_| refused(1))?,
        spread: u16::try_from(whole(2)?).map_err(|_| refused(2))?,
        mated_share: share(3)?,
        best_first_share: share(4)?,
        seed: u64::try_from(whole(5)?).map_err(|_| refused(5))?,
    };
    CheckedTree::try_from(tree).map_err(|error| {
        let mut names = PARAMETERS.iter();
        refused(
            names
                .position(|(name, _)| *name == error.parameter)
                .unwrap_or(0),
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const GOOD: &str = "name = \"b\"\nbranching = [2, 4]\ndepth = 6\nspread = 100\n\
                        mated-share = [0, 0.01]\nbest-first-share = 0.5\nseeds = 3\n";

    fn expand(text: &str) -> Result<Trees, Problem> {
        toml::from_str::<TreesTable>(text).unwrap().expand()
    }

    #[test]
    fn all_combinations_have_an_id_each() {
        let trees = expand(GOOD).unwrap().trees;
        assert_eq!(trees.len(), 2 * 2 * 3);
        let ids: HashSet<&str> = trees.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids.len(), trees.len());
        let (id, tree) = &trees[4];
        assert_eq!(id, "b/branching=2,mated-share=0.01,seed=2");
        assert_eq!(
            tree.shape().to_string(),
            "branching=2 depth=6 spread=100 mated-share=0.01 best-first-share=0.5 seed=2"
        );
    }

    #[test]
    fn what_is_out_of_range_is_named_where_it_stands() {
        for (from, to, says) in [
            ("[2, 4]", "[2, 256]", "branching = 256; give 1 to 255"),
            ("[2, 4]", "[2, -1]", "branching = -1; give 1 to 255"),
            ("[2, 4]", "2.5", "branching = 2.5; give 1 to 255"),
            ("[2, 4]", "\"2\"", "branching = \"2\"; give 1 to 255"),
            ("depth = 6", "depth = 65", "depth = 65; give 0 to 64"),
            ("= 100", "= 1001", "spread = 1001; give 0 to 1000"),
            ("0.01]", "1.01]", "mated-share = 1.01; give 0 to 1"),
            ("0.5", "nan", "best-first-share = nan; give 0 to 1"),
            ("seeds = 3", "seeds = [-3]", "seed = -3; give 0 or more"),
            ("seeds = 3", "seeds = 0", "give a number of trees"),
        ] {
            let text = GOOD.replacen(from, to, 1);
            let (at, problem) = expand(&text).unwrap_err();
            assert!(problem.contains(says), "{problem}");
            let line = text[..at].lines().count();
            let wanted = text.lines().position(|line| line.contains(to)).unwrap();
            assert_eq!(line, wanted + 1, "{problem}");
        }
        assert!(
            expand(&GOOD.replace("[2, 4]", "[]"))
                .unwrap_err()
                .1
                .contains("empty")
        );
        assert!(
            expand(&GOOD.replace("\"b\"", "\"b/c\""))
                .unwrap_err()
                .1
                .contains("hyphens")
        );
        let many = GOOD.replace("seeds = 3", "seeds = 1000000");
        assert!(expand(&many).unwrap_err().1.contains("more than"));
    }
}
