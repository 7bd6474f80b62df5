//! A published table of changes: what one variant saves over another on a set of positions, by depth, and what variants of an
//! experiment save beside it.
//!
//! A change compares the sums of nodes of all positions of a set, as published tables do. A share says which part of the largest
//! possible reduction a variant reaches, as Schaeffer (1989) puts it: with the nodes N of the two and of the best,
//! (N(against) - N(variant)) / (N(against) - N(best)).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    outcomes::{Found, Outcome, Outcomes},
    published::PublishedError,
    summary::{CountPair, Summary},
};
use plybench_text::{echo, suggestion};
use serde::Deserialize;

/// What is compared: a variant with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The variant whose nodes are counted.
    pub variant: String,
    /// The variant that it is compared with.
    pub against: String,
    /// The variant with the largest reduction, if the numbers are shares of it; otherwise they are changes.
    pub best: Option<String>,
}

/// A published number.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The positions that it is about, as the source calls them.
    pub set: String,
    /// The depth, in plies; none if the source does not say it.
    pub depth: Option<usize>,
    /// The change or the share, as a part of 1.
    pub change: f64,
    /// How many positions more are solved; negative if fewer.
    pub solved: Option<i64>,
    /// The number of positions.
    pub positions: Option<usize>,
    /// Where the number stands in the source.
    pub place: String,
}

/// A row of a data file.
#[derive(Deserialize)]
struct Row {
    set: String,
    depth: Option<usize>,
    variant: String,
    against: String,
    #[serde(default)]
    best: Option<String>,
    percent: f64,
    #[serde(default)]
    solved: Option<i64>,
    #[serde(default)]
    positions: Option<usize>,
    place: String,
}

/// What the variants of an experiment found on the positions of one category, or on all, at a depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The category; none for all.
    pub category: Option<String>,
    /// The depth, in plies.
    pub depth: usize,
    /// The ratios of the variant's nodes to those of the other, at the positions at which all completed the depth.
    pub summary: Summary,
    /// The change or the share of the sums; none if there is no reduction to share.
    pub change: Option<f64>,
    /// How many positions more are solved; none if no position has best moves.
    pub solved: Option<i64>,
}

/// The columns that a data file needs.
const COLUMNS: [&str; 6] = ["set", "depth", "variant", "against", "percent", "place"];

/// Reads a CSV file with a header about these variants: each question with the claims that answer it, in the order of the file. The
/// columns `best`, `solved` and `positions` are optional.
///
/// # Errors
/// If a column is missing, a value is not valid, or a variant is unknown.
pub fn parse(text: &str, variants: &[&str]) -> Result<Vec<(Question, Vec<Claim>)>, PublishedError> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let at_fault = |line, problem: String| PublishedError { line, problem };
    let damaged = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        at_fault(line, format!("not a row of changes: {error}"))
    };
    let header = reader.headers().map_err(damaged)?.clone();
    let has = |name: &&&str| header.iter().any(|column| column == **name);
    if let Some(column) = COLUMNS.iter().find(|name| !has(name)) {
        let hint = suggestion(column, header.iter());
        let problem = format!("the header has no column {column:?}; {hint}");
        return Err(at_fault(1, problem));
    }
    let mut asked: Vec<(Question, Vec<Claim>)> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(damaged)?;
        let line = row.position().map_or(1, csv::Position::line);
        let row: Row = row.deserialize(Some(&header)).map_err(damaged)?;
        let named = [&row.variant, &row.against].into_iter().chain(&row.best);
        let unknown = { named }.find(|name| !variants.contains(&name.as_str()));
        if let Some(unknown) = unknown {
            let hint = suggestion(unknown, variants.iter().copied());
            let problem = format!("unknown variant {:?}; {hint}", echo(unknown));
            return Err(at_fault(line, problem));
        }
        let question = Question {
            variant: row.variant,
            against: row.against,
            best: row.best,
        };
        let claim = Claim {
            set: row.set,
            depth: row.depth,
            change: row.percent / 100.0,
            solved: row.solved,
            positions: row.positions,
            place: row.place,
        };
        match asked.iter_mut().find(|(known, _)| *known == question) {
            Some((_, claims)) => claims.push(claim),
            None => asked.push((question, vec![claim])),
        }
    }
    match asked.is_empty() {
        true => Err(at_fault(1, "the table has no rows; add one".to_owned())),
        false => Ok(asked),
    }
}

