//! Synthetic trees in an experiment file: all combinations of their parameters, each with some seeds.

use plybench_engine::game::{
    named::AnyPosition,
    uniform_tree::{PARAMETERS, ParseTreeError, UniformTree},
};
use toml::Value;

use super::{
    combinations::combinations,
    section::{Mistake, Section, Text, plain},
};
use plybench_text::echo;

/// The most trees in one table: more are surely a mistake.
const MOST: usize = 1_000_000;

/// Uniform trees under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Trees {
    /// The name: the category of their positions, and the prefix of their ids.
    pub name: String,
    /// The line of the name, from 1.
    pub line: usize,
    /// Every tree with its id: the name, the parameters that were given as lists, and the seed.
    pub trees: Vec<(String, AnyPosition)>,
}

/// The trees of a `[[trees]]` table. The engine's [`UniformTree`] defines the meaning of their parameters, each of which is a
/// value or a list of values.
pub(super) fn expand(section: &Section) -> Result<Trees, Mistake> {
    let given: Text = section.text("name")?;
    let (name, at) = (given.get_ref(), given.span().start);
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.starts_with('-') || !name.chars().all(is_word) {
        let problem = format!(
            "trees are named {:?}; use lower-case letters, digits and hyphens, with no hyphen at the beginning",
            echo(name)
        );
        return Err(Mistake::new(at, problem));
    }
    let (mut axes, mut is_named, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for (parameter, _) in PARAMETERS {
        let is_seed = parameter == "seed";
        let key = if is_seed { "seeds" } else { parameter };
        let node = section.required(key)?;
        let values = match plain(node)? {
            Value::Array(values) => values,
            Value::Integer(count) if is_seed && (1..=MOST as i64).contains(&count) => {
                (1..=count).map(Value::Integer).collect()
            }
            _ if is_seed => {
                let give = format!("a number of trees, 1 to {MOST}, or a list of seeds");
                return Err(section.refused(key, &give));
            }
            value => vec![value],
        };
        if values.is_empty() {
            return Err(section.refused(key, "at least one value"));
        }
        let pairs = values.iter().map(|value| format!("{parameter}={value}"));
        axes.push(pairs.collect::<Vec<String>>());
        // What is given as a list is in the ids.
        is_named.push(is_seed || node.get_ref().is_array());
        places.push(node.span().start);
    }
    let Some(all) = combinations(&axes, MOST) else {
        let problem = format!("more than {MOST} trees; give shorter lists");
        return Err(Mistake::new(at, problem));
    };
    let expand = |pairs: Vec<&String>| {
        let mut pairs: Vec<&str> = pairs.into_iter().map(String::as_str).collect();
        let tree = pairs.join(" ").parse::<UniformTree>();
        let tree = tree
            .and_then(|tree| Ok(AnyPosition::of(tree.root()?)))
            .map_err(|error| {
                let parameter = match error {
                    ParseTreeError::Shape(error) => error.parameter,
                    ParseTreeError::Word { expected, .. } => expected,
                };
                let mut keys = PARAMETERS.iter();
                let number = keys.position(|(key, _)| *key == parameter).unwrap_or(0);
                let (key, range) = PARAMETERS[number];
                let value = echo(&pairs[number][key.len() + 1..]);
                Mistake::new(places[number], format!("{key} = {value}; give {range}"))
            })?;
        let mut is_named = is_named.iter();
        pairs.retain(|_| is_named.next() == Some(&true));
        Ok((format!("{name}/{}", pairs.join(",")), tree))
    };
    let trees = all.into_iter().map(expand);
    Ok(Trees {
        name: name.clone(),
        line: section.line(&given),
        trees: trees.collect::<Result<_, Mistake>>()?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const GOOD: &str = "name = \"b\"\nbranching = [2, 4]\ndepth = 6\nspread = 100\n\
                        mated-share = [0, 0.01]\nbest-first-share = 0.5\nseeds = 3\n";

    fn expand(text: &str) -> Result<Trees, Mistake> {
        const HEADER: &str = "[[trees]]\n";
        let text = format!("{HEADER}{text}");
        let table = toml::de::DeTable::parse(&text).unwrap();
        let below = |mistake: Mistake| Mistake::new(mistake.at - HEADER.len(), mistake.problem);
        let file = Section::file(&text, table.get_ref())?;
        let mut trees = file.each("trees", super::expand).map_err(below)?;
        Ok(trees.remove(0))
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
            tree.text(),
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
