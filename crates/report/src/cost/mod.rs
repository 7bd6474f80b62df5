//! What each variant saves and what it costs, side by side: nodes left, other moves and scores, and what a judge says of its moves.

mod chart;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    number,
    run::page::ALL,
    table::{Cell, ColumnOf, Table, named, of_numbers, of_words},
};
use plybench_analysis::{
    comparison::Comparison,
    cost::{Cost, Mates, RegretDifference, Regrets},
    ranking::Ranking,
    solved::NodeLimits,
    summary::Summary,
};
use plybench_text::{escape, plural};

/// The heading of the table.
const HEADING: &str = "Saving and cost";

/// How the table is read.
const MEANING: &str = "`ratio`: nodes left, as above. Another move, another score: the share of the positions at which the variant \
    differs, at the compared depth only, from the one that it is compared with, and by how many centipawns the scores differ on average where neither is a mate. \
    `solved`: positions with best moves that the variant solves. Of known mates, `missed` are those not scored as a mate for the right side, \
    `longer` and `shorter` those scored with another length.";

/// How its columns about the judge are read.
const OF_JUDGE: &str = "`regret`: the value of the best move less that of the move played, in centipawns, both from one search of the \
    judge; its mean over the positions at which no mate is lost, with the 95 % interval (BCa bootstrap of positions; none if all are equal). \
    `best`: the share of the moves that the judge values as the best, of those that it could judge, with its lower 95 % limit beside it \
    (Wilson 1927), which says how far a regret of 0 can be trusted. `mates lost`: moves with which a mate is missed, delayed, allowed or \
    hastened; they have no regret in centipawns.";

/// A variant with what it saves and what it costs.
#[derive(Debug)]
struct Row<'o> {
    variant: &'o str,
    against: &'o str,
    /// Whose positions are counted; none for all. A data set may be named `all`.
    category: Option<String>,
    summary: Summary,
    cost: Cost,
}

impl<'o> Row<'o> {
    /// A row over all positions and, where they are of several categories, one for each.
    fn all_of(comparison: &Comparison<'o>, limits: NodeLimits) -> impl Iterator<Item = Self> {
        let of = move |category: Option<&str>, comparison: &Comparison<'o>| Row {
            variant: comparison.b,
            against: comparison.a,
            category: category.map(str::to_owned),
            summary: comparison.summary(),
            cost: Cost::of(comparison, limits),
        };
        let pairs = comparison.pairs.iter();
        let categories: BTreeSet<&str> =
            pairs.map(|pair| pair.position.category.as_str()).collect();
        let is_split = categories.len() > 1;
        let each = categories.into_iter().filter(|_| is_split);
        let each =
            each.map(|category| of(Some(category), &comparison.clone().of_category(category)));
        let rows: Vec<Self> = [of(None, comparison)].into_iter().chain(each).collect();
        rows.into_iter()
    }

    fn regret<T>(&self, of: impl Fn(&Regrets) -> T) -> Option<T> {
        self.cost.regret.as_ref().map(of)
    }

    fn mates(&self, of: fn(&Mates) -> usize) -> Cell {
        self.cost.mates.as_ref().map(of).into()
    }
}

/// What the rows of a ranking save and cost.
#[derive(Debug)]
pub struct SavingAndCost<'o> {
    /// The baseline, where all rows have the same, and then the ranked variants; each over all positions and then by category.
    rows: Vec<Row<'o>>,
    /// How the judge searched, as a sentence; none without a judge.
    judge: Option<String>,
}

impl<'o> SavingAndCost<'o> {
    /// Of a run whose judge, if it has one, searched as this sentence says; the limits are those of the run's searches.
    #[must_use]
    pub fn of(ranking: &Ranking<'o>, limits: NodeLimits, judge: Option<String>) -> Self {
        let comparisons = ranking.rows.iter().map(|row| &row.comparison);
        let shared = comparisons.clone().next().filter(|first| {
            let mut others = comparisons.clone();
            others.all(|comparison| comparison.a == first.a)
        });
        let baseline = shared.map(Comparison::of_baseline);
        SavingAndCost::of_all(baseline.iter().chain(comparisons), limits, judge)
    }

    /// Of two variants.
    #[must_use]
    pub fn of_two(comparison: &Comparison<'o>, limits: NodeLimits, judge: Option<String>) -> Self {
        let all = [&comparison.of_baseline(), comparison];
        SavingAndCost::of_all(all.into_iter(), limits, judge)
    }

