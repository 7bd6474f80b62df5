//! What a variant saves on synthetic trees: a table for people and one for programs, and a chart.

use serde_json::{Value, json};

use super::{
    ReportError,
    document::Document,
    figure::{Axis, Figure, Note, Panel, Point as Dot, Scale, Series, Style},
    grid::{Grid, numbers, words},
    interval,
    names::Names,
    number::{self, Reader},
    summary::{summary_cells, summary_columns, summary_json},
};
use crate::analysis::{
    bootstrap::{RESAMPLES, SEED},
    comparison::Comparison,
    summary::Summary,
    tree_saving::{Point, Sweep},
};

/// The title has names of at most so many characters.
const LONGEST_LABEL: usize = 16;

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The comparison that the sweeps are of.
    pub comparison: &'v Comparison<'v>,
    /// The name of what was counted.
    pub metric: &'v str,
    /// The sweeps.
    pub sweeps: &'v [Sweep],
}

/// A point's trees in three groups, with their names.
fn groups(point: &Point) -> [(&'static str, &Summary); 3] {
    [
        ("all", &point.all),
        ("mate", &point.with_mate),
        ("no mate", &point.without_mate),
    ]
}

fn common(sweep: &Sweep) -> String {
    let common = sweep
        .common
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    common.collect::<Vec<_>>().join(" ")
}

/// Where a sweep's trees are from, with what they have in common.
fn origin(sweep: &Sweep) -> String {
    let averaged = if sweep.is_alone {
        ""
    } else {
        ", whatever the others that vary"
    };
    format!(
        "{}, by {}{averaged}: {}",
        sweep.category,
        sweep.parameter,
        common(sweep)
    )
}

fn sweep_grid(sweep: &Sweep) -> Grid {
    let mut grid = Grid::new([
        numbers("value"),
        numbers("trees"),
        numbers("mates"),
        numbers("mean nodes A"),
        numbers("ratio"),
        numbers("low"),
        numbers("high"),
        numbers("ratio, mate"),
        numbers("ratio, no mate"),
    ]);
    let ratio = |ratio: Option<f64>| Reader::Person.ratio(ratio);
    for point in &sweep.points {
        let [low, high] = Reader::Person.ends(point.all.interval);
        grid.push([
            point.value.clone(),
            point.all.positions.to_string(),
            point.mates.to_string(),
            format!("{:.0}", point.baseline_nodes),
            ratio(point.all.geometric_mean),
            low,
            high,
            ratio(point.with_mate.geometric_mean),
            ratio(point.without_mate.geometric_mean),
        ]);
    }
    grid
}

/// For people: a table for each sweep.
#[must_use]
pub fn document(view: View) -> Document {
    let Comparison { a, b, .. } = view.comparison;
    let sections = view.sweeps.iter().map(|sweep| {
        let heading = origin(sweep);
        (heading, sweep_grid(sweep))
    });
    Document {
        title: format!("B = {b} against A = {a} on synthetic trees: {}", view.metric),
        facts: vec![
            format!(
                "Ratios are B / A, geometric means over trees; low and high are the ends of the 95 % interval, BCa \
                 bootstrap of trees with {RESAMPLES} resamples, seed {SEED}."
            ),
            "\"Mates\" counts the trees whose root A scores as a mate at the compared depth; the last two columns \
             are the ratios of those trees and of the others."
                .to_owned(),
            format!(
                "Scores differ at {}.",
                number::count(view.comparison.score_differences(), "position")
            ),
        ],
        sections: sections.collect(),
    }
}

/// For spreadsheets: a row for each value and group of trees.
#[must_use]
pub fn rows(view: View) -> Grid {
    let mut columns = vec![words("category"), words("parameter"), numbers("value")];
    columns.extend(summary_columns(words("trees")));
    let mut grid = Grid::new(columns);
    for sweep in view.sweeps {
        for point in &sweep.points {
            for (group, summary) in groups(point) {
                let mut row = vec![
                    sweep.category.clone(),
                    sweep.parameter.to_owned(),
                    point.value.clone(),
                    group.to_owned(),
                ];
                row.extend(summary_cells(summary, Reader::Program));
                grid.push(row);
            }
        }
    }
    grid
}

/// For programs: an array of sweeps.
#[must_use]
pub fn json(view: View) -> Value {
    let point = |point: &Point| {
        let mut all = summary_json(&point.all);
        all["value"] = json!(point.value.parse::<f64>().ok());
        all["mates"] = json!(point.mates);
        all["mean_nodes_a"] = json!(number::significant(point.baseline_nodes));
        all["with_mate"] = summary_json(&point.with_mate);
        all["without_mate"] = summary_json(&point.without_mate);
        all
    };
    let sweep = |sweep: &Sweep| {
        json!({
            "category": sweep.category,
            "parameter": sweep.parameter,
            "common": common(sweep),
            "points": sweep.points.iter().map(point).collect::<Value>(),
        })
    };
    json!({
        "a": view.comparison.a,
        "b": view.comparison.b,
        "metric": view.metric,
        "score_differences": view.comparison.score_differences(),
        "sweeps": view.sweeps.iter().map(sweep).collect::<Value>(),
    })
}

/// A parameter in words.
fn axis(parameter: &'static str) -> &'static str {
    match parameter {
        "branching" => "branching factor",
        "depth" => "depth of the tree (plies)",
        "spread" => "spread (centipawns)",
        "mated-share" => "mated nodes (share)",
        "best-first-share" => "best move first (share of nodes)",
        other => other,
    }
}

/// The groups of [`groups`] as the chart has them, the one in the middle of the ratios in the middle.
const SERIES: [(&str, usize); 3] = [
    ("trees with a mate at the root", 1),
    ("all trees", 0),
    ("trees without", 2),
];

fn panel(sweep: &Sweep, y: &Axis) -> Panel {
    let series = SERIES.iter().zip(Style::VARIANTS);
    let series = series.map(|(&(label, group), style)| {
        let points = (0..).zip(&sweep.points);
        let points = points.filter_map(|(at, point): (i32, &Point)| {
            let (_, summary) = groups(point)[group];
            Some(Dot {
                whisker: summary.interval.map(interval),
                ..Dot::bare(f64::from(at), summary.geometric_mean?)
            })
        });
        Series {
            label: label.to_owned(),
            style: style.points(),
            points: points.collect(),
        }
    });
    let values = sweep.points.iter().map(|point| point.value.clone());
    let notes = (0..).zip(&sweep.points).map(|(at, point)| Note {
        at: f64::from(at),
        text: format!("{}/{}", point.mates, point.all.positions),
    });
    let x = Axis {
        notes: notes.collect(),
        ..Axis::new(axis(sweep.parameter), Scale::Names(values.collect()))
    };
    Panel::of(x, y.clone(), series.collect())
}

/// The chart: a panel for each sweep.
#[must_use]
pub fn chart(view: View) -> Figure {
    let Comparison { a, b, .. } = view.comparison;
    let names = Names::of([*a, *b].into_iter(), LONGEST_LABEL);
    let (a, b) = (names.label(a), names.label(b));
    let origins: Vec<String> = view.sweeps.iter().map(origin).collect();
    let top = view
        .sweeps
        .iter()
        .flat_map(|sweep| &sweep.points)
        .flat_map(|point| groups(point).map(|(_, summary)| summary))
        .flat_map(|summary| [summary.geometric_mean, summary.interval.map(|i| i.high)])
        .flatten()
        .fold(1.0, f64::max);
    let y = Axis {
        range: Some([0.0, top * 1.05]),
        ..Axis::new(format!("{0} {b} / {0} {a}", view.metric), Scale::Linear)
    };
    let panels = view.sweeps.iter().map(|sweep| panel(sweep, &y));
    Figure {
        title: format!("Synthetic trees: {0} {b} / {0} {a}", view.metric),
        caption: format!(
            "{}. Points: geometric mean over trees; lines: its 95 % interval (BCa bootstrap, {RESAMPLES} resamples), too narrow \
             from few trees, none from one, hidden by the mark where shorter. Below each value: the trees with a mate at the root, of all there. Metric {}. \
             Plybench {}. {}",
            origins.join("; "),
            view.metric,
            env!("CARGO_PKG_VERSION"),
            names.note().unwrap_or_default()
        ),
        panels: panels.collect(),
        columns: 3,
    }
}

/// Names and contents of all files: `table.md`, `table.csv`, `saving.svg` and `saving.png`.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn files(view: View) -> Result<Vec<(&'static str, Vec<u8>)>, ReportError> {
    let chart = chart(view);
    let at = |name| move |source| ReportError { name, source };
    let svg = chart.svg().map_err(at("saving.svg"))?;
    Ok(vec![
        ("table.md", document(view).markdown().into_bytes()),
        ("table.csv", rows(view).csv().into_bytes()),
        ("saving.svg", svg.into_bytes()),
        ("saving.png", chart.png().map_err(at("saving.png"))?),
    ])
}
