//! Synthetic trees in an experiment file: all combinations of their parameters, each with some seeds.

use plybench_engine::game::uniform_tree::{CheckedTree, PARAMETERS, UniformTree};
use toml::Value;

use super::section::{Keys, Mistake, Section, SpannedValue, key, plain};
use plybench_text::echo;

/// The most trees in one table: more are surely a mistake.
const MOST: usize = 1_000_000;

/// The keys of `[[trees]]`. Each parameter is a value or a list of values. The engine's [`UniformTree`] defines their
/// meaning.
pub(super) const TREES: Keys = &[
    key("name", "name = \"mates\"", "prefix of their ids"),
    key("branching", "branching = 8", "moves in each inner node"),
    key("depth", "depth = 6", "plies from the root to the leaves"),
    key(
        "spread",
        "spread = 100",
        "most that a wrong move loses, centipawns",
    ),
    key(
        "mated-share",
        "mated-share = 0.01",
        "share of the nodes that are mates",
    ),
    key(
        "best-first-share",
        "best-first-share = 0.5",
        "share of nodes with the best move first",
    ),
    key("seeds", "seeds = 10", "how many trees of each shape"),
];

/// Uniform trees under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Trees {
    /// The name: the category of their positions, and the prefix of their ids.
    pub name: String,
    /// The line of the name, from 1.
    pub line: usize,
    /// Every tree with its id: the name, the parameters that were given as lists, and the seed.
    pub trees: Vec<(String, CheckedTree)>,
}

/// The values of a parameter.
struct Axis {
    /// Their place in the file.
    at: usize,
    values: Vec<Value>,
    /// Whether they were given as a list, so that ids have to name them.
    is_list: bool,
}

/// The trees of a `[[trees]]` table.
pub(super) fn expand(section: &Section) -> Result<Trees, Mistake> {
    let given = section.text("name")?;
    let (name, at) = (given.get_ref(), given.span().start);
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.starts_with('-') || !name.chars().all(is_word) {
        let problem = format!(
            "trees are named {:?}; use lower-case letters, digits and hyphens, with no hyphen at the beginning",
            echo(name)
        );
        return Err(Mistake::new(at, problem));
    }
    let mut axes = Vec::new();
    for key in TREES[1..].iter().map(|key| key.name) {
        let node = section.required(key)?;
        let axis = if key == "seeds" {
            seeds(section, node)?
        } else {
            axis(node)?
        };
        if axis.values.is_empty() {
            return Err(section.refused(key, node, "at least one value"));
        }
        axes.push(axis);
    }
    let count = axes
        .iter()
        .try_fold(1usize, |count, axis| count.checked_mul(axis.values.len()));
    match count {
        Some(..=MOST) => {}
        _ => {
            let problem = format!("more than {MOST} trees; give shorter lists");
            return Err(Mistake::new(at, problem));
        }
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
        line: section.line(&given),
        trees: trees.collect::<Result<_, Mistake>>()?,
    })
}

fn seeds(section: &Section, node: &SpannedValue) -> Result<Axis, Mistake> {
    let values = match plain(node)? {
        Value::Integer(count) if (1..=MOST as i64).contains(&count) => {
            (1..=count).map(Value::Integer).collect()
        }
        Value::Array(seeds) => seeds,
        _ => {
            let give = format!("a number of trees, 1 to {MOST}, or a list of seeds");
            return Err(section.refused("seeds", node, &give));
        }
    };
    Ok(Axis {
        at: node.span().start,
        values,
        is_list: true,
    })
}

fn axis(node: &SpannedValue) -> Result<Axis, Mistake> {
    let (values, is_list) = match plain(node)? {
        Value::Array(values) => (values, true),
        value => (vec![value], false),
    };
    Ok(Axis {
        at: node.span().start,
        values,
        is_list,
    })
}

/// The tree with one value of each parameter.
fn tree(axes: &[Axis], chosen: [Option<&Value>; PARAMETERS.len()]) -> Result<CheckedTree, Mistake> {
    let refused = |parameter: usize| {
        let (key, range) = PARAMETERS[parameter];
        let value = chosen[parameter].map(Value::to_string).unwrap_or_default();
        let problem = format!("{key} = {}; give {range}", echo(&value));
        Mistake::new(axes[parameter].at, problem)
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

    fn expand(text: &str) -> Result<Trees, Mistake> {
        let table = toml::de::DeTable::parse(text).unwrap();
        super::expand(&Section::file(text, table.get_ref(), TREES)?)
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
    fn a_value_out_of_range_is_named_with_its_line() {
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
            ("[2, 4]", "[]", "branching = []; give at least one value"),
            (
                "seeds = 3",
                "seeds = []",
                "seeds = []; give at least one value",
            ),
        ] {
            let text = GOOD.replacen(from, to, 1);
            let Mistake { at, problem } = expand(&text).unwrap_err();
            assert!(problem.contains(says), "{problem}");
            let line = text[..at].lines().count();
            let wanted = text.lines().position(|line| line.contains(to)).unwrap();
            assert_eq!(line, wanted + 1, "{problem}");
        }
        assert!(
            expand(&GOOD.replace("\"b\"", "\"b/c\""))
                .unwrap_err()
                .problem
                .contains("hyphens")
        );
        let many = GOOD.replace("seeds = 3", "seeds = 1000000");
        assert!(expand(&many).unwrap_err().problem.contains("more than"));
    }
}