    fn of_all<'c>(
        comparisons: impl Iterator<Item = &'c Comparison<'o>>,
        limits: NodeLimits,
        judge: Option<String>,
    ) -> Self
    where
        'o: 'c,
    {
        SavingAndCost {
            rows: comparisons
                .flat_map(|one| Row::all_of(one, limits))
                .collect(),
            judge,
        }
    }

    /// The rows over all positions.
    fn of_all_categories(&self) -> impl Iterator<Item = &Row<'o>> + Clone {
        self.rows.iter().filter(|row| row.category.is_none())
    }

    /// Adds them to a document: the table for people, all numbers for programs.
    pub fn add(&self, document: &mut Document) {
        document.sections.push(self.section());
        document.values["saving_and_cost"] = self.json();
    }

    /// The table over all positions, with what its columns mean.
    #[must_use]
    pub(super) fn section(&self) -> Section {
        let rows = table(self.of_all_categories()).hiding(&["category"]);
        self.section_of(rows)
    }

    /// The table that a page filters by category. Without a judge it is over all positions, which keeps pages small: `saving-and-cost.csv` has
    /// the categories.
    #[must_use]
    pub(super) fn section_by_category(&self) -> Section {
        match self.has_judge() && self.has_categories() {
            false => self.section(),
            true => {
                let section = self.section_of(self.table());
                section.with_filters([("variant", None), ("category", Some(ALL))])
            }
        }
    }

    fn of_variant(&self, variant: &str) -> Option<&Row<'o>> {
        self.of_all_categories().find(|row| row.variant == variant)
    }

    /// What a variant costs, in words that follow what it saves: what the judge says of its moves or, without one, how often scores and
    /// moves are others.
    #[must_use]
    pub(super) fn in_words(&self, variant: &str) -> Option<String> {
        let cost = &self.of_variant(variant)?.cost;
        if let Some((regret, mean)) = cost.regret.as_ref().and_then(|of| Some((of, of.mean?))) {
            let interval = regret.interval.map(number::interval);
            let interval = interval.map_or_else(String::new, |ends| format!(" ({ends})"));
            let mates = match regret.mates_lost {
                0 => String::new(),
                lost => format!(" and {} in all", plural::count(lost, "mate")),
            };
            return Some(format!(
                "and its moves lose {mean:.1} centipawns on average{interval}{mates}"
            ));
        }
        let (scores, moves) = (cost.other_scores, cost.other_moves);
        let all = plural::large_count(scores.all, "position");
        Some(match (scores.hits, moves.hits) {
            (0, 0) if scores.all == 1 => "with the same score and move".to_owned(),
            (0, 0) => format!("with the same scores and moves at all {all}"),
            (0, moves) => format!("with the same scores, and another move at {moves} of {all}"),
            (scores, 0) => format!("with the same moves, and another score at {scores} of {all}"),
            (scores, moves) => {
                format!("with another score at {scores} and another move at {moves} of {all}")
            }
        })
    }

    /// The regret and the mates that a variant loses, as cells.
    pub(super) fn regret_cells(&self, variant: &str) -> [Cell; 2] {
        let row = self.of_variant(variant);
        let regret = row.and_then(|row| row.cost.regret.as_ref());
        let mean = regret.and_then(|regret| regret.mean);
        [
            mean.map(Cell::Value).into(),
            regret.map(|regret| regret.mates_lost).into(),
        ]
    }

    /// Whether a judge was asked.
    pub(super) fn has_judge(&self) -> bool {
        self.judge.is_some()
    }

    fn has_categories(&self) -> bool {
        self.rows.iter().any(|row| row.category.is_some())
    }

    fn section_of(&self, table: Table) -> Section {
        let judge = self.judge.as_deref().map(escape::markdown_line);
        let judge = judge.map_or_else(String::new, |judge| format!(" {judge} {OF_JUDGE}"));
        Section::new(HEADING, table.without_empty_columns()).with_text(format!("{MEANING}{judge}"))
    }

    /// All rows with all columns, for programs.
    #[must_use]
    pub(super) fn table(&self) -> Table {
        table(self.rows.iter())
    }

    /// The same for programs: by variant over all positions, then by variant and category.
    fn json(&self) -> Value {
        fn of(row: &Row) -> Value {
            let cost = &row.cost;
            json!({
                "variant": row.variant,
                "against": row.against,
                "category": row.category.as_deref().unwrap_or(ALL),
                "geomean_ratio": row.summary.geometric_mean.map(number::significant),
                "ci95": row.summary.interval.map(|ends| [ends.low, ends.high].map(number::significant)),
                "other_moves": cost.other_moves.hits,
                "other_scores": cost.other_scores.hits,
                "score_difference": cost.score_difference.map(number::significant),
                "regret": row.regret(|of| json!({
                    "mean": of.mean.map(number::significant),
                    "ci95": of.interval.map(|ends| [ends.low, ends.high].map(number::significant)),
                    "worst": of.worst,
                    "judged": of.best.all,
                    "best": of.best.hits,
                    "best_ci95": of.best.interval().map(|ends| ends.map(number::significant)),
                    "mates_lost": of.mates_lost,
                })),
                "solved": cost.solved.map(|solved| json!({"solved": solved.hits, "of": solved.all})),
                "mates": cost.mates.map(|mates| json!({
                    "known": mates.known, "missed": mates.missed, "longer": mates.longer, "shorter": mates.shorter,
                })),
            })
        }
        let by_category = self.rows.iter().filter(|row| row.category.is_some());
        json!({
            "judge": self.judge,
            "variants": self.of_all_categories().map(of).collect::<Value>(),
            "by_category": by_category.map(of).collect::<Value>(),
        })
    }
}

