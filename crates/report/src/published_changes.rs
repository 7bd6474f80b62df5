//! A published table of changes between variants beside what the variants of an experiment changed.

use plybench_analysis::published_changes::{Claim, Measured, Question};
use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    number,
    published_document::page,
    table::{Cell, Table, numbers, words},
};

/// A published table of changes, and what the experiment says of it.
#[derive(Clone, Debug)]
pub struct ChangesReport {
    /// What the table is about; the title of the document.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// How it was measured.
    pub conditions: Option<String>,
    /// Each question with what was published and what was measured.
    pub asked: Vec<(Question, Vec<Claim>, Vec<Measured>)>,
    /// The question of the experiment.
    pub purpose: String,
    /// The command that repeats the searches.
    pub command: String,
}

const DOWNLOADS: &[(&str, &str)] = &[
    ("experiment.toml", "the experiment"),
    ("positions.jsonl", "the positions"),
    ("published.csv", "all numbers of this page"),
];

/// The categories of an experiment together.
const ALL: &str = "all";

impl ChangesReport {
    /// The tables, facts and rows on their own.
    #[must_use]
    pub fn document(&self) -> Document {
        Document {
            title: self.title.clone(),
            facts: self.facts(),
            sections: self.sections(),
            rows: self.rows(),
            values: self.values(),
            page: page(&self.purpose, &self.command, DOWNLOADS),
            ..Document::default()
        }
    }

    /// What the numbers mean, and where the published ones are from.
    pub(super) fn facts(&self) -> Vec<String> {
        let sentence = |text: &str| format!("{}.", text.trim().trim_end_matches('.'));
        let mut facts = vec![
            "Changes of the sum of nodes over all positions of a set, which is what was published; the mean is the geometric mean of \
             the positions' ratios, less one, with its 95 % interval. Measured are the positions at which all compared variants completed the depth."
                .to_owned(),
        ];
        if self
            .asked
            .iter()
            .any(|(question, ..)| question.best.is_some())
        {
            let share = "A share is the part of the reduction by the best variant that a variant reaches, of the same sums.";
            facts.push(share.to_owned());
        }
        facts.push(format!("Published: {}", sentence(&self.source)));
        facts.extend(self.conditions.iter().map(|text| sentence(text)));
        facts
    }

    /// A table for each question, by depth: what was published, then what was measured.
    pub(super) fn sections(&self) -> Vec<Section> {
        let section = |(question, claims, measured): &(Question, Vec<Claim>, Vec<Measured>)| {
            let Question {
                variant,
                against,
                best,
            } = question;
            let heading = match best {
                Some(best) => format!("{variant}: share of the reduction from {against} to {best}"),
                None => format!("{variant} against {against}"),
            };
            let mut table = Table::new(columns());
            let mut depths: Vec<_> = claims.iter().map(|claim| claim.depth).collect();
            depths.extend(measured.iter().map(|one| Some(one.depth)));
            depths.sort_unstable();
            depths.dedup();
            for depth in depths {
                let claims = claims.iter().filter(|claim| claim.depth == depth);
                claims.for_each(|claim| table.push(of_claim(claim, best.is_some())));
                let measured = measured.iter().filter(|one| Some(one.depth) == depth);
                measured.for_each(|one| table.push(of_measured(one, best.is_some())));
            }
            Section::new(heading, table.hiding_empty(&["published_in", "solved"]))
        };
        self.asked.iter().map(section).collect()
    }

    /// All numbers, a row each, for comma-separated values.
    pub(super) fn rows(&self) -> Table {
        let questions = ["variant", "against", "best"].map(words);
        let mut table = Table::new(questions.into_iter().chain(columns()));
        for (question, claims, measured) in &self.asked {
            let Question {
                variant,
                against,
                best,
            } = question;
            let is_share = best.is_some();
            let named = [
                variant.clone().into(),
                against.clone().into(),
                best.clone().into(),
            ];
            let mut push = |cells: Vec<Cell>| table.push(named.iter().cloned().chain(cells));
            claims
                .iter()
                .for_each(|claim| push(of_claim(claim, is_share)));
            measured
                .iter()
                .for_each(|one| push(of_measured(one, is_share)));
        }
        table
    }

    fn values(&self) -> Value {
        let values = self.asked.iter().map(|(question, claims, measured)| {
            let published = claims.iter().map(|claim| {
                json!({
                    "set": claim.set, "depth": claim.depth, "positions": claim.positions, "change": claim.change,
                    "solved": claim.solved, "place": claim.place,
                })
            });
            let measured = measured.iter().map(|one| {
                let ends = one.summary.interval.map(|ends| [ends.low, ends.high]);
                json!({
                    "set": one.category, "depth": one.depth, "positions": one.summary.positions,
                    "change": one.change.map(number::significant), "solved": one.solved,
                    "geomean_ratio": one.summary.geometric_mean.map(number::significant),
                    "ci95": ends.map(|ends| ends.map(number::significant)),
                })
            });
            json!({
                "variant": question.variant, "against": question.against, "best": question.best,
                "published": published.collect::<Value>(), "measured": measured.collect::<Value>(),
            })
        });
        values.collect()
    }
}

fn columns() -> Vec<super::table::Column> {
    let mut columns = vec![numbers("depth"), words("set"), words("published in")];
    columns.extend(["positions", "nodes", "mean", "low", "high", "solved"].map(numbers));
    columns
}

/// A change, or a share of the largest one.
fn change(change: f64, is_share: bool) -> Cell {
    match is_share {
        true => Cell::Share(change),
        false => Cell::Change(change),
    }
}

fn of_claim(claim: &Claim, is_share: bool) -> Vec<Cell> {
    let mut cells = vec![
        claim.depth.into(),
        claim.set.clone().into(),
        claim.place.clone().into(),
        claim.positions.into(),
        change(claim.change, is_share),
    ];
    cells.extend([const { Cell::Missing }; 3]);
    cells.push(solved(claim.solved));
    cells
}

fn of_measured(one: &Measured, is_share: bool) -> Vec<Cell> {
    let summary = &one.summary;
    let cell = |part: Option<f64>| part.map_or(Cell::Missing, |part| change(part, is_share));
    // The mean of ratios has no counterpart among shares of sums.
    let less_one = |ratio: Option<f64>| match is_share {
        true => Cell::Missing,
        false => ratio.map_or(Cell::Missing, |ratio| Cell::Change(ratio - 1.0)),
    };
    vec![
        one.depth.into(),
        one.category
            .clone()
            .unwrap_or_else(|| ALL.to_owned())
            .into(),
        Cell::Missing,
        summary.positions.into(),
        cell(one.change),
        less_one(summary.geometric_mean),
        less_one(summary.interval.map(|ends| ends.low)),
        less_one(summary.interval.map(|ends| ends.high)),
        solved(one.solved),
    ]
}

/// More or fewer positions.
fn solved(more: Option<i64>) -> Cell {
    more.map_or(Cell::Missing, Cell::Difference)
}
