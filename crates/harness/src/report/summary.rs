//! The numbers of some positions, as cells and as JSON.

use serde_json::{Value, json};

use super::{
    grid::{Column, numbers},
    number,
};
use crate::analysis::summary::Summary;

/// Columns of a [`Summary`], to be preceded by a name.
const SUMMARY: [Column; 8] = [
    numbers("positions"),
    numbers("ratio"),
    numbers("low"),
    numbers("high"),
    numbers("wins"),
    numbers("ties"),
    numbers("losses"),
    numbers("p"),
];

/// The cells of [`SUMMARY`].
pub(super) fn summary_cells(summary: &Summary) -> Vec<String> {
    let cell = |value: Option<f64>, text: fn(f64) -> String| {
        value.map_or_else(|| number::NONE.to_owned(), text)
    };
    vec![
        summary.positions.to_string(),
        cell(summary.geometric_mean, number::ratio),
        cell(summary.interval.map(|found| found.low), number::ratio),
        cell(summary.interval.map(|found| found.high), number::ratio),
        summary.wins.to_string(),
        summary.ties.to_string(),
        summary.losses.to_string(),
        cell(summary.sign_test, number::probability),
    ]
}

/// A grid of summaries whose first column has this name.
pub(super) fn summary_columns(first: Column) -> Vec<Column> {
    let mut columns = vec![first];
    columns.extend(SUMMARY);
    columns
}

/// The keys of a [`Summary`].
pub(super) fn summary_json(summary: &Summary) -> Value {
    let interval = summary.interval;
    json!({
        "positions": summary.positions,
        "geomean_ratio": summary.geometric_mean.map(number::significant),
        "ci95": interval.map(|found| [found.low, found.high].map(number::significant)),
        "wins": summary.wins,
        "ties": summary.ties,
        "losses": summary.losses,
        "sign_test_p": summary.sign_test.map(number::significant),
    })
}