/// A column of numbers with a name of its own for programs.
fn end<T>(key: &str, heading: &str, cell: fn(&T) -> Cell) -> ColumnOf<T> {
    named(key, of_numbers(heading, cell))
}

/// These rows with all columns.
fn table<'r>(rows: impl Iterator<Item = &'r Row<'r>> + Clone) -> Table {
    fn centipawns(of: Option<f64>) -> Cell {
        of.map(Cell::Multiple).into()
    }
    let table = Table::rows(rows.clone()).columns([
        of_words("variant", |row: &&Row| row.variant.into()),
        of_words("category", |row| {
            row.category.as_deref().unwrap_or(ALL).into()
        }),
        of_numbers("positions", |row| row.summary.positions.into()),
        of_numbers("ratio", |row| Cell::ratio(row.summary.geometric_mean)),
        of_numbers("low", |row| Cell::low(row.summary.interval)),
        of_numbers("high", |row| Cell::high(row.summary.interval)),
        end("regret", "regret", |row| {
            centipawns(row.regret(|of| of.mean).flatten())
        }),
        end("regret_low", "low", |row| {
            centipawns(row.regret(|of| of.interval.map(|ends| ends.low)).flatten())
        }),
        end("regret_high", "high", |row| {
            centipawns(row.regret(|of| of.interval.map(|ends| ends.high)).flatten())
        }),
        of_numbers("worst", |row| {
            row.regret(|of| of.worst.map(u64::from)).flatten().into()
        }),
        of_numbers("judged", |row| row.regret(|of| of.best.all).into()),
        of_numbers("best", |row| {
            row.regret(|of| Cell::Share(of.best.share())).into()
        }),
        end("best_low", "at least", |row| {
            let interval = row.regret(|of| of.best.interval()).flatten();
            interval.map(|[low, _]| Cell::Share(low)).into()
        }),
        of_numbers("mates lost", |row| row.regret(|of| of.mates_lost).into()),
        of_numbers("another move", |row| {
            Cell::Share(row.cost.other_moves.share())
        }),
        of_numbers("another score", |row| {
            Cell::Share(row.cost.other_scores.share())
        }),
        end("score_difference", "by", |row| {
            centipawns(row.cost.score_difference)
        }),
        of_numbers("solved", |row| {
            row.cost.solved.map(|solved| solved.hits).into()
        }),
        end("solved_of", "of", |row| {
            row.cost.solved.map(|solved| solved.all).into()
        }),
        of_numbers("known mates", |row| row.mates(|mates| mates.known)),
        of_numbers("missed", |row| row.mates(|mates| mates.missed)),
        of_numbers("longer", |row| row.mates(|mates| mates.longer)),
        of_numbers("shorter", |row| row.mates(|mates| mates.shorter)),
        of_words("against", |row| row.against.into()),
    ]);
    // Where all are compared with the same, the first row is that one.
    let mut others = rows.map(|row| row.against);
    let first = others.next();
    match others.all(|other| Some(other) == first) {
        true => table.hiding(&["against"]),
        false => table,
    }
}

/// Adds to a comparison by how much the regrets of its variants differ, if both are judged: a sentence, and the numbers for programs.
pub fn add_difference(comparison: &Comparison, document: &mut Document) {
    let Some(difference) = RegretDifference::of(comparison) else {
        return;
    };
    document.facts.push(sentence(&difference));
    document.values["regret_difference"] = json!({
        "positions": difference.positions,
        "mean": number::significant(difference.mean),
        "ci95": difference.interval.map(|ends| [ends.low, ends.high].map(number::significant)),
    });
}

fn sentence(difference: &RegretDifference) -> String {
    let positions = plural::count(difference.positions, "position");
    match difference.interval {
        None => format!(
            "Regret B - A: {} centipawns at each of {positions}.",
            number::centipawns(difference.mean)
        ),
        Some(ends) => format!(
            "Regret B - A: {} centipawns, 95 % interval {} to {}: mean over {positions} at which neither loses a mate, BCa bootstrap of positions.",
            number::centipawns(difference.mean),
            number::centipawns(ends.low),
            number::centipawns(ends.high),
        ),
    }
}