/// What a run found of a question, by depth, and there by category and then for all categories together.
#[must_use]
pub fn measured(outcomes: &Outcomes, question: &Question) -> Vec<Measured> {
    let named = [&question.variant, &question.against].into_iter();
    let names: Vec<&str> = named.chain(&question.best).map(String::as_str).collect();
    let (jobs, positions) = (outcomes.of_all(&names), outcomes.positions());
    let categories = positions.iter().map(|one| one.category.as_str());
    let categories: BTreeSet<&str> = categories.collect();
    // The numbers of the positions of each depth and category; none is all categories, and comes last.
    let mut groups: BTreeMap<(usize, bool, &str), Vec<usize>> = BTreeMap::new();
    for (at, position) in positions.iter().enumerate() {
        let depths = jobs.iter().map(|jobs| jobs[at].map_or(0, Outcome::depth));
        for depth in 1..=depths.min().unwrap_or(0) {
            let category = (depth, false, position.category.as_str());
            groups.entry(category).or_default().push(at);
            if categories.len() > 1 {
                groups.entry((depth, true, "")).or_default().push(at);
            }
        }
    }
    let of_group = |((depth, is_all, category), members): ((usize, bool, &str), Vec<usize>)| {
        let found = jobs.iter().map(|jobs| {
            let found = members.iter().filter_map(|&at| jobs[at]?.at(depth));
            found.collect()
        });
        let found: Vec<Vec<&Found>> = found.collect();
        let pairs = found[1].iter().zip(&found[0]);
        let pairs: Vec<CountPair> = pairs
            .filter_map(|(other, one)| CountPair::of(other.nodes, one.nodes))
            .collect();
        let sum = |at: usize| found[at].iter().map(|one| one.nodes).sum::<u64>() as f64;
        let (saved, whole) = match found.len() {
            2 => (sum(0) - sum(1), sum(1)),
            _ => (sum(1) - sum(0), sum(1) - sum(2)),
        };
        let solutions = members.iter().enumerate();
        let mut solutions = solutions.filter(|(_, at)| positions[**at].has_solution());
        let solved = |of: &[&Found]| -> i64 {
            let is_solved = |(number, at): &(usize, &usize)| {
                positions[**at].is_solved_by(of[*number].best_move.as_deref())
            };
            solutions.clone().filter(is_solved).count() as i64
        };
        let solved = solved(&found[0]) - solved(&found[1]);
        Measured {
            category: (!is_all).then(|| category.to_owned()),
            depth,
            summary: Summary::of(&pairs),
            change: (whole != 0.0).then(|| saved / whole),
            solved: solutions.next().is_some().then_some(solved),
        }
    };
    groups.into_iter().map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes, solve},
        *,
    };
    use plybench_records::Ended;

    fn asked(text: &str) -> Result<Vec<(Question, Vec<Claim>)>, PublishedError> {
        parse(text, &["a", "b", "c"])
    }

    #[test]
    fn rows_are_gathered_by_question() {
        let rows = "set,depth,variant,against,percent,place\nx,8,b,a,-11.86,page 2\nx,,c,a,1,page 3\ny,10,b,a,-2,page 2\n";
        let asked = asked(rows).unwrap();
        let claims: Vec<usize> = asked.iter().map(|(_, claims)| claims.len()).collect();
        assert_eq!(claims, [2, 1]);
        assert_eq!(asked[0].1[0].change, -0.1186);
        assert_eq!((asked[1].1[0].depth, asked[0].1[1].depth), (None, Some(10)));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let header = "set,depth,variant,against,percent,place";
        for (rows, line, says) in [
            (
                "set,depth,variant,percent,place",
                1,
                "no column \"against\"",
            ),
            (header, 1, "no rows"),
            (
                &format!("{header}\nx,8,b,d,-1,p"),
                2,
                "unknown variant \"d\"",
            ),
            (
                &format!("{header}\nx,8,b,a,many,p"),
                2,
                "not a row of changes",
            ),
        ] {
            let error = asked(rows).unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.problem.contains(says), "{error}");
        }
    }

    #[test]
    fn changes_and_shares_of_sums_by_hand() {
        let job = |nodes: &[u64]| Some(outcome(nodes, 0, Ended::Depth));
        let mut outcomes = outcomes(vec![
            vec![job(&[10, 100]), job(&[10, 300]), job(&[10])],
            vec![job(&[10, 60]), job(&[10, 140]), job(&[5])],
            vec![job(&[10, 20]), job(&[10, 80]), job(&[5])],
        ]);
        solve(&mut outcomes, 0, &["a2a1"], &[]);
        let question = |best: Option<&str>| Question {
            variant: "b".to_owned(),
            against: "a".to_owned(),
            best: best.map(str::to_owned),
        };
        let found = |best| -> Vec<(usize, Option<String>, usize, Option<f64>)> {
            let found = measured(&outcomes, &question(best)).into_iter();
            found
                .map(|one| (one.depth, one.category, one.summary.positions, one.change))
                .collect()
        };
        // p0 and p2 are of one category, p1 of another; p2 has no depth 2.
        let [even, odd] = ["even", "odd"].map(|name| Some(name.to_owned()));
        let wanted = [
            (1, even.clone(), 2, Some(-0.25)),
            (1, odd.clone(), 1, Some(0.0)),
            (1, None, 3, Some(-5.0 / 30.0)),
            (2, even, 1, Some(-0.4)),
            (2, odd, 1, Some(-160.0 / 300.0)),
            (2, None, 2, Some(-0.5)),
        ];
        assert_eq!(found(None), wanted);
        // 400 nodes, of which the best leaves 100 and b 200.
        let share = found(Some("c"));
        assert_eq!(share[5], (2, None, 2, Some(200.0 / 300.0)));
        assert_eq!(share[1].3, None);
        let solved: Vec<_> = measured(&outcomes, &question(None))
            .iter()
            .map(|one| one.solved)
            .collect();
        assert_eq!(solved, [Some(0), None, Some(0), Some(0), None, Some(0)]);
    }
}
